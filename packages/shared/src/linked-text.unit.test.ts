import { expect, test } from 'vitest';
import { linkedText } from './linked-text.ts';

test.for([
  [
    'I accept the [rules](https://a.example/r) of the race.',
    ['I accept the ', { words: 'rules', url: 'https://a.example/r' }, ' of the race.'],
  ],
  [
    '[a](http://b.example)[c](https://d.example?e=f#g)',
    [
      { words: 'a', url: 'http://b.example' },
      { words: 'c', url: 'https://d.example?e=f#g' },
    ],
  ],
  ['[a](javascript:alert(1))', ['[', 'a](javascript:alert(1))']],
  ['[a](data:text/html,b) [c](//d.example)', ['[', 'a](data:text/html,b) ', '[', 'c](//d.example)']],
  ['[a] [[b](https://c.example)', ['[', 'a] ', '[', { words: 'b', url: 'https://c.example' }]],
  ['<b>a</b>', ['<b>a</b>']],
] as const)('the text %j has the parts %j', ([text, parts]) => {
  expect(linkedText(text)).toEqual(parts);
});
