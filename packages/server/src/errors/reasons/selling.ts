import { reason, reasonOfFields } from '../reason.ts';

type Holds = { unitsHeld: number; unitsMax: number };

const formatUnits = (units: number) => `${units} ${units === 1 ? 'ticket or add-on' : 'tickets and add-ons'}`;

const tooManyHolds = (owner: string, { unitsHeld, unitsMax }: Holds) =>
  `${owner} has ${formatUnits(unitsHeld)} in unpaid reservations. At most ${unitsMax} can be reserved without payment. ` +
  'Pay or cancel one of the reservations, or wait until one expires: after 10 minutes, or later if it is paid by bank transfer.';

/** Reasons that concern carts, reservations and payments of buyers. */
export const sellingReasons = {
  invalid_cart: reasonOfFields('invalid_request', [['items.0.quantity', 'above_order_maximum']]),
  not_on_sale: reasonOfFields('invalid_state', [['items.0.ticketTypeId', 'sale_not_started']]),
  not_enough_left: reasonOfFields('sold_out', [['items.0.quantity', 'not_enough_left']]),
  total_changed: reason(
    'price_changed',
    ({ expectedTotal, total, currency }: { expectedTotal: number; total: number; currency: string }) =>
      `The cart costs ${total}, not ${expectedTotal}, in minor units of ${currency}. Nothing was reserved or created.`,
    { expectedTotal: 9_800, total: 10_217, currency: 'EUR' },
  ),
  waiting_room: reason(
    'not_admitted',
    ({ waitSeconds }: { waitSeconds: number }) =>
      `The event has a waiting room. Its page admits buyers in turn. The wait is about ${waitSeconds} seconds.`,
    { waitSeconds: 240 },
  ),
  order_too_expensive: reason(
    'invalid_request',
    ({ amountMax }: { amountMax: number; currency: string }) =>
      `An order can cost at most ${amountMax} minor units. Split it into several orders.`,
    { amountMax: 100_000_000_000, currency: 'EUR' },
  ),
  network_holds_too_much: reason('too_many_holds', (holds: Holds) => tooManyHolds('Your IP address', holds), {
    unitsHeld: 58,
    unitsMax: 60,
  }),
  ipv6_network_holds_too_much: reason(
    'too_many_holds',
    (holds: Holds) => tooManyHolds('The network of your IP address', holds),
    { unitsHeld: 238, unitsMax: 240 },
  ),
  order_holds_too_much: reason(
    'too_many_holds',
    ({ unitsMax }: { unitsMax: number }) =>
      `An unpaid order can have at most ${formatUnits(unitsMax)}. Reduce the quantities, or ask the organizer.`,
    { unitsMax: 30 },
  ),
  manual_orders_hold_too_much: reason(
    'too_many_holds',
    ({ unitsMax }: { unitsMax: number }) =>
      `Orders from your network that wait for a manual payment can have at most ${formatUnits(unitsMax)} together. ` +
      'Choose another payment method, or ask the organizer.',
    { unitsMax: 120 },
  ),
  email_holds_too_much: reason('too_many_holds', (holds: Holds) => tooManyHolds('This e-mail address', holds), {
    unitsHeld: 19,
    unitsMax: 20,
  }),
  unverified_email_holds_too_much: reason(
    'too_many_holds',
    ({ unitsMax }: { unitsMax: number }) =>
      `At most ${unitsMax} tickets and add-ons can be reserved for this e-mail address without payment. ` +
      'Verify the e-mail address and send its buyerToken, or try again later.',
    { unitsMax: 20 },
  ),
  reservation_not_found: reason(
    'not_found',
    ({ orderNumber }: { orderNumber: string }) =>
      `No order "${orderNumber}" belongs to this link or reservationToken. If the organizer has cancelled the order or invalidated the ` +
      'link, verify the e-mail address of the order to read it, or ask the organizer for a new link.',
    { orderNumber: '7K3Q9MX2PA' },
  ),
  token_of_other_email: reason(
    'invalid_state',
    'The buyerToken and the order have different e-mail addresses. Verify the e-mail address of the order.',
  ),
  order_not_payable: reason(
    'invalid_state',
    ({ orderNumber, status }: { orderNumber: string; status: string }) =>
      `The order ${orderNumber} ${status === 'expired' ? 'has expired' : `is ${status.replaceAll('_', ' ')}`}. ` +
      'Only a pending order can be paid.',
    { orderNumber: '7K3Q9MX2PA', status: 'expired' },
  ),
  sale_closed: reason(
    'invalid_state',
    'The event is archived, or its organizer is suspended. Its tickets are not sold. Nothing was paid.',
  ),
  payment_rejected: reason(
    'invalid_state',
    ({ message }: { message: string }) =>
      `The payment could not be started: ${message.replace(/\.?$/, '.')} Choose another way to pay.`,
    { message: 'The amount is too small' },
  ),
  no_payment_method: reason(
    'invalid_request',
    'The organizer has not set up a way to pay. Ask the organizer how to pay.',
    {},
    [['method', 'no_payment_method']],
  ),
  too_many_holders: reason(
    'invalid_request',
    'There are more ticket holders than tickets. Name at most one holder for each ticket.',
    {},
    [['attendees.2.ticketTypeId', 'too_many_holders']],
  ),
  wrong_code: reason(
    'invalid_request',
    'The code is wrong, was used, has expired, or was tried too often. Check it, or request a new one.',
    {},
    [['code', 'wrong_code']],
  ),
  page_file_not_found: reason('not_found', ({ file }: { file: string }) => `The page has no file "${file}".`, {
    file: 'main.js',
  }),
};
