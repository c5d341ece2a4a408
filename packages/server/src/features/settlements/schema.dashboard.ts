import {
  count,
  currency,
  id,
  listQuery,
  money,
  nullable,
  object,
  oneOf,
  page,
  Type,
  text,
  time,
} from '../../platform/http/schema.ts';
import { payoutStates } from './queries.ts';
import { settlement } from './schema.ts';

const maxEntriesPerPage = 100;

const ledgerEntry = object(
  {
    id: id('led', 'Id of the entry'),
    position: count('The number of the entry in the ledger of its event'),
    kind: oneOf(['sale', 'refund', 'payout'], 'What the entry records'),
    orderNumber: nullable(text('Number of the order', { maxLength: 10, examples: ['7K3Q9MX2PA'] })),
    reference: nullable(
      text(
        'Reference of the payout, reason of a refund, id of the payment, or id of a refund or dispute at the payment provider',
        { examples: ['2026-11-1'] },
      ),
    ),
    currency,
    gross: money('Amount paid by the buyer'),
    refunds: money('Amount refunded to the buyer'),
    platformFees: money('Fees of the platform'),
    paymentFees: money('Fees of the payment'),
    taxes: money('Taxes'),
    paidOut: money('Amount paid out to the organizer'),
    receivedBy: nullable(
      oneOf(
        ['platform', 'organizer', 'nobody'],
        'Who received the money or paid the refund; `nobody`: a test payment. Null for a payout',
      ),
    ),
    change: money('The change of the balance'),
    at: time('The time of the payment, the refund or the payout'),
  },
  { $id: 'LedgerEntry', description: 'An entry in the ledger of an event' },
);

export const ledgerPage = page('LedgerPage', ledgerEntry, maxEntriesPerPage);
export const ledgerQuery = listQuery(maxEntriesPerPage, {});

const maxPayoutsPerPage = 100;

const payout = object(
  {
    ...settlement.properties,
    organizerSlug: text('Slug of the organizer', { maxLength: 63, examples: ['harbor-city-events'] }),
    organizerName: text('Name of the organizer', { examples: ['Harbour Running Club'] }),
    isSuspended: Type.Boolean({ description: 'Whether the organizer is suspended' }),
    account: object(
      {
        holder: text('The account holder, by default the name of the organizer', {
          examples: ['Harbour Running Club'],
        }),
        iban: nullable(
          text('The IBAN; null if the organizer has not set one', { examples: ['DE89370400440532013000'] }),
        ),
        bic: nullable(text('The BIC', { maxLength: 11, examples: ['COBADEFFXXX'] })),
      },
      { $id: 'PayoutAccount', description: 'The bank account of the organizer' },
    ),
    eventEndsAt: time('The end of the event'),
  },
  { $id: 'Payout', description: 'A settlement with a balance to be paid out' },
);

export const payoutPage = page('PayoutPage', payout, maxPayoutsPerPage);
export const payoutListQuery = listQuery(maxPayoutsPerPage, {
  state: Type.Unsafe<(typeof payoutStates)[number]>({
    ...oneOf(payoutStates, '`due`: finalized; `unfinalized`: the event is over, but its settlement is open'),
    default: 'due',
  }),
});
