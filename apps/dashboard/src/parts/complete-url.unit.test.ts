import { expect, test } from 'vitest';
import { completeUrl } from './complete-url.ts';

test.each([
  ['stadtlauf.example', 'https://stadtlauf.example'],
  [' www.stadtlauf.example/lauf?jahr=2027#start ', 'https://www.stadtlauf.example/lauf?jahr=2027#start'],
  ['stadtlauf.example:8443/hooks', 'https://stadtlauf.example:8443/hooks'],
  ['stadtlauf.example?ref=https://a.example', 'https://stadtlauf.example?ref=https://a.example'],
  ['https://stadtlauf.example', 'https://stadtlauf.example'],
  ['http://stadtlauf.example', 'http://stadtlauf.example'],
  ['ada@stadtlauf.example', 'ada@stadtlauf.example'],
  ['mailto:ada@stadtlauf.example', 'mailto:ada@stadtlauf.example'],
  ['javascript:alert(1.5)', 'javascript:alert(1.5)'],
  ['stadtlauf', 'stadtlauf'],
  ['', ''],
])('completes the address "%s" to "%s"', (text, url) => {
  expect(completeUrl(text)).toBe(url);
});
