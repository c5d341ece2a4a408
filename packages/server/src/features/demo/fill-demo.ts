import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Origin } from '../../platform/scope.ts';
import {
  createOrganizer,
  findOrganizer,
  getOrganizer,
  setFeePolicy,
  setOrganizerProfile,
} from '../organizers/index.ts';
import { type ImportLine, importLines, type LineFailure } from '../transfer/index.ts';
import { type DemoOrganizer, demoOrganizers } from './demo-organizers.ts';
import { scanDemoTickets } from './demo-scans.ts';
import { hashText } from './random.ts';

/** Number of lines in each chunk for the import. */
const linesPerChunk = 500;

export interface FillOptions {
  /** The number of orders of all organizers together. */
  readonly orders: number;
  /**
   * In an empty database and on the same day (UTC), the same seed and number of orders create the same events and orders, except ids
   * and QR values.
   */
  readonly seed: number;
}

/** What a demo has created. */
export interface DemoReport {
  readonly organizers: readonly {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly events: number;
    readonly orders: number;
  }[];
}

/**
 * Fills a database with organizers for a demonstration. If they already exist, it creates more organizers, with a number after
 * their names and slugs, and with other orders.
 *
 * @param origin the actor and the request, for the audit log
 * @throws Error with the reason if a line cannot be imported, which is a bug in the demo
 */
export async function fillDemo(db: Db, options: FillOptions, clock: Clock, origin: Origin): Promise<DemoReport> {
  const nowMs = clock.now();
  const demoNumber = await nextDemoNumber(db, nowMs);
  // Buyers name an order only by its number, without its organizer. So a second demo must not repeat the order numbers of the first.
  const seed = demoNumber === 1 ? options.seed : hashText(`${options.seed} demo ${demoNumber}`);
  const organizers = [];
  for (const demo of demoOrganizers({ orders: options.orders, seed, nowMs })) {
    const filled = await fillOrganizer(db, numbered(demo, demoNumber), clock, origin);
    for (const event of demo.scannedEvents) await scanDemoTickets(db, filled.id, event, { seed, clock, origin });
    organizers.push(filled);
  }
  return { organizers };
}

/** The number of the next demo in this database: the lowest number, from 1, whose slugs are all unused. */
async function nextDemoNumber(db: Db, nowMs: number): Promise<number> {
  const demos = demoOrganizers({ orders: 0, seed: 0, nowMs });
  for (let demoNumber = 1; ; demoNumber += 1) {
    const organizers = await Promise.all(demos.map((demo) => findOrganizer(db, numbered(demo, demoNumber).slug)));
    if (organizers.every((organizer) => organizer === null)) return demoNumber;
  }
}

function numbered(demo: DemoOrganizer, demoNumber: number): DemoOrganizer {
  return demoNumber === 1 ? demo : { ...demo, name: `${demo.name} ${demoNumber}`, slug: `${demo.slug}-${demoNumber}` };
}

async function fillOrganizer(db: Db, demo: DemoOrganizer, clock: Clock, origin: Origin) {
  const { name, slug, currency, timezone } = demo;
  const { id } = await createOrganizer(db, clock, { name, slug, currency, timezone }, origin);
  await setFeePolicy(db, { organizerId: id, clock, origin }, demo.feePolicy);
  await setOrganizerProfile(db, { organizerId: id, clock, origin }, demo.profile);
  const { created } = await importLines(
    db,
    await getOrganizer(db, slug),
    chunks(demo.lines),
    // `baseUrl` is used only for the URLs of posters, and the demo has none.
    { dryRun: false, baseUrl: '', onFailure: throwFailure, onProgress: () => {} },
    clock,
    origin,
  );
  return { id, slug, name, events: created.event, orders: created.order };
}

async function* chunks(lines: Iterable<ImportLine>) {
  let chunk: { number: number; text: string }[] = [];
  let number = 0;
  for (const line of lines) {
    number += 1;
    chunk.push({ number, text: JSON.stringify(line) });
    if (chunk.length < linesPerChunk) continue;
    yield chunk;
    chunk = [];
  }
  yield chunk;
}

function throwFailure({ line, externalId, errors }: LineFailure): never {
  const reasons = errors.map(({ path, message }) => `${path} ${message}`).join('; ');
  throw new Error(`Line ${line} of the demo (${externalId ?? 'without externalId'}) was rejected: ${reasons}`);
}
