import { describe, expect, test } from 'vitest';
import { BadTargetUrl, parseTargetUrl } from './target-url.ts';

const httpsOnly = { allowHttp: false };
const httpAllowed = { allowHttp: true };

describe('parseTargetUrl', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['https://example.com/hooks?shop=1', 'https://example.com/hooks?shop=1'],
    [' HTTPS://Example.COM:443/ ', 'https://example.com/'],
    ['https://example.com:80/', 'https://example.com:80/'],
    ['https://example.com:1024/', 'https://example.com:1024/'],
    ['https://example.com:65535/', 'https://example.com:65535/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://[2606:4700:4700::1111]:8443/', 'https://[2606:4700:4700::1111]:8443/'],
  ])('%s is parsed as %s', (text, href) => {
    expect(parseTargetUrl(text, httpsOnly).href).toBe(href);
  });

  test('http is accepted if the rules allow it, on ports 80, 443 and above 1023', () => {
    for (const href of ['http://example.com/', 'http://example.com:443/', 'http://example.com:8080/']) {
      expect(parseTargetUrl(href, httpAllowed).href).toBe(href);
      expect(() => parseTargetUrl(href, httpsOnly)).toThrow(new BadTargetUrl('Begin the URL with https://.'));
    }
  });

  test.each([
    ['no URL', 'example.com/hooks', 'Give a full URL such as https://example.com/hooks.'],
    ['nothing', '', 'Give a full URL such as https://example.com/hooks.'],
    ['no host', 'https://', 'Give a full URL such as https://example.com/hooks.'],
    ['a host of dots', 'https://./', 'Name a host in the URL, such as example.com.'],
    ['a zone', 'https://[fe80::1%25eth0]/', 'Give a full URL such as https://example.com/hooks.'],
    ['another scheme', 'ftp://example.com/', 'Begin the URL with https:// or http://.'],
    ['a scheme without a host', 'mailto:a@example.com', 'Begin the URL with https:// or http://.'],
    ['a user name', 'https://me@example.com/', 'Leave the user name and the password out of the URL.'],
    ['a password', 'https://:secret@example.com/', 'Leave the user name and the password out of the URL.'],
    ['a fragment', 'https://example.com/#top', 'Leave the fragment, the part from "#" on, out of the URL.'],
    ['an empty fragment', 'https://example.com/#', 'Leave the fragment, the part from "#" on, out of the URL.'],
    ['port 0', 'https://example.com:0/', 'Use port 80, 443 or one above 1023 in the URL.'],
    ['the SMTP port', 'https://example.com:25/', 'Use port 80, 443 or one above 1023 in the URL.'],
    ['port 1023', 'http://example.com:1023/', 'Use port 80, 443 or one above 1023 in the URL.'],
    ['an invalid port', 'https://example.com:65536/', 'Give a full URL such as https://example.com/hooks.'],
  ])('%s: rejected with a message that says what to change', (_, text, message) => {
    expect(() => parseTargetUrl(text, httpAllowed)).toThrow(new BadTargetUrl(message));
  });

  test('at most 2,000 characters are accepted, before and after encoding', () => {
    const start = 'https://example.com/';
    expect(parseTargetUrl(start.padEnd(2000, 'a'), httpsOnly).href).toHaveLength(2000);
    for (const text of [start.padEnd(2001, 'a'), start.padEnd(2001, ' '), `${start}${'ü'.repeat(400)}`]) {
      expect(() => parseTargetUrl(text, httpsOnly)).toThrow(
        new BadTargetUrl('Shorten the URL to at most 2,000 characters.'),
      );
    }
  });

  test('an IPv4 address in any notation becomes the dotted form', () => {
    const notations = ['2130706433', '0177.0.0.1', '017700000001', '0x7f000001', '0x7f.1', '127.1', '127.0.1'];
    for (const host of [...notations, '127.0.0.1.', '%31%32%37.0.0.1', '①②⑦.0.0.1']) {
      expect([host, parseTargetUrl(`https://${host}/`, httpsOnly).hostname]).toEqual([host, '127.0.0.1']);
    }
  });

  test('an IPv4-mapped IPv6 address in any notation becomes one normalized form', () => {
    for (const host of ['[::ffff:127.0.0.1]', '[::FFFF:7F00:1]', '[0:0:0:0:0:ffff:127.0.0.1]']) {
      expect([host, parseTargetUrl(`https://${host}/`, httpsOnly).hostname]).toEqual([host, '[::ffff:7f00:1]']);
    }
  });
});
