import { compileMessages } from '@organizer/messages/compile';
import en from '@organizer/messages/en/checkout';
import { createTexts } from '@organizer/messages/texts';
import { createFormats } from '@organizer/shared/formats';
import { offerNote } from '@organizer/shared/sale-texts';
import { expect, test } from 'vitest';

const texts = createTexts<typeof en>(compileMessages(en), 'en');
const messages = { ...texts, formats: createFormats(texts.formats) };
const event = { startsAt: '2027-05-09T07:00:00.000Z', endsAt: null, timezone: 'Europe/Berlin' };
const type = { startsAt: null, ageRule: null, salesEndAt: null, minPerOrder: 1, quantityLeft: null };
const ages = { on: 'event', date: null, leapRule: 'mar1', minimum: null, maximum: null } as const;

test.for([
  [{}, ''],
  [{ salesEndAt: '2026-12-31T22:59:00.000Z' }, 'On sale until Thu, 31 December 2026, 23:59 CET'],
  [{ salesEndAt: event.startsAt }, ''],
  [{ ageRule: ages }, ''],
  [{ ageRule: { ...ages, minimum: 6 } }, 'Minimum age 6'],
  [{ ageRule: { ...ages, maximum: 12, on: 'yearEnd' } }, 'Maximum age 12 (Fri, 31 December 2027)'],
  [{ ageRule: { ...ages, minimum: 6, maximum: 12 }, minPerOrder: 2 }, 'Age 6–12 · At least 2 per order'],
] as const)('a ticket type with %j has the note "%s"', ([fields, note]) => {
  expect(offerNote(messages, { state: 'on_sale' }, { ...type, ...fields }, event)).toBe(note);
});
