/** Whether a string is an absolute `https` URL. Public links and images must use https. */
export function isHttpsUrl(text: string): boolean {
  return text.startsWith('https://') && URL.canParse(text);
}

/**
 * Returns false if the text is a URL with a user name or a password, which a link would publish. Returns true for all other
 * text, including text that is not a URL.
 */
export function hasNoCredentials(text: string): boolean {
  const url = URL.parse(text);
  return url === null || (url.username === '' && url.password === '');
}
