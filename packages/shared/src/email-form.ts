/** Matches one e-mail address without a display name. It excludes characters with a special meaning in a mail header. */
export const emailPattern = '^[^\\s@,;:<>()"\\[\\]\\\\\\x00-\\x1f\\x7f]+@[^\\s@,;:<>()"\\[\\]\\\\\\x00-\\x1f\\x7f]+$';

/**
 * The form in which e-mail addresses are compared: in lower case (of all letters), in NFC, with its domain in ASCII (RFC 5891). Two e-mail
 * addresses with the same form belong to the same person. "ß" stays different from "ss", because these can be two mailboxes. The form of an empty text is empty.
 */
export function emailForm(email: string): string {
  if (email === '') return '';
  const atIndex = email.lastIndexOf('@');
  const name = email.slice(0, atIndex).normalize('NFC').toLowerCase();
  const domain = email.slice(atIndex + 1);
  return `${name}@${asciiDomain(domain) ?? domain.toLowerCase()}`;
}

/** The form of a domain in which it can be resolved; null if it is not valid. */
export function asciiDomain(domain: string): string | null {
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : null;
}
