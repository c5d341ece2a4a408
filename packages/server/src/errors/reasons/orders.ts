import { reason } from '../reason.ts';

const orderNumber = '7K3Q9MX2PA';
const ticketId = 'tkt_01kamz0g5ve4q8v5x2c4g6t0yd';

const statusText = (status: string) => status.replaceAll('_', ' ');

type NamedOrder = { orderNumber: string };
type NamedTicket = { ticketId: string };
type UsedTicket = NamedTicket & { usedAt: string };
type Transition = NamedOrder & { status: string; action: string; allowed: readonly string[] };
type RefundRange = { name: string; itemId: string; quantity: number; quantityMax: number };
type AmountRange = { amountMax: number; amountMaxText: string; step: number };
type PayoutRange = { balance: number; currency: string; balanceText: string };
type Units = { name: string; unitsLeft: number; units: number };

const formatUnits = (count: number) => `${count} ${count === 1 ? 'unit' : 'units'}`;

/** Reasons that concern orders, tickets, entitlements, refunds and settlements. */
export const orderReasons = {
  order_not_found: reason('not_found', (p: NamedOrder) => `You have no order "${p.orderNumber}".`, { orderNumber }),
  order_exists: reason(
    'invalid_state',
    ({ externalId, orderNumber }: NamedOrder & { externalId: string }) =>
      `Your order ${orderNumber} has the externalId "${externalId}". Read that order, or choose another externalId.`,
    { externalId: 'shop-4711', orderNumber },
    [['externalId', 'external_id_taken']],
  ),
  order_state_forbids_action: reason(
    'invalid_state',
    ({ orderNumber, status, action, allowed }: Transition) =>
      `The order ${orderNumber} is ${statusText(status)}. Only an order that is ${statusText(allowed.join(' or '))} can be ${action}.`,
    { orderNumber, status: 'expired', action: 'cancelled', allowed: ['pending'] },
  ),
  order_buyer_removed: reason(
    'invalid_state',
    (p: NamedOrder) =>
      `The order ${p.orderNumber} was never paid, and its buyer was removed. It can no longer be paid.`,
    { orderNumber },
  ),
  personal_data_removed: reason(
    'invalid_state',
    (p: NamedOrder) =>
      `The personal data of the order ${p.orderNumber} was removed. It gets no new names and no e-mails.`,
    { orderNumber },
  ),
  refund_preview_outdated: reason(
    'invalid_state',
    (p: NamedOrder) =>
      `There was another refund of the order ${p.orderNumber} since the preview, so this refund was not made. Look at the new preview.`,
    { orderNumber },
  ),
  order_has_no_tickets: reason(
    'invalid_state',
    ({ orderNumber, status }: NamedOrder & { status: string }) =>
      `The order ${orderNumber} is ${statusText(status)}. Only an order that is paid or partially refunded has usable tickets.`,
    { orderNumber, status: 'pending' },
  ),
  order_has_no_email: reason(
    'invalid_state',
    (p: NamedOrder) =>
      `The order ${p.orderNumber} has no e-mail address. Print its tickets, or correct the buyer first.`,
    { orderNumber },
  ),
  expired_order_sold_out: reason(
    'sold_out',
    ({ name }: { name: string }) => `The order has expired, and not enough of "${name}" is left to sell it again.`,
    { name: 'Half marathon' },
  ),
  ticket_not_refundable: reason(
    'invalid_request',
    (p: NamedTicket) => `"${p.ticketId}" is not a refundable ticket of this order.`,
    { ticketId },
  ),
  order_item_not_found: reason(
    'invalid_request',
    ({ itemId }: { itemId: string }) => `"${itemId}" is not an item of this order.`,
    { itemId: 'itm_01kamz0g5ve4q8v5x2c4g6t0yd' },
  ),
  refund_quantity_out_of_range: reason(
    'invalid_request',
    ({ name, itemId, quantity, quantityMax }: RefundRange) =>
      `"${name}" (${itemId}) allows a refund of 1 to ${quantityMax}, not ${quantity}.`,
    { name: 'Half marathon', itemId: 'itm_01kamz0g5ve4q8v5x2c4g6t0yd', quantity: 3, quantityMax: 2 },
  ),
  refund_names_no_ticket: reason(
    'invalid_request',
    ({ name, itemId, quantity, quantityMax }: RefundRange) =>
      `"${name}" (${itemId}) has ${quantityMax} tickets that can be refunded, and a quantity of ${quantity} does not say which. ` +
      'Name the tickets: `ticketIds`, or `--ticket` on the command line.',
    { name: 'Half marathon', itemId: 'itm_01kamz0g5ve4q8v5x2c4g6t0yd', quantity: 1, quantityMax: 2 },
  ),
  refund_amount_out_of_range: reason(
    'invalid_request',
    ({ amountMax, amountMaxText, step }: AmountRange) =>
      `The amount must be from ${step} to what is not refunded yet, ${amountMax} in minor units (${amountMaxText})` +
      `${step > 1 ? `, and a multiple of ${step}` : ''}.`,
    { amountMax: 2_000, amountMaxText: '20.00 EUR', step: 1 },
    [['amount', 'out_of_range']],
  ),
  refund_target_unclear: reason(
    'invalid_request',
    'A refund names items and tickets, an `amount` with a `reason`, or the `whole` order. Send one of them.',
  ),
  payment_not_found: reason('not_found', (p: { paymentId: string }) => `You have no payment "${p.paymentId}".`, {
    paymentId: 'pay_01kamz0g5ve4q8v5x2c4g6t0yd',
  }),
  payment_in_future: reason(
    'invalid_request',
    ({ now }: { now: string }) =>
      `The time in \`receivedAt\` is later than now, ${now}. Send the time at which you have received the money.`,
    { now: '2026-11-20T09:00:00.000Z' },
  ),
  refund_not_found: reason('not_found', ({ refundId }: { refundId: string }) => `You have no refund "${refundId}".`, {
    refundId: 'rfd_01kamz0g5ve4q8v5x2c4g6t0yd',
  }),
  refund_not_failed: reason(
    'invalid_state',
    ({ status }: { status: string }) => `The refund is ${status}. Only a failed refund can be retried.`,
    { status: 'succeeded' },
  ),
  refund_already_retried: reason(
    'invalid_state',
    ({ refundId }: { refundId: string }) => `The refund was already retried. The retry has the id ${refundId}.`,
    { refundId: 'rfd_01kamz0g5ve4q8v5x2c4g6t0yd' },
  ),
  ticket_not_found: reason('not_found', (p: NamedTicket) => `You have no ticket "${p.ticketId}".`, { ticketId }),
  scanned_ticket_not_found: reason('not_found', 'You have no ticket with this id or QR content.'),
  ticket_already_used: reason(
    'invalid_state',
    (p: UsedTicket) => `The ticket ${p.ticketId} was already used at ${p.usedAt}.`,
    { ticketId, usedAt: '2026-11-20T09:00:00.000Z' },
  ),
  ticket_void: reason('invalid_state', (p: NamedTicket) => `The ticket ${p.ticketId} is void: it was refunded.`, {
    ticketId,
  }),
  used_ticket_refunded: reason(
    'invalid_state',
    (p: UsedTicket & { refundedAt: string }) =>
      `The ticket ${p.ticketId} was used at ${p.usedAt} and refunded at ${p.refundedAt}. Its use cannot be undone.`,
    { ticketId, usedAt: '2026-11-20T09:00:00.000Z', refundedAt: '2026-11-21T09:00:00.000Z' },
  ),
  ticket_not_used: reason(
    'invalid_state',
    (p: NamedTicket) => `The ticket ${p.ticketId} is valid and was not used: there is no use to undo.`,
    { ticketId },
  ),
  entitlement_not_found: reason(
    'not_found',
    ({ entitlementId }: { entitlementId: string }) => `You have no purchased add-on "${entitlementId}".`,
    { entitlementId: 'ent_01kamz0g5ve4q8v5x2c4g6t0yd' },
  ),
  ref_already_used: reason(
    'ref_conflict',
    ({ ref, entitlementId, units }: { ref: string; entitlementId: string; units: number }) =>
      `The ref "${ref}" was already used for ${formatUnits(units)} of ${entitlementId}. Use a new ref.`,
    { ref: 'till-3-000412', entitlementId: 'ent_01kamz0g5ve4q8v5x2c4g6t0yd', units: 1 },
  ),
  ref_of_reversed_consumption: reason(
    'ref_conflict',
    ({ ref, reversedAt }: { ref: string; reversedAt: string }) =>
      `The consumption with the ref "${ref}" was reversed at ${reversedAt}, and this request consumed nothing. ` +
      'To consume units again, use a new ref.',
    { ref: 'till-3-000412', reversedAt: '2027-05-09T12:41:58.203Z' },
  ),
  not_enough_units: reason(
    'insufficient_units',
    ({ name, unitsLeft, units }: Units) =>
      `"${name}" has ${formatUnits(unitsLeft)} left, but ${units} ${units === 1 ? 'was' : 'were'} requested.`,
    { name: 'Drink voucher', unitsLeft: 1, units: 2 },
  ),
  too_many_units_to_return: reason(
    'invalid_state',
    ({ name, units, unitsMax }: { name: string; units: number; unitsMax: number }) =>
      `Only ${formatUnits(unitsMax)} of "${name}" can be returned, not ${units}: units that were refunded after their ` +
      'consumption stay consumed.',
    { name: 'Drink voucher', units: 2, unitsMax: 1 },
  ),
  settlement_not_final: reason(
    'invalid_state',
    ({ status }: { status: string }) =>
      `The settlement is ${statusText(status)}. Only a final settlement can be paid out.${status === 'open' ? ' Finalize it first.' : ''}`,
    { status: 'open' },
  ),
  settlement_not_open: reason(
    'invalid_state',
    ({ status }: { status: string }) => `The settlement is already ${statusText(status)}.`,
    { status: 'final' },
  ),
  event_not_over: reason(
    'invalid_state',
    ({ endsAt }: { endsAt: string }) =>
      `The event ends at ${endsAt}. Sales and refunds until then still change the balance. Finalize the settlement after the ` +
      'event, or confirm with `beforeEnd=true` (`--before-end` on the command line) that you want to finalize it now.',
    { endsAt: '2026-11-22T16:00:00.000Z' },
  ),
  event_on_sale: reason(
    'invalid_state',
    'Tickets of the event can still be bought, and each sale changes the balance. End their sale first, or confirm with ' +
      '`beforeEnd=true` (`--before-end` on the command line) that you want to finalize the settlement now.',
  ),
  payout_out_of_range: reason(
    'invalid_request',
    ({ balance, balanceText }: PayoutRange) =>
      `The amount must be from 1 to the balance, ${balance} in minor units (${balanceText}).`,
    { balance: 12_024, currency: 'EUR', balanceText: '120.24 EUR' },
    [['amount', 'out_of_range']],
  ),
};
