import { expect, test } from 'vitest';
import { mergedItems } from './merged-items.ts';

test('items with the same name and price are one line, at the place of the first one', () => {
  const shirt = { name: 'Shirt', quantity: 1, unitPrice: 1_500, total: 1_500 };
  const seat = { name: 'Seat', quantity: 2, unitPrice: 500, total: 1_000 };
  expect(
    mergedItems([shirt, seat, { ...shirt, quantity: 2, total: 3_000 }, { ...shirt, unitPrice: 0, total: 0 }]),
  ).toEqual([{ ...shirt, quantity: 3, total: 4_500 }, seat, { ...shirt, unitPrice: 0, total: 0 }]);
});
