import { domainToASCII } from 'node:url';

/** The sender of an e-mail (RFC 5322, section 3.4). */
export interface Mailbox {
  /** Empty if the sender has only an e-mail address. */
  readonly name: string;
  readonly address: string;
  /** The part after the `@`, in ASCII. */
  readonly domain: string;
}

const addressPattern = /^[^\s<>"(),:;@[\\\]\p{Cc}]{1,64}@([^\s<>"(),:;@[\\\]\p{Cc}]{1,253})$/u;

/**
 * Parses `Name <e-mail address>`, `"Name, with more" <e-mail address>` or a plain e-mail address. Returns null for any
 * other text.
 */
export function parseMailbox(text: string): Mailbox | null {
  const match = /^(.*)<([^<>]*)>$/s.exec(text.trim());
  const address = (match?.[2] ?? text).trim();
  const domain = domainToASCII(addressPattern.exec(address)?.[1] ?? '');
  if (domain === '') return null;
  const nameText = (match?.[1] ?? '').trim();
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(nameText)?.[1];
  const name = quoted?.replace(/\\(.)/gs, '$1') ?? nameText;
  if (/\p{Cc}/u.test(name) || (quoted === undefined && /[<>"]/.test(name))) return null;
  return { name, address, domain };
}
