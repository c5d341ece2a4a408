import { count, currency, id, money, nullable, object, oneOf, Type, text, time } from '../../platform/http/schema.ts';

/** The maximum number of days in a period of the overview. */
export const maxPeriodDays = 366;

const day = (description: string) =>
  Type.String({ description, pattern: '^[12]\\d{3}-\\d{2}-\\d{2}$', maxLength: 10, examples: ['2026-11-20'] });

export const overviewQuery = object({
  from: day('The first day, in the time zone of the organizer'),
  to: day('The last day'),
  eventId: Type.Optional(
    Type.String({
      description: 'Only the figures of this event',
      minLength: 1,
      maxLength: 100,
      examples: ['evt_01kamz0g5ve4q8v5x2c4g6t0yd'],
    }),
  ),
});

const figureFields = {
  orders: count('Number of paid orders'),
  tickets: count('Number of sold tickets, including tickets that were refunded later'),
  ticketsRefunded: count('Number of refunded tickets'),
  gross: money('Amount paid by buyers'),
  refunds: money('Amount refunded to buyers'),
  fees: money('Fees of the platform and of payments'),
  taxes: money('Taxes'),
  net: money('`gross` without refunds, fees and taxes'),
};

const figures = object(figureFields, { $id: 'Figures', description: 'Sums of the ledger of a period' });

const overviewDay = object(
  { day: day('The day'), ...figureFields, balance: nullable(money('The balance at the end of the day')) },
  { $id: 'OverviewDay', description: 'The sums of one day. `balance` is null if the overview is about one event' },
);

const overviewEvent = object(
  {
    eventId: id('evt', 'Id of the event'),
    name: text('Name of the event', { examples: ['Harbour City Marathon 2027'] }),
    previousGross: money('`gross` in the period before'),
    ...figureFields,
  },
  { $id: 'OverviewEvent', description: 'The sums of one event' },
);

const overviewOffer = object(
  {
    eventId: id('evt', 'Id of the event'),
    eventName: text('Name of the event', { examples: ['Harbour City Marathon 2027'] }),
    offerId: text('Id of the ticket type or add-on', { maxLength: 30, examples: ['tty_01kamz0g5ve4q8v5x2c4g6t0yd'] }),
    kind: oneOf(['ticket', 'addon'], 'Whether this is a ticket type or an add-on'),
    name: text('Name of the ticket type or add-on', { examples: ['Half marathon'] }),
    ...figureFields,
  },
  {
    $id: 'OverviewOffer',
    description:
      'The sums of a ticket type or add-on. `tickets` is the sold quantity. Amounts of orders are divided by price',
  },
);

const overviewCurrency = object(
  {
    currency,
    total: figures,
    previous: figures,
    balance: nullable(money('The balance at the end of the period; null if the overview is about one event')),
    balanceBefore: nullable(money('The balance before the first day of the period before')),
    days: Type.Array(overviewDay, {
      description: 'The days of the period that have ledger entries, in order',
      maxItems: maxPeriodDays,
    }),
    previousDays: Type.Array(overviewDay, {
      description: 'The days of the period before that have ledger entries',
      maxItems: maxPeriodDays,
    }),
    events: Type.Array(overviewEvent, { description: 'The events with the highest `gross`', maxItems: 50 }),
    offers: Type.Array(overviewOffer, {
      description: 'The ticket types and add-ons with the highest `gross`',
      maxItems: 50,
    }),
  },
  { $id: 'OverviewCurrency', description: 'The figures in one currency' },
);

export const overview = object(
  {
    from: day('The first day of the period'),
    to: day('The last day of the period'),
    previousFrom: day('The first day of the period before, which has the same length'),
    previousTo: day('The last day of the period before'),
    timezone: text('The time zone of the days', { maxLength: 64, examples: ['Europe/Berlin'] }),
    currencies: Type.Array(overviewCurrency, { description: 'The currency of the organizer comes first' }),
  },
  { $id: 'Overview', description: 'The figures of a period beside those of the period before' },
);

