import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstIdOf, isId, newId } from './ids.ts';

const timeMs = fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59.999Z') });

describe('the first id of a time', () => {
  test('is not greater than any id of that time, and greater than any id of the previous millisecond', () => {
    fc.assert(
      fc.property(timeMs, (ms) => {
        const first = firstIdOf('msg', ms + 1);
        expect(first <= newId('msg', ms + 1)).toBe(true);
        expect(first > newId('msg', ms)).toBe(true);
      }),
    );
  });

  test('sorts by time and has the form of an id', () => {
    fc.assert(
      fc.property(timeMs, timeMs, (a, b) => {
        expect(firstIdOf('msg', a) < firstIdOf('msg', b)).toBe(a < b);
        expect(isId('msg', firstIdOf('msg', a))).toBe(true);
      }),
    );
  });

  test('contains the time, then zeros', () => {
    expect(firstIdOf('msg', 0)).toBe(`msg_${'0'.repeat(26)}`);
    expect(firstIdOf('msg', Date.parse('1960-01-01T00:00:00Z'))).toBe(firstIdOf('msg', 0));
    expect(firstIdOf('whk', 1)).toBe(`whk_${'0'.repeat(9)}1${'0'.repeat(16)}`);
  });
});
