import { externalPatch } from '../../platform/http/external-schema.ts';
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
  type TSchema,
  Type,
  text,
  time,
  visible,
} from '../../platform/http/schema.ts';
import { entitlement } from '../entitlements/http.ts';
import { cartFields, holderAddons, pricedAttendees, soldCartFields, soldHolderAddons } from '../inventory/http.ts';
import { maxLines, maxOrderLines, maxTicketsPerOrder } from '../inventory/index.ts';
import { buyerOrderExample, buyerOrderFields, feeBreakdown } from '../orders/http.ts';
import { answersField, answersPatch } from '../questions/http.ts';
import { maxPartOfName } from '../tickets/http.ts';

const optionalText = (description: string, maxLength: number, example: string) =>
  Type.Optional(nullable(visible(text(description, { maxLength, examples: [example] }))));

const buyerToken = Type.String({
  maxLength: 2_000,
  description: 'Token from `POST /otp/verify`, which proves that the e-mail address of the order belongs to the buyer',
  examples: ['byt_3qcK9wYbV0fJ2mQ7dXl5'],
});

const buyerNames = {
  name: optionalText('Name', 300, 'Ada Lovelace'),
  phone: optionalText('Telephone number', 50, '+49 40 5550123'),
};

/** The ticket holders of a new order. */
const attendeesWith = <A extends TSchema>(name: string, addons: A) =>
  Type.Optional(
    Type.Array(
      object(
        {
          ticketTypeId: id('tty', 'Id of a ticket type in this reservation'),
          holderName: optionalText('Name of the attendee', 300, 'Ada Lovelace'),
          firstName: optionalText(
            'First name of the attendee, together with `lastName` and in place of `holderName`',
            maxPartOfName,
            'Ada',
          ),
          lastName: optionalText('Last name of the attendee, together with `firstName`', maxPartOfName, 'Lovelace'),
          answers: answersField,
          addons,
        },
        { $id: name },
      ),
      {
        maxItems: maxTicketsPerOrder,
        description:
          'The attendees, if they are known; a ticket without an attendee has no holder name. In a reservation, each ticket needs an attendee ' +
          'if its type has `holderName` `required`, with both parts of the name if the event has `nameFields` `firstAndLast`, or if its holder must answer a question',
      },
    ),
  );
const attendees = attendeesWith('Attendee', holderAddons);

/** The ways in which a member sells an order by hand. */
const salesByHand = ['box_office', 'complimentary'] as const;

const newBuyer = object(
  {
    email: Type.Optional(
      nullable(emailAddress('E-mail address that the tickets are sent to. Without one, nothing is mailed')),
    ),
    ...buyerNames,
    answers: answersField,
  },
  { $id: 'NewBuyer', description: 'The buyer of an order that the organizer creates' },
);

/** An order that a program of the organizer creates. */
export const newOrder = object(
  {
    ...soldCartFields,
    currency: Type.Optional(
      Type.String({ ...currency, description: 'The currency of the event. Required if a `unitPrice` is stated' }),
    ),
    buyer: newBuyer,
    attendees: attendeesWith('SoldAttendee', soldHolderAddons),
    status: oneOf(
      ['paid', 'pending'],
      '`paid`: you have received the total; `pending`: the order holds its stock until you record the money or it expires',
    ),
    expiresAt: Type.Optional(
      time('When a pending order expires, at most 30 days from now. By default after 10 minutes'),
    ),
    ...externalPatch,
  },
  {
    $id: 'NewOrder',
    description: 'An order that you sell yourself, for example at a box office or in another shop',
    examples: [
      {
        eventId: 'evt_01kamz0g5ve4q8v5x2c4g6t0yd',
        items: [{ ticketTypeId: 'tty_01kamz0g5ve4q8v5x2c4g6t0yd', quantity: 2, unitPrice: 4900 }],
        expectedTotal: 9800,
        currency: 'EUR',
        buyer: { email: 'ada@example.com', name: 'Ada Lovelace' },
        status: 'paid',
        externalId: 'shop-4711',
      },
    ],
  },
);
export type NewOrderByProgram = Static<typeof newOrder>;

/** An order that a member creates by hand. */
export const newOrderByHand = object(
  {
    ...cartFields,
    buyer: newBuyer,
    attendees,
    sale: oneOf(
      salesByHand,
      '`box_office`: the organizer has received the money; `complimentary`: everything is free, and no fees are due',
    ),
  },
  { $id: 'NewOrderByHand', description: 'An order that a member creates by hand' },
);
export type NewOrderByHand = Static<typeof newOrderByHand>;

