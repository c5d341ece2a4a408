import { expect, test } from 'vitest';
import { venueLine } from './venue.ts';

test.for([
  [{ name: 'Fischmarkt', address: null, city: 'Hamburg', country: 'DE' }, 'Fischmarkt, Hamburg, Germany'],
  [{ name: null, address: null, city: null, country: 'XY' }, 'XY'],
  [{ name: ' ', address: 'Am Kai 1', city: '', country: 'Deutschland' }, 'Am Kai 1, Deutschland'],
  [{ name: null, address: null, city: null, country: 'de' }, 'de'],
  [{ name: null, address: null, city: null, country: null }, ''],
  [null, ''],
] as const)('the venue %j is formatted as %j', ([venue, line]) => {
  expect(venueLine(venue, 'en')).toBe(line);
});
