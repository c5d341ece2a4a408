import { compileMessages } from '@organizer/messages/compile';
import * as en from '@organizer/messages/en/dashboard/index';
import { createTexts } from '@organizer/messages/texts';
import { createFormats } from '@organizer/shared/formats';
import { expect, test } from 'vitest';
import { auditDetailTexts } from './audit-detail-texts.ts';
import { describeAuditDetails } from './describe-audit-details.ts';

test.each([
  [
    {
      ...{ eventId: 'evt_1', changed: ['price', 'quantity', 'name'] },
      ...{ before: { price: 900, quantity: null }, after: { price: 950, quantity: 20 } },
    },
    'Event: Race | Price: ¥900 → ¥950 | Quantity: Unlimited → 20 | Changed: Name',
  ],
  [{ kind: 'secret', scopes: ['a', 'b'], expiresAt: null }, 'Kind: Secret key | Scopes: a, b | Expires: Never'],
  [{ amount: 900, currency: 'EUR', items: ['itm_1:2'] }, 'Amount: €9.00 | Items: 2 × itm_1'],
  [{ taxBps: 1900, paidBy: 'organizer' }, 'Tax: 1900 bp | Fees are paid by: the organizer, from the price'],
  [{ settings: ['iban'], late: false }, 'Settings: IBAN | After the reservation had expired: no'],
  [{ to: '2026-11-20T09:00:00.000Z', event: 3 }, 'New time: 2026, 10:00 CET | Events: 3'],
])('the details %j of an entry of the audit log are shown in words', (details, expected) => {
  const described = describeAuditDetails(
    { subject: '', details },
    {
      texts: auditDetailTexts(createTexts<typeof en>(compileMessages(en), 'en')),
      formats: createFormats({ locale: 'en', dateLocale: 'en-GB', date: ({ year }) => year }),
      percent: (basisPoints) => `${basisPoints} bp`,
      organizer: { currency: 'EUR', timezone: 'Europe/Berlin' },
      eventOf: (id) => (id === 'evt_1' ? { name: 'Race', currency: 'JPY', timezone: 'Asia/Tokyo' } : undefined),
    },
  );
  expect(described.map(({ label, text }) => `${label}: ${text}`).sort()).toEqual(expected.split(' | ').sort());
});
