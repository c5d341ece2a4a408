import { expect, test } from 'vitest';
import { describeBrowser } from './describe-browser.ts';

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36';

test.for([
  [chrome, 'Chrome on Linux'],
  [`${chrome} Edg/149.0.0.0`, 'Edge on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Windows'],
  ['curl/8.14.1', null],
] as const)('a browser is named with its system: %s', ([userAgent, name]) => {
  expect(describeBrowser(userAgent, { on: ({ browser, system }) => `${browser} on ${system}` })).toBe(name);
});
