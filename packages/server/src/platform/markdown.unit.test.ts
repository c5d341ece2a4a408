import { expect, test } from 'vitest';
import { markdownHtml, markdownText } from './markdown.ts';

const html = (text: string) => markdownHtml(text, { headingLevel: 2 }).trim();

test.each([
  ['line breaks are kept', 'Start at 10.\nBring water.', '<p>Start at 10.<br>\nBring water.</p>'],
  ['a blank line begins a paragraph', 'One\n\n\nTwo', '<p>One</p>\n<p>Two</p>'],
  ['indented lines are text', '    Adults 20\n    Children 10', '<p>Adults 20<br>\nChildren 10</p>'],
  ['an underlined line is no heading', 'Prices\n------', '<p>Prices</p>\n<hr>'],
  [
    'prices between tildes and pipes are text',
    '~5~ | 10\n--- | ---\n1 | 2',
    '<p>~5~ | 10<br>\n--- | ---<br>\n1 | 2</p>',
  ],
  ['entities are text', 'AT&T &copy; &amp; 1 < 2', '<p>AT&amp;T &amp;copy; &amp;amp; 1 &lt; 2</p>'],
  ['words are emphasized', '**Free** and *fun*', '<p><strong>Free</strong> and <em>fun</em></p>'],
  ['lists', '- one\n- two', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>'],
  ['headings begin at the level of the place', '# A\n## B', '<h2>A</h2>\n<h3>B</h3>'],
  ['headings end at level 6', '###### F', '<h6>F</h6>'],
  [
    'links open another window and do not vouch for it',
    '[Route](https://example.com/?a=1&b "t")',
    '<p><a href="https://example.com/?a=1&amp;b" title="t" rel="noopener nofollow" target="_blank">Route</a></p>',
  ],
  ['e-mail links', '<mailto:a@example.com>', null],
  ['images are their alternative text', '![A map](https://example.com/map.png)', '<p>A map</p>'],
])('%s', (_, markdown, expected) => {
  if (expected === null) expect(html(markdown)).toContain('href="mailto:a@example.com"');
  else expect(html(markdown)).toBe(expected);
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'a <b onmouseover=alert(1)>b</b>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#115;cript:alert(1))',
  '[x](java\\\nscript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  '[x](//evil.example)',
  '[x](/e/other)',
  '[x](https://bank.example@evil.example)',
  '[x]: javascript:alert(1)\n\n[x]',
  '<javascript:alert(1)>',
  '![x](javascript:alert(1))',
  '![" onerror="alert(1)](https://example.com/a.png)',
  '`<script>`\n\n```html"><script>alert(1)</script>\n<script>\n```',
  '<!-- <script> -->\n<style>*{}</style>',
])('no HTML and no other link comes out of %j', (hostile) => {
  const tags = (html(hostile).match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/ class="language-[^"]*"/, ''));
  expect(tags.filter((tag) => !/^<\/?(p|code|pre|br)>$/.test(tag))).toEqual([]);
});

test('deep nesting and long runs of marks are text', () => {
  for (const mark of ['>', '- ', '[', '](', '**', '*_', '`', '![', '<', '[](', '&', '\\', '1. ', '~~~']) {
    expect(html(mark.repeat(100_000 / mark.length)).length).toBeGreaterThan(0);
  }
});

test('the words are those without marks and URLs', () => {
  expect(markdownText('# Run\n\n- **Free**\nfor [all](https://example.com) `x`\n\n![map](https://e.com)')).toMatch(
    /^Run\s*Free\nfor all x\s*map$/,
  );
});