/** A cart whose price a member asks for. */
export const quoteByHand = object(
  { ...cartFields, attendees: pricedAttendees, sale: oneOf(salesByHand) },
  { $id: 'QuoteByHand', description: 'A cart to price for an order by hand' },
);

/** The tickets and add-ons to reserve, and their buyer. */
export const reserveRequest = object(
  {
    ...cartFields,
    buyer: object(
      {
        email: emailAddress('E-mail address that the tickets are sent to; it is verified before the order is paid'),
        ...buyerNames,
        answers: answersField,
      },
      { $id: 'BuyerDetails', description: 'The buyer' },
    ),
    attendees,
    buyerToken: Type.Optional(buyerToken),
  },
  { $id: 'ReserveRequest', description: 'The tickets and add-ons to reserve, and their buyer' },
);
export type Reservation = Static<typeof reserveRequest>;

const kind = oneOf(['ticket', 'addon'] as const);
const offerIds = {
  ticketTypeId: nullable(id('tty', 'Id of the ticket type; null for an add-on')),
  addonId: nullable(id('add', 'Id of the add-on; null for a ticket')),
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
      attendee: nullable(
        count('Index in `attendees` of the holder whom an add-on is for; null for lines of the order'),
      ),
    },
    {
      $id: 'PricedLine',
      example: {
        attendee: null,
        kind: 'ticket',
        addonId: null,
        name: 'Half marathon',
        quantity: 2,
        unitPrice: 4900,
        total: 9800,
      },
    },
  ),
  { maxItems: maxOrderLines, description: 'The lines of the order' },
);

const shortages = Type.Array(
  object(
    {
      kind,
      ...offerIds,
      name,
      requested: count('Requested quantity'),
      available: count('Available quantity'),
    },
    { $id: 'Shortage' },
  ),
  { maxItems: 2 * maxLines, description: 'Lines that exceed the stock' },
);

/** The price of a cart that a member sells by hand. */
export const quoteByHandResponse = object(
  { currency, lines, feeBreakdown, shortages },
  { $id: 'QuotedByHand', description: 'The price of an order by hand' },
);

const reservationTokenFields = {
  maxLength: 200,
  description: 'Token of the reservation. A client with this token can pay, cancel and read the order',
  examples: ['rsv_01kamz0g5ve4q8v5x2c4g6t0yd3q8Xb5Q2n7JcZy8L'],
};

const reservationToken = Type.String({
  ...reservationTokenFields,
  pattern: '^rsv_[A-Za-z0-9_-]+$',
});

/** Accepts any text: the error for a malformed token is the same as for the token of another order. */
const anyReservationToken = Type.String(reservationTokenFields);

/** An order number in upper or lower case. */
const anyOrderNumber = Type.String({ maxLength: 40, description: 'Number of the order', examples: ['7K3Q9MX2PA'] });

/**
 * The schemas that list payment methods.
 *
 * @param paymentMethods the names of the methods that an operator can enable
 */
export function checkoutSchemas(paymentMethods: readonly string[]) {
  const methods = Type.Array(oneOf(paymentMethods), {
    maxItems: paymentMethods.length,
    description: 'Payment methods for the order. The list is empty if the organizer has not set up a payment method',
  });

  const quoteResponse = object(
    {
      eventId: id('evt', 'Id of the event'),
      currency,
      lines,
      feeBreakdown,
      shortages,
      paymentMethods: methods,
      requiresVerifiedEmail: Type.Boolean({
        description: 'Whether a reservation needs the `buyerToken` of the buyer’s e-mail address',
        examples: [false],
      }),
    },
    { $id: 'Quote', description: 'Current price of a cart', example: { shortages: [] } },
  );
  const reserveResponse = object(
    {
      orderNumber,
      reservationToken,
      status: oneOf(['pending'] as const, 'The order holds its stock'),
      eventId: id('evt', 'Id of the event'),
      currency,
      expiresAt: time('When the order expires and its stock is released, unless the order is paid before'),
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
      reservationToken: anyReservationToken,
      buyerToken,
      method: Type.Optional(oneOf(paymentMethods, 'One of `paymentMethods`; not needed if the total is 0')),
      returnUrl: Type.Optional(
        Type.String({
          maxLength: 2_000,
          description:
            'The page of your shop to which the payment provider returns the buyer, on a website that the organizer has allowed in the ' +
            'settings of the dashboard. `orderNumber` and `payment`, `paid` or `cancelled`, are added to its query. By default the page of ' +
            'the event. A payment that was started before keeps its page',
          examples: ['https://shop.example.com/thanks'],
        }),
      ),
    },
    { $id: 'PayRequest', description: 'The reservation to pay, and the payment method' },
  );

  return { quoteResponse, reserveResponse, payRequest };
}

