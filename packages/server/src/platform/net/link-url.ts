/** Whether a text is an absolute `https` URL. Public links and images must be. */
export function isHttpsUrl(text: string): boolean {
  return text.startsWith('https://') && URL.canParse(text);
}

/** Whether a text is not a URL with a user name or a password, which everyone who sees the link would see. */
export function hasNoCredentials(text: string): boolean {
  const url = URL.parse(text);
  return url === null || (url.username === '' && url.password === '');
}
