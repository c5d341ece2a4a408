/**
 * Whether a string is an absolute `https` URL of one line. Public links and images must use https. The WHATWG parser would ignore
 * line breaks and tabs, but mails and calendars contain the text.
 */
export function isHttpsUrl(text: string): boolean {
  return text.startsWith('https://') && !/[\p{Cc}\u2028\u2029]/u.test(text) && URL.canParse(text);
}

/**
 * Returns false if the text is a URL with a user name or a password, which a link would publish. Returns true for all other
 * text, including text that is not a URL.
 */
export function hasNoCredentials(text: string): boolean {
  const url = URL.parse(text);
  return url === null || (url.username === '' && url.password === '');
}
