import { type Command, InvalidArgumentError } from 'commander';
import { byOperator } from '../features/audit/index.ts';
import {
  cancelOrder,
  type OrderView,
  payOrder,
  type RefundSelection,
  readOrder,
  refundOrder,
  sendTickets,
} from '../features/orders/index.ts';
import { getOrganizer } from '../features/organizers/index.ts';
import { listPayments, type PaymentView, retryRefund } from '../features/payments/index.ts';
import { timestamp } from '../platform/clock.ts';
import { run, table, withJson } from './runtime.ts';

export function addOrderCommands(program: Command): void {
  const orders = program.command('orders').description('pay, refund or cancel an order, and look at how it was paid');

  const orderCommand = (name: string, description: string) =>
    withJson(orders.command(name))
      .description(description)
      .argument('<number>', 'the number of the order')
      .requiredOption('--organizer <slug>', 'whose order');

  orderCommand('pay', 'record that a pending order was paid: tickets are issued')
    .option('--late', 'also where it has expired, if its stock is still there')
    .action((number: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const organizer = await getOrganizer(db, options.organizer);
          return payOrder(db, organizer.id, number, clock, byOperator, { late: options.late ?? false });
        },
        inWords,
      ),
    );

  orderCommand('cancel', 'give a pending order up: its buyer is told').action((number: string, options) =>
    run(
      options,
      async ({ db, clock }) => {
        const organizer = await getOrganizer(db, options.organizer);
        return cancelOrder(db, organizer.id, number, clock, byOperator, { notifyBuyer: true });
      },
      inWords,
    ),
  );

  orderCommand('payments', 'how an order was paid, and what of it went back').action((number: string, options) =>
    run(
      options,
      async ({ db }) => {
        const organizer = await getOrganizer(db, options.organizer);
        const { orderNumber } = await readOrder(db, organizer.id, number);
        return listPayments(db, organizer.id, orderNumber);
      },
      paymentsInWords,
    ),
  );

  withJson(orders.command('retry-refund'))
    .description('ask the payment provider again for a refund that failed')
    .argument('<refund-id>', 'rfd_…, as "orders payments" shows it')
    .requiredOption('--organizer <slug>', 'whose order')
    .action((refundId: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const organizer = await getOrganizer(db, options.organizer);
          return { id: await retryRefund(db, organizer.id, refundId, timestamp(clock.now()), byOperator) };
        },
        ({ id }) => `The provider is asked again: ${id}.`,
      ),
    );

  orderCommand('send-tickets', 'mail the tickets of a paid order to its buyer again').action(
    (number: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const organizer = await getOrganizer(db, options.organizer);
          const order = await readOrder(db, organizer.id, number);
          await sendTickets(db, organizer.id, order, timestamp(clock.now()), byOperator);
          return order;
        },
        ({ orderNumber }) => `The tickets of ${orderNumber} are on their way to its buyer.`,
      ),
  );

  orderCommand('refund', 'pay a paid order back, whole or in part')
    .option('--item <item[:quantity]>', 'pay back so many of an item (repeatable)', collectItem, [])
    .option('--ticket <ticket-id>', 'pay back a certain ticket (repeatable)', collectTicket, [])
    .action((number: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const organizer = await getOrganizer(db, options.organizer);
          return refundOrder(db, organizer.id, number, [...options.item, ...options.ticket], clock, byOperator);
        },
        ({ order, amount, byProvider }) => `${inWords(order)} ${whoPaysBack(order, amount, byProvider)}`,
        ({ order }) => order,
      ),
    );
}

function collectItem(text: string, sofar: RefundSelection[]): RefundSelection[] {
  const [itemId = '', quantity = '1', ...rest] = text.split(':');
  if (rest.length > 0 || !/^\d{1,6}$/.test(quantity)) throw new InvalidArgumentError('It must be itm_… or itm_…:2.');
  return [...sofar, { itemId, quantity: Number(quantity) }];
}

function collectTicket(ticketId: string, sofar: RefundSelection[]): RefundSelection[] {
  return [...sofar, { ticketId }];
}

function whoPaysBack({ currency }: OrderView, amount: number, byProvider: number): string {
  const byHand = amount - byProvider;
  return [
    ...(byProvider > 0 ? [`The payment provider is asked to pay ${byProvider} ${currency} back.`] : []),
    ...(byHand > 0 ? [`Pay ${byHand} ${currency} back yourself: it was not paid through a provider.`] : []),
  ].join(' ');
}

function paymentsInWords(payments: readonly PaymentView[]): string {
  if (payments.length === 0) return 'No payment was begun through this service.';
  return table(
    ['ID', 'METHOD', 'STATUS', 'AMOUNT', 'BEGUN', 'PAID'],
    payments.flatMap(({ id, method, status, amount, currency, createdAt, paidAt, refunds }) => [
      [id, method, status, `${amount} ${currency}`, createdAt, paidAt],
      ...refunds.map((refund) => [
        refund.id,
        'refund',
        refund.status,
        `-${refund.amount} ${refund.currency}`,
        refund.error,
        null,
      ]),
    ]),
  );
}

function inWords(order: OrderView): string {
  const refunded = order.refundedTotal > 0 ? `, ${order.refundedTotal} of it paid back` : '';
  const state = order.status.replaceAll('_', ' ');
  return `${order.orderNumber} is ${state}: ${order.total} ${order.currency} in minor units${refunded}, ${order.tickets.length} ${order.tickets.length === 1 ? 'ticket' : 'tickets'}.`;
}
