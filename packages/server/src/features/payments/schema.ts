import {
  anyOfOrderNumbers,
  currency,
  id,
  listQuery,
  money,
  nullable,
  object,
  oneOf,
  orderNumber,
  page,
  text,
  time,
  timeFilters,
} from '../../platform/http/schema.ts';

const maxPaymentsPerPage = 100;

const paymentFields = {
  id: id('pay', 'Id of the payment'),
  orderNumber,
  method: text('Payment method', { maxLength: 50, examples: ['stripe'] }),
  status: oneOf(
    ['open', 'closing', 'closed', 'paid', 'refused', 'failed'],
    '`open`: the buyer can pay; `closing`, `closed`: the order was paid in another way, or is no longer pending; `paid`: the money ' +
      'was received; `refused`: another amount was received and is refunded; `failed`: the provider received no money',
  ),
  amount: money('Amount'),
  currency,
  receivedBy: nullable(
    oneOf(
      ['platform', 'organizer', 'nobody'],
      'Who receives the money; `nobody` if the method only simulates payments. Null in payments of earlier versions',
    ),
  ),
  reference: nullable(
    text('Id of the payment at its provider, or the reference of the money that the organizer has received', {
      maxLength: 1_000,
      examples: ['cs_live_a1b2c3'],
    }),
  ),
  createdAt: time('When the payment was started'),
  updatedAt: time('When the payment last changed'),
  paidAt: nullable(time('When the money was received')),
};

const example = { method: 'stripe', status: 'paid', amount: 10217, receivedBy: 'platform' };

export const payment = object(paymentFields, { $id: 'Payment', description: 'A payment of an order', example });

/** A payment in the event `payment.received`. */
export const receivedPayment = object(
  { ...paymentFields, eventId: id('evt', 'Id of the event of the order') },
  { $id: 'ReceivedPayment', description: 'A payment whose money was received', example },
);

export const paymentPage = page('PaymentPage', payment, maxPaymentsPerPage);

export const paymentListQuery = listQuery(maxPaymentsPerPage, {
  orderNumber: anyOfOrderNumbers,
  ...timeFilters('createdAt', '`orderNumber`'),
});