type CheckoutSchemas = ReturnType<typeof checkoutSchemas>;
export type Quote = Static<CheckoutSchemas['quoteResponse']>;
export type ReserveResponse = Static<CheckoutSchemas['reserveResponse']>;
export type PayRequest = Static<CheckoutSchemas['payRequest']>;

/** Instructions for a payment from the buyer directly to the organizer. */
const paymentInstructions = object(
  {
    accountHolder: nullable(
      text('Holder of the bank account', { maxLength: 200, examples: ['Harbour Running Club e.V.'] }),
    ),
    iban: nullable(text('IBAN of the bank account', { maxLength: 34, examples: ['DE89370400440532013000'] })),
    bic: nullable(text('BIC of the bank', { maxLength: 11, examples: ['COBADEFFXXX'] })),
    text: nullable(
      text('Additional payment instructions from the organizer', { examples: ['Or pay in cash at our office.'] }),
    ),
    reference: orderNumber,
    amount: money('Amount to pay'),
    currency,
    dueAt: time('Payment deadline. After it, the order expires and its stock can be bought again'),
    epcQr: nullable(
      text(
        'Text of a QR code for banking apps (EPC069-12); null if it cannot be created, for example if the amount is not in euro',
        {
          maxLength: 331,
          examples: [
            'BCD\n002\n1\nSCT\nCOBADEFFXXX\nHarbour Running Club e.V.\nDE89370400440532013000\nEUR102.17\n\n\n7K3Q9MX2PA',
          ],
        },
      ),
    ),
  },
  { $id: 'PaymentInstructions', description: 'Instructions for paying an order whose payment the organizer confirms' },
);
export type PaymentInstructions = Static<typeof paymentInstructions>;

/** Null if the buyer does not pay the organizer directly. */
const nullableInstructions = nullable(paymentInstructions);

export const payResponse = object(
  {
    orderNumber,
    status: oneOf(['paid', 'pending'] as const, '`paid`: the order is paid; `pending`: the buyer must still pay'),
    redirectUrl: nullable(text('URL of the page where the buyer pays', { maxLength: 10_000 })),
    expiresAt: nullable(time('When a pending order expires and its stock is released')),
    paymentInstructions: nullableInstructions,
  },
  { $id: 'PayResult', description: 'Status of the order and, if it is not paid yet, the next step for the buyer' },
);
export type PayResponse = Static<typeof payResponse>;

export const cancelRequest = object(
  {
    orderNumber: anyOrderNumber,
    reservationToken: anyReservationToken,
  },
  { $id: 'CancelRequest', description: 'The reservation to cancel' },
);

export const cancelResponse = object(
  { orderNumber, status: oneOf(['cancelled'] as const, 'The order is cancelled, and its stock can be bought again') },
  { $id: 'CancelledReservation', description: 'A reservation that was cancelled' },
);

const ownAnswers = (description: string) =>
  Type.Optional(object({ answers: answersPatch }, { $id: 'OwnAnswers', description }));

/** The answers that a buyer changes. */
export const ownOrderPatch = object(
  {
    buyer: ownAnswers('The buyer'),
    tickets: Type.Optional(
      Type.Array(
        object({ id: id('tkt', 'Id of a ticket of the order'), answers: answersPatch }, { $id: 'OwnTicketAnswers' }),
        { maxItems: maxTicketsPerOrder, description: 'The tickets whose holders have other answers' },
      ),
    ),
  },
  { $id: 'OwnOrderAnswers', description: 'The answers of an order to change' },
);

export const buyerOrder = object(
  {
    ...buyerOrderFields,
    answersUntil: time('Until when the answers can be changed with `PATCH`'),
    entitlements: Type.Array(entitlement, {
      maxItems: maxOrderLines,
      description: 'The add-ons of the order and their remaining units',
    }),
    paymentInstructions: nullableInstructions,
  },
  { $id: 'BuyerOrder', description: 'An order as it is returned to its buyer', example: buyerOrderExample },
);
