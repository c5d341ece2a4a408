import { type Command, Option } from 'commander';
import { eventStatuses } from '../features/catalog/index.ts';
import { type EventView, eventReader } from '../features/event-views/index.ts';
import { getOrganizer } from '../features/organizers/index.ts';
import { formatRows, readRows, withListOptions } from './list-rows.ts';
import type { Run } from './runtime.ts';

const maxPageRows = 200;

export function addEventCommands(program: Command, run: Run): void {
  const events = program.command('events').description('events and their sales');

  withListOptions(events.command('list'))
    .description("show an organizer's events, newest first")
    .requiredOption('--organizer <slug>', 'slug of the organizer')
    .addOption(new Option('--status <status>', 'only events with this status').choices(eventStatuses))
    .action((options) =>
      run(
        options,
        async ({ db }) => {
          const { id } = await getOrganizer(db, options.organizer);
          const reader = eventReader('organizer', { addons: true });
          return readRows<EventView>(options, maxPageRows, (page, cursorKey) =>
            reader.list(db, id, { status: options.status, ...page }, cursorKey),
          );
        },
        (result) =>
          formatRows(result, ['id', 'slug', 'name', 'status', 'starts', 'sold', 'reserved', 'available'], (event) => [
            event.id,
            event.slug,
            event.name,
            event.status,
            event.startsAt,
            sum(event.ticketTypes.map(({ sold }) => sold)),
            sum(event.ticketTypes.map(({ reserved }) => reserved)),
            availableTickets(event),
          ]),
        ({ rows }) => rows,
      ),
    );
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** The number of available tickets of the active ticket types; `unlimited` if one of them has no quantity. */
function availableTickets({ ticketTypes }: EventView): number | string {
  const counts = ticketTypes.filter(({ status }) => status === 'active').map(({ available }) => available);
  return counts.some((count) => count === null) ? 'unlimited' : sum(counts.map((count) => count ?? 0));
}
