import { expect, test } from 'vitest';
import { changedFields, mergeValues } from './merge-values.ts';

const before = { name: 'Race', iban: '', venue: { city: 'Berlin', country: 'DE' }, types: ['a'] };
const merge = (entered: Partial<typeof before>, stored: Partial<typeof before>) => {
  const { taken, conflicts, hasUnsaved } = mergeValues(before, { ...before, ...entered }, { ...before, ...stored });
  return { taken: Object.fromEntries(taken), conflicts: Object.fromEntries(conflicts), hasUnsaved };
};

test.each([
  ['nothing was entered', {}, { name: 'Run' }, { taken: { name: 'Run' }, conflicts: {}, hasUnsaved: false }],
  ['another field', { iban: 'DE1' }, { name: 'Run' }, { taken: { name: 'Run' }, conflicts: {}, hasUnsaved: true }],
  ['the same field', { name: 'Walk' }, { name: 'Run' }, { taken: {}, conflicts: { name: 'Run' }, hasUnsaved: true }],
  ['the same value', { name: 'Run' }, { name: 'Run' }, { taken: {}, conflicts: {}, hasUnsaved: true }],
  ['nothing was changed elsewhere', { name: 'Walk' }, {}, { taken: {}, conflicts: {}, hasUnsaved: true }],
  [
    'fields within a field',
    { venue: { city: 'Bonn', country: 'DE' } },
    { venue: { city: 'Köln', country: 'AT' } },
    { taken: { 'venue.country': 'AT' }, conflicts: { 'venue.city': 'Köln' }, hasUnsaved: true },
  ],
  ['lists', { types: ['a', 'b'] }, { types: [] }, { taken: {}, conflicts: { types: [] }, hasUnsaved: true }],
])('values are merged: %s', (_, entered, stored, merged) => {
  expect(merge(entered, stored)).toEqual(merged);
});

test('only changed fields are sent, also if their value is a list', () => {
  expect(changedFields(before, { ...before, iban: 'DE1', types: ['a'] })).toEqual({ iban: 'DE1' });
});
