import { byOperator } from '../features/audit/index.ts';
import { findLastPublishedSlug } from '../features/catalog/index.ts';
import { fillDemo } from '../features/demo/index.ts';
import type { KeyPolicy } from '../features/keys/index.ts';
import { createKey } from '../features/keys/index.ts';
import { listOrganizers } from '../features/organizers/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/dialect.ts';
import type { FirstLinks } from '../server-parts.ts';

const orderCount = 300;
const seed = 1;

export interface DemoOptions {
  readonly baseUrl: string;
  readonly keyPolicy: KeyPolicy;
  /** The path of an event's page; null if this server has no such pages. */
  readonly eventPagePath: ((slug: string) => string) | null;
  readonly firstLinks: FirstLinks | null;
}

/**
 * Fills an empty database with the small demo.
 *
 * @returns the text to print: a key and an example of its use; '' if the database was not empty
 */
export async function fillEmptyDatabase(db: Db, clock: Clock, options: DemoOptions): Promise<string> {
  if ((await listOrganizers(db)).length > 0) return '';
  const { organizers } = await fillDemo(db, { orders: orderCount, seed }, clock, byOperator);
  const [organizer] = organizers;
  if (organizer === undefined) return '';
  const { baseUrl, keyPolicy } = options;
  const { key } = await createKey(
    db,
    { organizerId: organizer.id, origin: byOperator },
    { kind: 'secret', name: 'Demo' },
    keyPolicy,
    clock,
  );
  return [
    '',
    `The database was empty: it now has ${orderCount} demonstration orders of ${organizers.length} organizers.`,
    `A secret key of ${organizer.name}, shown only once:`,
    '',
    `  ${key}`,
    '',
    'Try it in another terminal:',
    '',
    `  curl '${baseUrl}/api/v1/orders?limit=2' -H 'Authorization: Bearer ${key}'`,
    '',
    ...(await eventPageLines(db, options)),
    ...(await dashboardLines(db, organizers, clock, options)),
    '',
  ].join('\n');
}

async function dashboardLines(
  db: Db,
  organizers: readonly { id: string }[],
  clock: Clock,
  { baseUrl, firstLinks }: DemoOptions,
): Promise<string[]> {
  if (firstLinks === null) return [];
  const ids = organizers.map(({ id }) => id);
  const link = await firstLinks.forDemo(db, ids, { baseUrl, clock });
  return ['Open the dashboard, signed in (the link works once):', '', `  ${link}`, ''];
}

async function eventPageLines(db: Db, { baseUrl, eventPagePath }: DemoOptions): Promise<string[]> {
  const slug = await findLastPublishedSlug(db);
  if (eventPagePath === null || slug === null) return [];
  return ['Buy a ticket in a browser:', '', `  ${baseUrl}${eventPagePath(slug)}`, ''];
}
