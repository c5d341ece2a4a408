import { type Command, InvalidArgumentError, Option } from 'commander';
import { ApiError } from '../errors/index.ts';
import { byOperator } from '../features/audit/index.ts';
import { findEventId } from '../features/gate/index.ts';
import {
  cancelOrder,
  invalidateLinks,
  listOrders,
  type OrderSummary,
  type OrderView,
  orderStatuses,
  payOrder,
  type RefundSelection,
  type RefundTarget,
  readOrder,
  refundOrder,
  sendTickets,
} from '../features/orders/index.ts';
import { getOrganizer } from '../features/organizers/index.ts';
import { listPaymentsOfOrder, type PaymentView, retryRefund } from '../features/payments/index.ts';
import { timestamp } from '../platform/clock.ts';
import { formatAmount, maxAmount } from '../platform/money.ts';
import { organizerScope } from '../platform/scope.ts';
import { formatRows, readRows, withListOptions } from './list-rows.ts';
import { parseTime, type Run, table, wholeNumber, withJson } from './runtime.ts';

const maxPageRows = 100;
/** As in the API. */
const referenceLengthMax = 200;

export function addOrderCommands(program: Command, run: Run): void {
  const orders = program.command('orders').description('list, pay, refund and cancel orders, and show their payments');

  addListCommand(orders, run);

  const orderCommand = (name: string, description: string) =>
    withJson(orders.command(name))
      .description(description)
      .argument('<number>', 'the number of the order')
      .requiredOption('--organizer <slug>', 'slug of the organizer');

  orderCommand('pay', 'record the payment of a pending order; its tickets are issued and sent by e-mail')
    .option('--late', 'accept an expired order too, if enough stock is left')
    .option(
      '--received-at <time>',
      'when the money was received, such as 2026-11-20T09:00:00Z; by default now',
      parseTime,
    )
    .option(
      '--reference <text>',
      'reference of the money, for example of a bank transfer, without personal data',
      parseReference,
    )
    .action((number: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const organizer = await getOrganizer(db, options.organizer);
          return payOrder(db, organizerScope(organizer.id, clock, byOperator), number, {
            late: options.late ?? false,
            reference: options.reference ?? null,
            ...(options.receivedAt === undefined ? {} : { receivedAt: timestamp(options.receivedAt) }),
          });
        },
        formatOrder,
      ),
    );

  orderCommand('cancel', 'cancel a pending order, and send an e-mail to its buyer').action((number: string, options) =>
    run(
      options,
      async ({ db, clock }) => {
        const organizer = await getOrganizer(db, options.organizer);
        return cancelOrder(db, organizerScope(organizer.id, clock, byOperator), number, { notifyBuyer: true });
      },
      formatOrder,
    ),
  );

  orderCommand('payments', 'show the payments and refunds of an order').action((number: string, options) =>
    run(
      options,
      async ({ db }) => {
        const organizer = await getOrganizer(db, options.organizer);
        const { orderNumber } = await readOrder(db, organizer.id, number);
        return listPaymentsOfOrder(db, organizer.id, orderNumber);
      },
      formatPayments,
    ),
  );

  withJson(orders.command('retry-refund'))
    .description('send a failed refund to the payment provider again')
    .argument('<refund-id>', 'rfd_…, from the output of "orders payments"')
    .requiredOption('--organizer <slug>', 'slug of the organizer')
    .action((refundId: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const organizer = await getOrganizer(db, options.organizer);
          return {
            id: await retryRefund(db, organizerScope(organizer.id, clock, byOperator), refundId),
          };
        },
        ({ id }) => `The refund is sent to the provider again: ${id}.`,
      ),
    );

  orderCommand('send-tickets', 'send the tickets of a paid order to its buyer again by e-mail').action(
    (number: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const organizer = await getOrganizer(db, options.organizer);
          const order = await readOrder(db, organizer.id, number);
          await sendTickets(db, organizerScope(organizer.id, clock, byOperator), number);
          return order;
        },
        ({ orderNumber }) => `The tickets of ${orderNumber} will be sent to its buyer by e-mail.`,
      ),
  );

  orderCommand('invalidate-links', 'invalidate all links to an order; e-mails that are sent later have a new link')
    .option('--replace-qr-codes', 'give each valid ticket a new QR code; the old codes are not accepted anymore')
    .action((number: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const { id } = await getOrganizer(db, options.organizer);
          const replaceQrCodes = options.replaceQrCodes ?? false;
          return invalidateLinks(db, organizerScope(id, clock, byOperator), number, { replaceQrCodes });
        },
        ({ orderNumber, replacedQrCodes }) =>
          `The links to ${orderNumber} are invalid. Tickets with a new QR code: ${replacedQrCodes}. ` +
          'Run "orders send-tickets" to send a new link, or open the tickets in the dashboard.',
      ),
    );

  orderCommand('refund', 'refund a paid order, in full or in part')
    .option(
      '--item <item[:quantity]>',
      'refund this quantity of an add-on, or all tickets of an item (repeatable)',
      collectItem,
      [],
    )
    .option('--ticket <ticket-id>', 'refund this ticket (repeatable)', collectTicket, [])
    .option('--amount <amount>', 'refund this amount in minor units, and void nothing', wholeNumber(1, maxAmount))
    .option('--reason <text>', 'why the amount is refunded; the buyer reads it. Required with --amount')
    .action((number: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const organizer = await getOrganizer(db, options.organizer);
          return refundOrder(db, organizerScope(organizer.id, clock, byOperator), number, targetOf(options));
        },
        ({ order, amount, byProvider }) => `${formatOrder(order)} ${formatRefund(order, amount, byProvider)}`,
        ({ order }) => order,
      ),
    );
}

