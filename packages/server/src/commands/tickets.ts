import { type Command, Option } from 'commander';
import { byOperator } from '../features/audit/index.ts';
import { findEventId } from '../features/gate/index.ts';
import { getOrganizer } from '../features/organizers/index.ts';
import { listTickets, type TicketView, ticketStatuses, undoTicketUse, useTicket } from '../features/tickets/index.ts';
import { organizerScope } from '../platform/scope.ts';
import { formatRows, readRows, withListOptions } from './list-rows.ts';
import { type Run, withJson } from './runtime.ts';

const maxPageRows = 200;

export function addTicketCommands(program: Command, run: Run): void {
  const tickets = program.command('tickets').description('list issued tickets, use them, and undo a use');

  withListOptions(tickets.command('list'))
    .description("show an organizer's tickets, newest first")
    .requiredOption('--organizer <slug>', 'slug of the organizer')
    .option('--event <event-id>', 'only tickets for this event')
    .addOption(new Option('--status <status>', 'only tickets in this state').choices(ticketStatuses))
    .action((options) =>
      run(
        options,
        async ({ db }) => {
          const { id } = await getOrganizer(db, options.organizer);
          const eventId = options.event === undefined ? undefined : await findEventId(db, id, options.event);
          const filters = { eventId, status: options.status };
          return readRows<TicketView>(options, maxPageRows, (page, cursorKey) =>
            listTickets(db, id, { ...filters, ...page }, cursorKey),
          );
        },
        (result) =>
          formatRows(result, ['id', 'order', 'event', 'type', 'status', 'issued', 'used'], (ticket) => [
            ticket.id,
            ticket.orderNumber,
            ticket.eventId,
            ticket.ticketTypeName,
            ticket.status,
            ticket.issuedAt,
            ticket.usedAt,
          ]),
        ({ rows }) => rows,
      ),
    );

  for (const [name, description, work] of [
    ['use', 'mark a valid ticket as used; it cannot be used again', useTicket],
    ['undo', 'undo the use of a ticket; it is valid again', undoTicketUse],
  ] as const) {
    withJson(tickets.command(name))
      .description(description)
      .argument('<ticket>', 'the id of the ticket, or the content of its QR code')
      .requiredOption('--organizer <slug>', 'slug of the organizer')
      .action((ticket: string, options) =>
        run(
          options,
          async ({ db, clock }) => {
            const organizer = await getOrganizer(db, options.organizer);
            return work(db, organizerScope(organizer.id, clock, byOperator), ticket.trim());
          },
          formatTicket,
        ),
      );
  }
}

function formatTicket({ id, ticketTypeName, orderNumber, status }: TicketView): string {
  return `${id} (${ticketTypeName}, order ${orderNumber}) is ${status}.`;
}
