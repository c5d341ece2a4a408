/** Whether a text is an absolute `https` URL. Links and images shown to the public must use https. */
export function isHttpsUrl(text: string): boolean {
  return text.startsWith('https://') && URL.canParse(text);
}

/**
 * Returns false if the text is a URL with a user name or a password: a link would publish them. Returns true for any other text,
 * also if the text is not a URL.
 */
export function hasNoCredentials(text: string): boolean {
  const url = URL.parse(text);
  return url === null || (url.username === '' && url.password === '');
}