export const checklist = object(
  {
    payments: Type.Boolean({
      description:
        'Whether buyers can pay: with a method of the service, or directly by the bank account or the text of the organizer',
    }),
    imprint: Type.Boolean({ description: 'Whether the URL of the imprint is set' }),
    terms: Type.Boolean({ description: 'Whether the URL of the terms of sale is set' }),
    privacy: Type.Boolean({ description: 'Whether the URL of the privacy policy is set' }),
    event: Type.Boolean({ description: 'Whether there is an event' }),
    testOrder: Type.Boolean({ description: 'Whether there was an order, in the sandbox or with the live organizer' }),
    hasSales: Type.Boolean({ description: 'Whether the live organizer has a paid order' }),
  },
  { $id: 'Checklist', description: 'What a new organizer has done before its first sale' },
);

const orderMoney = object(
  {
    orderNumber: text('Number of the order', { maxLength: 10, examples: ['7K3Q9MX2PA'] }),
    amount: money('The disputed or refunded amount'),
    currency,
  },
  { $id: 'OrderMoney', description: 'Money of an order' },
);

export const attention = object(
  {
    unpayable: Type.Boolean({
      description:
        'Whether tickets are on sale that nobody can pay for, because buyers pay the organizer directly and there is neither a bank account nor a text that says how to pay',
    }),
    failingEndpoints: nullable(
      Type.Array(
        object(
          {
            id: id('whk', 'Id of the endpoint'),
            url: text('The URL of the endpoint', { maxLength: 2_000, examples: ['https://example.com/hooks'] }),
            failingSince: time('The time of the first failure since the last success'),
          },
          { $id: 'FailingEndpoint', description: 'A webhook endpoint that is failing' },
        ),
        { description: 'The endpoints that are failing; null if your role must not read endpoints' },
      ),
    ),
    failedMails: nullable(
      Type.Array(text('Number of the order', { maxLength: 10, examples: ['7K3Q9MX2PA'] }), {
        description: 'The orders with mails that could not be sent; null if your role must not read orders',
      }),
    ),
    failedRefunds: nullable(
      Type.Array(
        object(
          {
            id: id('rfd', 'Id of the refund'),
            orderNumber: text('Number of the order', { maxLength: 10, examples: ['7K3Q9MX2PA'] }),
            amount: money('The amount that did not reach the buyer'),
            currency,
          },
          { $id: 'FailedRefund', description: 'A refund that the payment provider rejected' },
        ),
        { description: 'The refunds that failed and were not retried; null if your role must not read orders' },
      ),
    ),
    openDisputes: nullable(
      Type.Array(orderMoney, {
        description: 'The disputes that have not ended; null if your role must not read orders',
      }),
    ),
    refundsWithoutTickets: nullable(
      Type.Array(orderMoney, {
        description:
          'The refunds made at the payment provider for which you must say which tickets become void; null if your role must not read orders',
      }),
    ),
    unpaidOrders: nullable(
      count(
        'Number of orders that wait for money for more than an hour, at most 1000; null if your role must not read orders',
      ),
    ),
    unpaidUnitsOfOneSource: nullable(
      count(
        'Number of tickets and add-ons that orders from one IP address or network hold while they wait for a manual payment, if it is unusually high; otherwise null, and if your role must not read orders',
      ),
    ),
    soldOut: Type.Array(
      object(
        {
          eventId: id('evt', 'Id of the event'),
          eventName: text('Name of the event', { examples: ['Harbour City Marathon 2027'] }),
          ticketTypeId: id('tty', 'Id of the ticket type'),
          name: text('Name of the ticket type', { examples: ['Half marathon'] }),
        },
        { $id: 'SoldOutTicketType', description: 'A ticket type without available tickets' },
      ),
      { description: 'The sold-out ticket types of published events that have not ended' },
    ),
  },
  { $id: 'Attention', description: 'What needs attention. Each list has at most 20 rows' },
);
