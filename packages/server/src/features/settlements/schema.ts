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
} from '../../platform/http/schema.ts';

const settlementLimitMax = 200;

export const settlement = object(
  {
    id: id('stl', 'Id of the settlement'),
    eventId: id('evt', 'Its event'),
    eventName: text("Its event's name", { examples: ['Harbour City Marathon 2027'] }),
    currency,
    status: oneOf(['open', 'final', 'paid'], 'Whether it is open, closed, or paid out'),
    ordersPaid: count('How many orders were paid, including refunded ones'),
    ticketsSold: count('How many tickets those orders were for'),
    gross: money('Amount paid by buyers'),
    refunds: money('Amount refunded to buyers'),
    platformFees: money("The platform's fees"),
    paymentFees: money("The payment provider's fees"),
    taxes: money('Taxes, without refunded taxes'),
    net: money("The organizer's share"),
    paidOut: money('Amount paid out to the organizer'),
    balance: money('Amount still to be paid out'),
    updatedAt: time('When a figure or the status last changed'),
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
      'Each figure is the sum of its ledger entries.',
  },
);

export const settlementPage = page('SettlementPage', settlement, settlementLimitMax);

export const settlementListQuery = listQuery(settlementLimitMax, {
  eventId: idFilter('Only the settlement of this event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd'),
});
