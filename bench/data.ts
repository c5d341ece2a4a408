import { closeSync, existsSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { deployments } from '../packages/server/src/deployments/index.ts';
import { byOperator } from '../packages/server/src/features/audit/index.ts';
import { createKey } from '../packages/server/src/features/keys/index.ts';
import { createOrganizer, findOrganizer, type Organizer } from '../packages/server/src/features/organizers/index.ts';
import { countEntries } from '../packages/server/src/features/sales-figures/count-entries.ts';
import { findUncountedEvents } from '../packages/server/src/features/sales-figures/index.ts';
import { importFile } from '../packages/server/src/features/transfer/index.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import type { Db } from '../packages/server/src/platform/database/dialect.ts';
import { migrate } from '../packages/server/src/platform/database/migrate.ts';

const types = ['42K', '21K', '10K', '5K'];
const statuses = ['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'cancelled', 'refunded'];

/**
 * Returns the path of an import file of one event with `orders` orders. Writes the file if the folder does not have it. Its content
 * depends only on the number of orders.
 */
export function importFileOf(folder: string, orders: number): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `orders-${orders}.jsonl`);
  if (existsSync(path)) return path;
  const file = openSync(path, 'w');
  const startsAt = '2027-05-02T06:00:00Z';
  let text = `${JSON.stringify({ type: 'event', externalId: 'run', name: 'Bench run', status: 'published', startsAt })}\n`;
  for (const [index, name] of types.entries()) {
    const line = {
      type: 'ticketType',
      externalId: name,
      eventId: 'run',
      name,
      category: name,
      price: 2000 + 1500 * index,
    };
    text += `${JSON.stringify(line)}\n`;
  }
  const drinks = {
    type: 'addon',
    externalId: 'drinks',
    eventId: 'run',
    name: 'Drinks',
    price: 900,
    unitsPerPurchase: 5,
  };
  text += `${JSON.stringify(drinks)}\n`;
  for (let index = 0; index < orders; index += 1) {
    text += `${JSON.stringify(orderLine(index))}\n`;
    if (text.length < 1_000_000) continue;
    writeSync(file, text);
    text = '';
  }
  writeSync(file, text);
  closeSync(file);
  return path;
}

/** The time of creation of an order in the import file. */
export function createdAtOf(index: number): string {
  return new Date(1_750_000_000_000 + Math.floor(index) * 11_000).toISOString();
}

function orderLine(index: number) {
  const ticketTypeId = types[index % types.length]!;
  const quantity = 1 + (index % 2);
  return {
    type: 'order',
    externalId: `order-${index}`,
    eventId: 'run',
    status: statuses[index % statuses.length]!,
    createdAt: createdAtOf(index),
    buyer: { email: `runner${index}@example.com`, name: `Runner ${index}`, phone: '+49 30 5550100' },
    items: [
      { kind: 'ticket', ticketTypeId, quantity },
      ...(index % 5 === 0 ? [{ kind: 'addon', addonId: 'drinks', quantity: 1 }] : []),
    ],
    attendees: Array.from({ length: quantity }, () => ({ ticketTypeId, holderName: `Runner ${index}` })),
  };
}

/** Returns the organizer `bench`. Creates it if an earlier run has not. */
export async function ensureOrganizer(db: Db): Promise<Organizer> {
  const settings = { name: 'Bench', slug: 'bench', currency: 'EUR', timezone: 'Europe/Berlin' };
  return (await findOrganizer(db, settings.slug)) ?? createOrganizer(db, systemClock, settings, byOperator);
}

/**
 * Migrates the database, imports orders for the organizer `bench` if the database has fewer than `orders` orders, and adds their ledger
 * entries to the figures. Creates a key for this run.
 */
export async function fill(db: Db, folder: string, orders: number): Promise<{ organizerId: string; key: string }> {
  await migrate(db);
  const organizer = await ensureOrganizer(db);
  const onFailure = (failure: unknown) => {
    throw new Error(`A line was rejected: ${JSON.stringify(failure)}`);
  };
  const options = { dryRun: false, baseUrl: '', onFailure, onProgress: () => {} };
  const { count } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) < orders) {
    await importFile(db, organizer, importFileOf(folder, orders), options, systemClock, byOperator);
    // The ledger entries of an import have the time of the import. The figures need the days on which the orders were created.
    await sql`update ledger_entries set created_at = (
        select o.created_at from orders as o
        where o.organizer_id = ledger_entries.organizer_id and o.order_number = ledger_entries.order_number)
      where order_number is not null`.execute(db);
  }
  for (let hasMore = true; hasMore; ) {
    const [event] = await findUncountedEvents(db);
    hasMore = event !== undefined;
    if (event !== undefined) await countEntries(db, event);
  }
  const keyOptions = { kind: 'secret' as const, name: 'Bench' };
  const { key } = await createKey(
    db,
    { organizerId: organizer.id, origin: byOperator },
    keyOptions,
    deployments.extended.keyPolicy,
    systemClock,
  );
  return { organizerId: organizer.id, key };
}
