import {
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
    net: money('Share of the organizer'),
    paidOut: money('Amount paid out to the organizer'),
    balance: money('Amount that is not paid out yet'),
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
      paidOut: 0,
      balance: 6645482,
    },
    description:
      '`net` = `gross` − `refunds` − `platformFees` − `paymentFees` − `taxes`; `balance` = `net` − `paidOut`. ' +
      'Each of the other amounts is the sum of its ledger entries.',
  },
);

export const settlementPage = page('SettlementPage', settlement, maxSettlementsPerPage);

export const settlementListQuery = listQuery(maxSettlementsPerPage, {
  eventId: idFilter('Only the settlement of this event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd'),
  updatedSince,
});
