import { type Command, InvalidArgumentError } from 'commander';
import { cancelOrder, type OrderView, payOrder, type RefundSelection, refundOrder } from '../features/orders/index.ts';
import { getOrganizer } from '../features/organizers/index.ts';
import { run, withJson } from './runtime.ts';

export function addOrderCommands(program: Command): void {
  const orders = program.command('orders').description('pay, refund or cancel an order');

  const orderCommand = (name: string, description: string) =>
    withJson(orders.command(name))
      .description(description)
      .argument('<number>', 'the number of the order')
      .requiredOption('--organizer <slug>', 'whose order');

  orderCommand('pay', 'record that a pending order was paid: tickets are issued').action((number: string, options) =>
    run(
      options,
      async ({ db, clock }) => payOrder(db, (await getOrganizer(db, options.organizer)).id, number, clock),
      inWords,
    ),
  );

  orderCommand('cancel', 'give a pending order up').action((number: string, options) =>
    run(
      options,
      async ({ db, clock }) => cancelOrder(db, (await getOrganizer(db, options.organizer)).id, number, clock),
      inWords,
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
          const { order } = await refundOrder(db, organizer.id, number, [...options.item, ...options.ticket], clock);
          return order;
        },
        inWords,
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

function inWords(order: OrderView): string {
  const refunded = order.refundedTotal > 0 ? `, ${order.refundedTotal} of it paid back` : '';
  const state = order.status.replaceAll('_', ' ');
  return `${order.orderNumber} is ${state}: ${order.total} ${order.currency} in minor units${refunded}, ${order.tickets.length} tickets.`;
}
