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
  description: 'Quantity',
  examples: [2],
});

const cartFields = {
  eventId: id('evt', 'Id of the event'),
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

/** A cart to price. */
export const quoteRequest = object(cartFields, { $id: 'QuoteRequest', description: 'A cart to price' });
export type Cart = Static<typeof quoteRequest>;

const optional = (description: string, maxLength: number, example: string) =>
  Type.Optional(nullable(text(description, { maxLength, examples: [example] })));

const buyerToken = Type.String({
  maxLength: 2_000,
  description: 'Proves that the e-mail address of the order belongs to the buyer: see `POST /otp/verify`',
  examples: ['byt_3qcK9wYbV0fJ2mQ7dXl5'],
});

/** The tickets and add-ons to reserve, and their buyer. */
export const reserveRequest = object(
  {
    ...cartFields,
    buyer: object(
      {
        email: emailAddress('The address that tickets are sent to; it is verified before the order is paid'),
        name: optional('Name', 300, 'Ada Lovelace'),
        phone: optional('Telephone number', 50, '+49 40 5550123'),
      },
      { $id: 'BuyerDetails', description: 'The buyer' },
    ),
    attendees: Type.Optional(
      Type.Array(
        object(
          {
            ticketTypeId: id('tty', 'A ticket type of this reservation'),
            holderName: optional('Name of the attendee', 300, 'Ada Lovelace'),
          },
          { $id: 'Attendee' },
        ),
        { maxItems: ticketsPerOrderMax, description: 'The attendees who are known already' },
      ),
    ),
    buyerToken: Type.Optional(buyerToken),
  },
  { $id: 'ReserveRequest', description: 'The tickets and add-ons to reserve, and their buyer' },
);
export type Reservation = Static<typeof reserveRequest>;

const kind = oneOf(['ticket', 'addon'] as const);
const offerIds = {
  ticketTypeId: nullable(id('tty', 'The ticket type; null for an add-on')),
  addonId: nullable(id('add', 'The add-on; null for a ticket')),
};
const name = text('Name', { examples: ['Half marathon'] });

const lines = Type.Array(
  object(
    {
      kind,
      ...offerIds,
      name,
      quantity: count('Quantity'),
      unitPrice: money('Unit price'),
      total: money('Unit price times quantity'),
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
  description: 'From the reservation. Anyone who has it can pay, cancel and read the order',
  examples: ['rsv_01kamz0g5ve4q8v5x2c4g6t0yd3q8Xb5Q2n7JcZy8L'],
};

const reservationToken = Type.String({
  ...tokenTerms,
  pattern: '^rsv_[A-Za-z0-9_-]+$',
});

/** Any text: a malformed token gets the same error as the token of another order. */
const sentReservationToken = Type.String(tokenTerms);

/** In upper or lower case. */
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
      'How the order can be paid. Empty if it cannot be paid here, because the organizer has not set up a payment method',
  });

  const quoteResponse = object(
    {
      eventId: id('evt', 'Id of the event'),
      currency,
      lines,
      feeBreakdown,
      shortages: Type.Array(
        object(
          {
            kind,
            ...offerIds,
            name,
            requested: count('Requested quantity'),
            available: count('Quantity that is available now'),
          },
          { $id: 'Shortage' },
        ),
        { maxItems: 2 * linesMax, description: 'Lines that exceed the stock' },
      ),
      paymentMethods: methods,
      requiresVerifiedEmail: Type.Boolean({
        description: 'Whether a reservation needs the `buyerToken` of the buyer’s e-mail address',
        examples: [false],
      }),
    },
    { $id: 'Quote', description: 'Price that an order would have now', example: { shortages: [] } },
  );
  const reserveResponse = object(
    {
      orderNumber,
      reservationToken,
      status: oneOf(['pending'] as const, 'The order holds its stock'),
      eventId: id('evt', 'Id of the event'),
      currency,
      expiresAt: time('When it stops holding its stock, unless it is paid'),
      lines,
      feeBreakdown,
      paymentMethods: methods,
    },
    {
      $id: 'Reservation',
      description: 'A pending order, which holds its stock until it is paid, is cancelled or expires',
    },
  );
  const payRequest = object(
    {
      orderNumber: anyOrderNumber,
      reservationToken: sentReservationToken,
      buyerToken,
      method: Type.Optional(oneOf(paymentMethods, 'One of `paymentMethods`; not needed if the total is 0')),
    },
    { $id: 'PayRequest', description: 'The reservation to pay, and the payment method' },
  );

  return { quoteResponse, reserveResponse, payRequest };
}

type CheckoutSchemas = ReturnType<typeof checkoutSchemas>;
export type Quote = Static<CheckoutSchemas['quoteResponse']>;
export type ReserveResponse = Static<CheckoutSchemas['reserveResponse']>;
export type PayRequest = Static<CheckoutSchemas['payRequest']>;

/** How a buyer pays the organizer directly. */
const paymentInstructions = object(
  {
    accountHolder: nullable(text('Holder of the account', { maxLength: 200, examples: ['Harbour Running Club e.V.'] })),
    iban: nullable(text('IBAN of the account', { maxLength: 34, examples: ['DE89370400440532013000'] })),
    bic: nullable(text('BIC of its bank', { maxLength: 11, examples: ['COBADEFFXXX'] })),
    text: nullable(text('More payment instructions of the organizer', { examples: ['Or pay in cash at our office.'] })),
    reference: orderNumber,
    amount: money('Amount to pay'),
    currency,
    dueAt: time('Payment deadline: then the order expires, and its stock can be bought again'),
    epcQr: nullable(
      text('The text of a QR code that banking apps read (EPC069-12); null if the amount is not in euro', {
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

/** Null if the buyer does not pay the organizer directly. */
const awaitedPayment = nullable(paymentInstructions);

export const payResponse = object(
  {
    orderNumber,
    status: oneOf(['paid', 'pending'] as const, 'Whether it is paid already'),
    redirectUrl: nullable(text('The page where the buyer pays', { maxLength: 10_000 })),
    expiresAt: nullable(time('When a pending order stops holding its stock')),
    paymentInstructions: awaitedPayment,
  },
  { $id: 'PayResult', description: 'Whether the order is paid, and if not, the next step of the buyer' },
);
export type PayResponse = Static<typeof payResponse>;

export const cancelRequest = object(
  {
    orderNumber: anyOrderNumber,
    reservationToken: sentReservationToken,
  },
  { $id: 'CancelRequest', description: 'The reservation to cancel' },
);

export const cancelResponse = object(
  { orderNumber, status: oneOf(['cancelled'] as const, 'Its stock can be bought again') },
  { $id: 'CancelledReservation', description: 'A reservation that was cancelled' },
);

export const buyerOrder = object(
  {
    ...buyerOrderFields,
    entitlements: Type.Array(entitlement, {
      maxItems: 2 * linesMax,
      description: 'Add-ons of the order and their remaining units',
    }),
    paymentInstructions: awaitedPayment,
  },
  { $id: 'BuyerOrder', description: 'An order as its buyer sees it', example: buyerOrderExample },
);
