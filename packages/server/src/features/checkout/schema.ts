import {
  count,
  currency,
  emailAddress,
  id,
  money,
  nullable,
  object,
  oneOf,
  orderNumber,
  type Static,
  Type,
  text,
  time,
} from '../../platform/http/schema.ts';
import { entitlement } from '../entitlements/http.ts';
import { ticketsPerOrderMax } from '../inventory/index.ts';
import { buyerOrderExample, buyerOrderFields, feeBreakdown } from '../orders/http.ts';

const linesMax = 50;

const quantity = Type.Integer({
  minimum: 1,
  maximum: ticketsPerOrderMax,
  format: 'int32',
  description: 'How many',
  examples: [2],
});

const cartFields = {
  eventId: id('evt', 'The event'),
  items: Type.Optional(
    Type.Array(object({ ticketTypeId: id('tty', 'A ticket type of the event'), quantity }, { $id: 'CartTicket' }), {
      maxItems: linesMax,
      description: 'Tickets, a line for each type',
    }),
  ),
  addons: Type.Optional(
    Type.Array(object({ addonId: id('add', 'An add-on of the event'), quantity }, { $id: 'CartAddon' }), {
      maxItems: linesMax,
      description: 'Add-ons, a line for each',
    }),
  ),
};

/** What is to be priced. */
export const cart = object(cartFields, { $id: 'QuoteRequest', description: 'What is to be priced' });
export type Cart = Static<typeof cart>;

const optional = (description: string, maxLength: number, example: string) =>
  Type.Optional(nullable(text(description, { maxLength, examples: [example] })));

const buyerToken = Type.String({
  maxLength: 2_000,
  description: 'Shows that the e-mail address of the order is the buyer’s: see `POST /otp/verify`',
  examples: ['byt_3qcK9wYbV0fJ2mQ7dXl5'],
});

/** What is to be held, and for whom. */
export const reservation = object(
  {
    ...cartFields,
    buyer: object(
      {
        email: emailAddress('Where the tickets go; it is verified before the order is paid'),
        name: optional('Name', 300, 'Ada Lovelace'),
        phone: optional('Telephone number', 50, '+49 40 5550123'),
      },
      { $id: 'BuyerDetails', description: 'Who buys' },
    ),
    attendees: Type.Optional(
      Type.Array(
        object(
          {
            ticketTypeId: id('tty', 'One of the ticket types that are bought'),
            holderName: optional('Who will come', 300, 'Ada Lovelace'),
          },
          { $id: 'Attendee' },
        ),
        { maxItems: ticketsPerOrderMax, description: 'Who the tickets are for, as far as that is known' },
      ),
    ),
    buyerToken: Type.Optional(buyerToken),
  },
  { $id: 'ReserveRequest', description: 'What is to be held, and for whom' },
);
export type Reservation = Static<typeof reservation>;

const kind = oneOf(['ticket', 'addon'] as const);
const offerIds = {
  ticketTypeId: nullable(id('tty', 'The ticket type, where it is one')),
  addonId: nullable(id('add', 'The add-on, where it is one')),
};
const name = text('What it is called', { examples: ['Half marathon'] });

const lines = Type.Array(
  object(
    {
      kind,
      ...offerIds,
      name,
      quantity: count('How many'),
      unitPrice: money('Price of one'),
      total: money('Price of all'),
    },
    {
      $id: 'PricedLine',
      example: { kind: 'ticket', addonId: null, name: 'Half marathon', quantity: 2, unitPrice: 4900, total: 9800 },
    },
  ),
  { maxItems: 2 * linesMax, description: 'The lines of the order' },
);

const tokenTerms = {
  maxLength: 200,
  description: 'From the reservation: whoever has it can pay, cancel and read the order',
  examples: ['rsv_01kamz0g5ve4q8v5x2c4g6t0yd3q8Xb5Q2n7JcZy8L'],
};

const reservationToken = Type.String({
  ...tokenTerms,
  pattern: '^rsv_[A-Za-z0-9_-]+$',
});

/** Any text: another text is answered like the token of another order. */
const sentReservationToken = Type.String(tokenTerms);

/** A number is taken in any case. */
const anyOrderNumber = Type.String({ maxLength: 40, description: 'Number of the order', examples: ['7K3Q9MX2PA'] });

/**
 * The schemas that list payment methods.
 *
 * @param paymentMethods the names of those that an operator can choose from
 */