function addListCommand(orders: Command, run: Run): void {
  withListOptions(orders.command('list'))
    .description("show an organizer's orders, newest first")
    .requiredOption('--organizer <slug>', 'slug of the organizer')
    .option('--event <event-id>', 'only orders for this event')
    .addOption(new Option('--status <status>', 'only orders in this state').choices(orderStatuses))
    .action((options) =>
      run(
        options,
        async ({ db }) => {
          const { id } = await getOrganizer(db, options.organizer);
          const eventId = options.event === undefined ? undefined : await findEventId(db, id, options.event);
          const filters = { eventId, status: options.status };
          return readRows<OrderSummary>(options, maxPageRows, (page, cursorKey) =>
            listOrders(db, id, { ...filters, ...page }, [], cursorKey),
          );
        },
        (result) =>
          formatRows(
            result,
            ['number', 'event', 'status', 'tickets', 'total', 'refunded', 'created', 'paid'],
            (order) => [
              order.orderNumber,
              order.eventId,
              order.status,
              order.ticketCount,
              formatAmount(order.total, order.currency),
              order.refundedTotal === 0 ? null : formatAmount(order.refundedTotal, order.currency),
              order.createdAt,
              order.paidAt,
            ],
          ),
        ({ rows }) => rows,
      ),
    );
}

function collectItem(text: string, previous: RefundSelection[]): RefundSelection[] {
  const [itemId = '', quantity = '1', ...otherParts] = text.split(':');
  if (otherParts.length > 0 || !/^\d{1,6}$/.test(quantity))
    throw new InvalidArgumentError('It must be itm_… or itm_…:2.');
  return [...previous, { itemId, quantity: Number(quantity) }];
}

/** What the options of `orders refund` refund. */
function targetOf({ item, ticket, amount, reason }: RefundOptions): RefundTarget {
  const parts = [...item, ...ticket];
  if (amount === undefined && reason === undefined) return parts;
  if (amount === undefined || reason === undefined || reason.trim() === '' || parts.length > 0) {
    throw new ApiError('refund_target_unclear', {});
  }
  return { amount, reason };
}

interface RefundOptions {
  readonly item: readonly RefundSelection[];
  readonly ticket: readonly RefundSelection[];
  readonly amount?: number;
  readonly reason?: string;
}

function collectTicket(ticketId: string, previous: RefundSelection[]): RefundSelection[] {
  return [...previous, { ticketId }];
}

function parseReference(text: string): string {
  if (text !== '' && text.length <= referenceLengthMax) return text;
  throw new InvalidArgumentError(`It must have 1 to ${referenceLengthMax} characters.`);
}

function formatRefund({ currency }: OrderView, amount: number, byProvider: number): string {
  const byOrganizer = amount - byProvider;
  return [
    ...(byProvider > 0 ? [`The payment provider will refund ${formatAmount(byProvider, currency)}.`] : []),
    ...(byOrganizer > 0
      ? [`Pay ${formatAmount(byOrganizer, currency)} back to the buyer yourself: it was not paid through a provider.`]
      : []),
  ].join(' ');
}

function formatPayments(payments: readonly PaymentView[]): string {
  if (payments.length === 0) return 'No payment was started through this service.';
  return table(
    ['id', 'method', 'status', 'amount', 'started', 'paid', 'error'],
    payments.flatMap(({ id, method, status, amount, currency, createdAt, paidAt, refunds }) => [
      [id, method, status, formatAmount(amount, currency), createdAt, paidAt, null],
      ...refunds.map((refund) => [
        refund.id,
        'refund',
        refund.status,
        formatAmount(-refund.amount, refund.currency),
        null,
        null,
        refund.error,
      ]),
    ]),
  );
}

function formatOrder(order: OrderView): string {
  const total = formatAmount(order.total, order.currency);
  const isPartlyRefunded = order.refundedTotal > 0 && order.refundedTotal < order.total;
  const refundedText = isPartlyRefunded ? `, ${formatAmount(order.refundedTotal, order.currency)} of it refunded` : '';
  const state = order.status.replaceAll('_', ' ');
  return `${order.orderNumber} is ${state}: ${total}${refundedText}, ${order.tickets.length} ${order.tickets.length === 1 ? 'ticket' : 'tickets'}.`;
}
