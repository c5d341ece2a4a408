import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { AuditOrigin } from '../audit/index.ts';
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
  /** The same seed on the same day results in the same data in an empty database, except ids and QR values. */
  readonly seed: number;
  /** Called repeatedly with the number of imported orders. */
  readonly onProgress?: (orders: number) => void;
}

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
 * their slugs and with other orders.
 *
 * @param origin the actor and the request, for the audit log
 * @throws Error with the reason if a line cannot be imported, which is a bug in the demo
 */
export async function fillDemo(db: Db, options: FillOptions, clock: Clock, origin: AuditOrigin): Promise<DemoReport> {
  const nowMs = clock.now();
  const copy = await nextCopy(db, nowMs);
  // Order numbers are unique across organizers: a second demo must not repeat the order numbers of the first demo.
  const seed = copy === 1 ? options.seed : hashText(`${options.seed} copy ${copy}`);
  const organizers = [];
  let ordersDone = 0;
  for (const demo of demoOrganizers({ orders: options.orders, seed, nowMs })) {
    const before = ordersDone;
    const onProgress = (orders: number) => options.onProgress?.(before + orders);
    const filled = await fillOrganizer(db, numbered(demo, copy), clock, origin, onProgress);
    for (const event of demo.scannedEvents) await scanDemoTickets(db, filled.id, event, { seed, clock, origin });
    ordersDone += filled.orders;
    organizers.push(filled);
  }
  return { organizers };
}

/** The number of the next demo in this database: the lowest number, from 1, whose slugs are all unused. */
async function nextCopy(db: Db, nowMs: number): Promise<number> {
  const demos = demoOrganizers({ orders: 0, seed: 0, nowMs });
  for (let copy = 1; ; copy += 1) {
    const organizers = await Promise.all(demos.map((demo) => findOrganizer(db, numbered(demo, copy).slug)));
    if (organizers.every((organizer) => organizer === null)) return copy;
  }
}

function numbered(demo: DemoOrganizer, copy: number): DemoOrganizer {
  return copy === 1 ? demo : { ...demo, name: `${demo.name} ${copy}`, slug: `${demo.slug}-${copy}` };
}

async function fillOrganizer(
  db: Db,
  demo: DemoOrganizer,
  clock: Clock,
  origin: AuditOrigin,
  onProgress: (orders: number) => void,
) {
  const { name, slug, currency, timezone } = demo;
  const { id } = await createOrganizer(db, clock, { name, slug, currency, timezone }, origin);
  await setFeePolicy(db, id, demo.feePolicy, clock, origin);
  await setOrganizerProfile(db, id, demo.profile, clock, origin);
  let orders = 0;
  const lines = chunks(demo.lines, (chunkOrders) => {
    orders += chunkOrders;
  });
  const { created } = await importLines(
    db,
    await getOrganizer(db, slug),
    lines,
    // The lines have no posters, whose URLs begin with the URL of the server.
    { dryRun: false, baseUrl: '', onFailure: throwFailure, onProgress: () => onProgress(orders) },
    clock,
    origin,
  );
  return { id, slug, name, events: created.event, orders: created.order };
}

async function* chunks(lines: Iterable<ImportLine>, onChunk: (orders: number) => void) {
  let chunk: { number: number; text: string }[] = [];
  let orders = 0;
  let number = 0;
  for (const line of lines) {
    number += 1;
    if (line.type === 'order') orders += 1;
    chunk.push({ number, text: JSON.stringify(line) });
    if (chunk.length < linesPerChunk) continue;
    onChunk(orders);
    yield chunk;
    chunk = [];
    orders = 0;
  }
  onChunk(orders);
  yield chunk;
}

function throwFailure({ line, externalId, errors }: LineFailure): never {
  const reasons = errors.map(({ path, message }) => `${path} ${message}`).join('; ');
  throw new Error(`Line ${line} of the demo (${externalId ?? 'without externalId'}) was rejected: ${reasons}`);
}