export function checkoutSchemas(paymentMethods: readonly string[]) {
  const methods = Type.Array(oneOf(paymentMethods), {
    maxItems: paymentMethods.length,
    description:
      'How the order can be paid. Empty if it cannot be paid here, because the organizer has set no way to pay',
  });

  const quote = object(
    {
      eventId: id('evt', 'The event'),
      currency,
      lines,
      feeBreakdown,
      shortages: Type.Array(
        object(
          {
            kind,
            ...offerIds,
            name,
            requested: count('How many were asked for'),
            available: count('How many are available now'),
          },
          { $id: 'Shortage' },
        ),
        { maxItems: 2 * linesMax, description: 'Lines with less stock than was asked for' },
      ),
      paymentMethods: methods,
      requiresVerifiedEmail: Type.Boolean({
        description: 'Whether a reservation needs the `buyerToken` of the buyer’s e-mail address',
        examples: [false],
      }),
    },
    { $id: 'Quote', description: 'What an order would cost now', example: { shortages: [] } },
  );
  const reserved = object(
    {
      orderNumber,
      reservationToken,
      status: oneOf(['pending'] as const, 'The order holds its stock'),
      eventId: id('evt', 'The event'),
      currency,
      expiresAt: time('Until when it holds its stock'),
      lines,
      feeBreakdown,
      paymentMethods: methods,
    },
    {
      $id: 'Reservation',
      description: 'A pending order, which holds its stock until it is paid, is cancelled or expires',
    },
  );
  const payment = object(
    {
      orderNumber: anyOrderNumber,
      reservationToken: sentReservationToken,
      buyerToken,
      method: Type.Optional(oneOf(paymentMethods, 'One of `paymentMethods`; not needed if the total is 0')),
    },
    { $id: 'PayRequest', description: 'Which reservation is to be paid, and how' },
  );

  return { quote, reserved, payment };
}

type CheckoutSchemas = ReturnType<typeof checkoutSchemas>;
export type Quote = Static<CheckoutSchemas['quote']>;
export type Reserved = Static<CheckoutSchemas['reserved']>;
export type Payment = Static<CheckoutSchemas['payment']>;

/** How a buyer pays the organizer directly. */
const paymentInstructions = object(
  {
    accountHolder: nullable(text('Who holds the account', { maxLength: 200, examples: ['Harbour Running Club e.V.'] })),
    iban: nullable(text('IBAN of the account', { maxLength: 34, examples: ['DE89370400440532013000'] })),
    bic: nullable(text('BIC of its bank', { maxLength: 11, examples: ['COBADEFFXXX'] })),
    text: nullable(text('What the organizer says about paying', { examples: ['Or pay in cash at our office.'] })),
    reference: orderNumber,
    amount: money('What is to be paid'),
    currency,
    dueAt: time('Until when: then the order expires and its stock goes back on sale'),
    epcQr: nullable(
      text('The text of a QR code that banking apps read (EPC069-12); null where the amount is not in euro', {
        maxLength: 331,
        examples: [
          'BCD\n002\n1\nSCT\nCOBADEFFXXX\nHarbour Running Club e.V.\nDE89370400440532013000\nEUR102.17\n\n\n7K3Q9MX2PA',
        ],
      }),
    ),
  },
  { $id: 'PaymentInstructions', description: 'How to pay an order whose payment the organizer confirms' },
);
export type PaymentInstructions = Static<typeof paymentInstructions>;

/** Null where the buyer does not pay the organizer directly. */
const awaitedPayment = nullable(paymentInstructions);

export const paymentAnswer = object(
  {
    orderNumber,
    status: oneOf(['paid', 'pending'] as const, 'Whether it is paid already'),
    redirectUrl: nullable(text('Where the buyer goes to pay', { maxLength: 10_000 })),
    expiresAt: nullable(time('Until when a pending order holds its stock')),
    paymentInstructions: awaitedPayment,
  },
  { $id: 'PayResult', description: 'Whether the order is paid, or what the buyer does next' },
);
export type PaymentAnswer = Static<typeof paymentAnswer>;

export const cancelRequest = object(
  {
    orderNumber: anyOrderNumber,
    reservationToken: sentReservationToken,
  },
  { $id: 'CancelRequest', description: 'Which reservation is to be cancelled' },
);

export const cancelledReservation = object(
  { orderNumber, status: oneOf(['cancelled'] as const, 'Its stock can be bought again') },
  { $id: 'CancelledReservation', description: 'A reservation that was cancelled' },
);

export const buyerOrder = object(
  {
    ...buyerOrderFields,
    entitlements: Type.Array(entitlement, {
      maxItems: 2 * linesMax,
      description: 'Its add-ons, and the units left of them',
    }),
    paymentInstructions: awaitedPayment,
  },
  { $id: 'BuyerOrder', description: 'An order as its buyer sees it', example: buyerOrderExample },
);
