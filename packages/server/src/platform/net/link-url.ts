/** Whether a text is a whole URL with https, as a link or an image that everybody sees must be. */
export function isHttpsUrl(text: string): boolean {
  return text.startsWith('https://') && URL.canParse(text);
}

/** Whether a text is not a URL with a user name or a password, which everybody who sees the URL would see too. */
export function hasNoCredentials(text: string): boolean {
  const url = URL.parse(text);
  return url === null || (url.username === '' && url.password === '');
}
