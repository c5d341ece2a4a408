import {
  anyOfIds,
  count,
  currency,
  id,
  idFilter,
  listQuery,
  money,
  object,
  oneOf,
  page,
  text,
  time,
  updatedSince,
} from '../../platform/http/schema.ts';

const maxSettlementsPerPage = 200;

export const settlement = object(
  {
    id: id('stl', 'Id of the settlement'),
    eventId: id('evt', 'Id of the event'),
    eventName: text('Name of the event', { examples: ['Harbour City Marathon 2027'] }),
    currency,
    status: oneOf(
      ['open', 'final', 'paid'],
      '`open`: not finalized; `final`: finalized, the balance is not 0; `paid`: finalized, the balance is 0',
    ),
    ordersPaid: count('Number of paid orders, including refunded orders'),
    ticketsSold: count('Number of tickets in paid orders, including refunded orders'),
    gross: money('Amount paid by buyers'),
    refunds: money('Amount refunded to buyers'),
    platformFees: money('Fees of the platform'),
    paymentFees: money('Fees of the payment provider'),
    taxes: money('Taxes on sales, minus the taxes of refunds'),
    net: money('What the event has earned: the share of the organizer, whoever received the payments'),
    collectedByPlatform: money('Amount that the platform has received from buyers, minus what it refunded'),
    collectedByOrganizer: money(
      'Amount that the organizer has received itself, for example by bank transfer, minus what it refunded',
    ),
    held: money('Amount of open disputes. It is part of the balance again when the dispute is won'),
    paidOut: money('Amount paid out to the organizer'),
    balance: money(
      'What the platform still owes to the organizer: what it has collected, minus fees, taxes, open disputes and payouts. ' +
        'Negative if the organizer owes it, for example the fees of payments that it received itself',
    ),
    updatedAt: time('Time of the last change to any of these fields'),
  },
  {
    $id: 'Settlement',
    example: {
      status: 'open',
      ordersPaid: 812,
      ticketsSold: 1544,
      gross: 8296204,
      refunds: 51085,
      platformFees: 197715,
      paymentFees: 138992,
      taxes: 1262930,
      net: 6645482,
      collectedByPlatform: 8145119,
      collectedByOrganizer: 100000,
      held: 0,
      paidOut: 0,
      balance: 6545482,
    },
    description:
      '`net` = `gross` − `refunds` − `platformFees` − `paymentFees` − `taxes`: what the event has earned. ' +
      '`balance` = `collectedByPlatform` − `platformFees` − `paymentFees` − `taxes` − `held` − `paidOut`: what the platform ' +
      'still owes. Test payments are nobody’s money: they are part of `gross`, `refunds` and `net`, but neither they nor their ' +
      'fees and taxes are part of `collectedByPlatform`, `collectedByOrganizer` or `balance`. `held` is the sum of the open ' +
      'disputes; each of the other amounts is the sum of its ledger entries.',
  },
);

export const settlementPage = page('SettlementPage', settlement, maxSettlementsPerPage);

const queryOfSeveral = listQuery(maxSettlementsPerPage, {
  eventId: anyOfIds('Only the settlements of these events', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd'),
  updatedSince,
});

/** The query parameters of the list. Without `several`, a filter has one value. */
export function settlementListQuery(filters: { several: boolean }): typeof queryOfSeveral {
  if (filters.several) return queryOfSeveral;
  // The handler accepts one value too.
  return listQuery(maxSettlementsPerPage, {
    eventId: idFilter('Only the settlement of this event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd'),
    updatedSince,
  }) as unknown as typeof queryOfSeveral;
}
