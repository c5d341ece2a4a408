import { expect, test } from 'vitest';
import { localTimeToUtc } from './time-zone.ts';

test.for([
  ['does not exist', 'Europe/Berlin', '2027-03-28T02:30:00Z', '2027-03-28T01:30:00.000Z'],
  ['does not exist', 'America/New_York', '2027-03-14T02:30:00Z', '2027-03-14T07:30:00.000Z'],
  ['does not exist', 'Australia/Lord_Howe', '2027-10-03T02:15:00Z', '2027-10-02T15:45:00.000Z'],
  ['does not exist', 'Africa/Cairo', '2027-04-30T00:30:00Z', '2027-04-29T22:30:00.000Z'],
  ['does not exist, because a day was skipped', 'Pacific/Apia', '2011-12-30T12:00:00Z', '2011-12-30T22:00:00.000Z'],
  ['exists twice', 'Europe/Berlin', '2027-10-31T02:30:00Z', '2027-10-31T00:30:00.000Z'],
  ['exists twice', 'America/New_York', '2027-11-07T01:30:00Z', '2027-11-07T05:30:00.000Z'],
  ['exists twice', 'Australia/Lord_Howe', '2027-04-04T01:45:00Z', '2027-04-03T14:45:00.000Z'],
  ['exists once', 'Asia/Kathmandu', '2027-05-01T09:00:00Z', '2027-05-01T03:15:00.000Z'],
  ['exists once', 'UTC', '2027-05-01T09:00:00Z', '2027-05-01T09:00:00.000Z'],
  ['exists once, just after a change', 'Europe/Berlin', '2027-10-31T03:00:00Z', '2027-10-31T02:00:00.000Z'],
] as const)('a local time that %s in %s is read in one way: %s', ([, zone, local, utc]) => {
  expect(new Date(localTimeToUtc(zone, Date.parse(local))).toISOString()).toBe(utc);
});
