import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate } from './allocate.ts';

test('the parts add up to the amount, and none differs from its exact share by more than 1', () => {
  const amount = fc.integer({ min: -1_000_000, max: 1_000_000 });
  const weights = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(amount, weights, (sum, shares) => {
      const parts = allocate(sum, shares);
      expect(parts.reduce((total, part) => total + part, 0)).toBe(sum);
      const total = shares.reduce((result, share) => result + share, 0);
      if (total === 0) return;
      for (const [index, part] of parts.entries()) {
        expect(Math.abs(part - (sum * shares[index]!) / total)).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('an amount without weights belongs to the first part', () => {
  expect(allocate(-25, [0, 0])).toEqual([-25, 0]);
  expect(allocate(100, [])).toEqual([]);
});
