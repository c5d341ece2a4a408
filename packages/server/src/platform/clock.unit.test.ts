import { expect, test } from 'vitest';
import { isTimeZone } from './clock.ts';

test.each([
  'Europe/Berlin',
  'Europe/Kyiv',
  'Europe/Kiev',
  'UTC',
  'GMT',
  'Etc/GMT+2',
  'US/Eastern',
  'EST5EDT',
  'Australia/ACT',
])('%s is a time zone', (zone) => expect(isTimeZone(zone)).toBe(true));

test.each([
  'europe/berlin',
  'EUROPE/BERLIN',
  'us/eastern',
  'US/EASTERN',
  'utc',
  'Utc',
  '+02:00',
  'Europe/Atlantis',
  '',
])('the text "%s" is not a time zone', (zone) => expect(isTimeZone(zone)).toBe(false));
