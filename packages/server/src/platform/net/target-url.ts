const maxCharacters = 2000;

/** The error for a URL that cannot be registered. The message says what to change. */
export class BadTargetUrl extends Error {
  override readonly name = 'BadTargetUrl';
}

/**
 * Parses and checks the URL of a webhook endpoint. The WHATWG parser normalizes it, including decimal, octal, hexadecimal and
 * shortened IPv4 addresses. The host is checked by `checkPublicHost`.
 *
 * @param rules `allowHttp`: whether `http` is allowed in addition to `https`
 * @throws BadTargetUrl if the URL is not accepted
 */
export function parseTargetUrl(text: string, rules: { allowHttp: boolean }): URL {
  if (text.length > maxCharacters) throw tooLong();
  const url = URL.parse(text);
  if (url === null) throw new BadTargetUrl('Give a full URL such as https://example.com/hooks.');
  if (url.protocol !== 'https:' && !(rules.allowHttp && url.protocol === 'http:')) {
    throw new BadTargetUrl(`Begin the URL with https://${rules.allowHttp ? ' or http://' : ''}.`);
  }
  if (/^\.*$/.test(url.hostname)) throw new BadTargetUrl('Name a host in the URL, such as example.com.');
  if (url.username !== '' || url.password !== '') {
    throw new BadTargetUrl('Leave the user name and the password out of the URL.');
  }
  if (url.href.includes('#')) throw new BadTargetUrl('Leave the fragment, the part from "#" on, out of the URL.');
  if (!isAllowedPort(url.port)) throw new BadTargetUrl('Use port 80, 443 or one above 1023 in the URL.');
  // The encoded URL can be longer, because characters outside ASCII become several characters.
  if (url.href.length > maxCharacters) throw tooLong();
  return url;
}

/** Other ports below 1024 belong to protocols such as SMTP and SSH. */
function isAllowedPort(port: string): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) > 1023;
}

function tooLong(): BadTargetUrl {
  return new BadTargetUrl('Shorten the URL to at most 2,000 characters.');
}
