import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeploymentName } from '../../src/deployments/index.ts';
import { deployments } from '../../src/deployments/index.ts';
import { byOperator } from '../../src/features/audit/index.ts';
import { changeGrant, createKey, rollKey } from '../../src/features/keys/index.ts';
import { createOrganizer, type Organizer, setOrganizerProfile } from '../../src/features/organizers/index.ts';
import {
  exportOrganizer,
  type ImportLine,
  type ImportReport,
  importFile,
  importLines,
  type LineFailure,
} from '../../src/features/transfer/index.ts';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { type Origin, organizerScope } from '../../src/platform/scope.ts';
import { testSecrets } from './app.ts';
import { baseUrl } from './responses.ts';

/** Creates an organizer for one test. Tests with different organizers share no rows. */
export function makeOrganizer(db: Db, clock: Clock = systemClock): Promise<Organizer> {
  const slug = `test-${randomBytes(6).toString('hex')}`;
  return createOrganizer(
    db,
    clock,
    { name: `Organizer ${slug}`, slug, currency: 'EUR', timezone: 'Europe/Berlin' },
    byOperator,
  );
}

/** The bank account to which buyers transfer money. */
export const bankAccount = { accountHolder: 'Harbour Running Club e.V.', iban: 'DE89370400440532013000' };

/** Creates an organizer that can receive bank transfers. */
export async function makeOrganizerWithBankAccount(db: Db, clock: Clock = systemClock): Promise<Organizer> {
  const organizer = await makeOrganizer(db, clock);
  await setOrganizerProfile(db, { organizerId: organizer.id, clock, origin: byOperator }, bankAccount);
  return organizer;
}

/** Creates a key of an organizer, and grants the scopes in `granted` to it. */
export async function makeKey(
  db: Db,
  organizerId: string,
  options: { kind?: 'secret' | 'publishable'; scopes?: string[]; granted?: string[]; deployment?: DeploymentName } = {},
): Promise<{ id: string; key: string }> {
  const { kind = 'secret', scopes, granted = [], deployment = 'extended' } = options;
  const { keyPolicy } = deployments[deployment];
  const keyOptions = { kind, name: 'Test', ...(scopes ? { scopes } : {}) };
  const created = await createKey(db, { organizerId, origin: byOperator }, keyOptions, keyPolicy, systemClock);
  for (const grant of granted)
    await changeGrant(db, { organizerId, origin: byOperator }, created.id, { grant }, keyPolicy, systemClock);
  return created;
}

/** Rolls a key as a caller who can have every scope. */
export function rollAnyKey(
  { db, clock = systemClock, origin = byOperator }: { db: Db; clock?: Clock; origin?: Origin },
  organizerId: string,
  keyId: string,
  graceMs: number,
) {
  const { keyPolicy } = deployments.extended;
  const roll = { graceMs, mayHold: () => true };
  return rollKey({ db, clock, secrets: testSecrets }, { organizerId, origin }, keyId, roll, keyPolicy);
}

/**
 * Imports lines as if they were in a file, and adds rejected lines to `failures`. If `failures` is omitted, the first rejected line
 * causes an error.
 */
export async function importAll(
  db: Db,
  organizer: Organizer,
  lines: readonly (ImportLine | string)[],
  clock: Clock = systemClock,
  failures?: LineFailure[],
): Promise<ImportReport> {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  async function* chunks() {
    yield texts.map((text, index) => ({ number: index + 1, text }));
  }
  return importLines(
    db,
    organizer,
    chunks(),
    {
      dryRun: false,
      baseUrl,
      onProgress: () => {},
      onFailure: (failure) => {
        if (failures === undefined) throw new Error(`line ${failure.line}: ${JSON.stringify(failure.errors)}`);
        failures.push(failure);
      },
    },
    clock,
    byOperator,
  );
}

/**
 * The lines of a running race: a published event with the ticket types `run-10` (20.00) and `run-21` (35.00) and the add-on `beer`
 * (9.00 for 5 units).
 */
export function raceLines(options: { quantity?: number | null; prefix?: string } = {}): ImportLine[] {
  const { quantity = null, prefix = '' } = options;
  return [
    {
      type: 'event',
      externalId: `${prefix}race`,
      name: `Race ${prefix}`,
      status: 'published',
      startsAt: '2083-05-01T06:00:00Z',
    },
    {
      type: 'ticketType',
      externalId: `${prefix}run-10`,
      eventId: `${prefix}race`,
      name: '10 km',
      price: 2000,
      quantity,
    },
    {
      type: 'ticketType',
      externalId: `${prefix}run-21`,
      eventId: `${prefix}race`,
      name: 'Half',
      price: 3500,
      quantity,
    },
    {
      type: 'addon',
      externalId: `${prefix}beer`,
      eventId: `${prefix}race`,
      name: 'Drinks',
      addonType: 'drink',
      price: 900,
      unitsPerPurchase: 5,
      quantity,
    },
  ];
}

/** An import line with an order for the event in `raceLines`. */
export function orderLine(
  externalId: string,
  fields: Partial<Extract<ImportLine, { type: 'order' }>> = {},
  prefix = '',
): Extract<ImportLine, { type: 'order' }> {
  return {
    type: 'order',
    externalId,
    eventId: `${prefix}race`,
    buyer: { email: `${externalId}@example.com`, name: 'Ada Buyer', phone: '+49 30 000000' },
    items: [{ kind: 'ticket', ticketTypeId: `${prefix}run-10`, quantity: 1 }],
    ...fields,
  };
}

/** The lines that `export` writes for an organizer. */
export async function exportLines(db: Db, organizerId: string): Promise<string[]> {
  let text = '';
  await exportOrganizer(db, organizerScope(organizerId, systemClock, byOperator), async (lines) => {
    text += lines;
  });
  return text.split('\n').slice(0, -1);
}

/** Imports a file with this content. Returns the report and the rejected lines. */
export async function importContent(
  db: Db,
  organizer: Organizer,
  content: string | Buffer,
  options: { clock?: Clock; dryRun?: boolean } = {},
): Promise<{ report: ImportReport; failures: LineFailure[] }> {
  const { clock = systemClock, dryRun = false } = options;
  const folder = mkdtempSync(join(tmpdir(), 'organizer-import-'));
  const failures: LineFailure[] = [];
  try {
    const file = join(folder, 'lines.jsonl');
    writeFileSync(file, content);
    const onFailure = (failure: LineFailure) => failures.push(failure);
    const report = await importFile(
      db,
      organizer,
      file,
      { dryRun, baseUrl, onFailure, onProgress: () => {} },
      clock,
      byOperator,
    );
    return { report, failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const organizerTables = [
  'events',
  'ticket_types',
  'addons',
  'orders',
  'order_items',
  'tickets',
  'entitlements',
  'consumptions',
  'ledger_entries',
  'settlements',
] as const;

/** The rows of an organizer in `organizerTables`. Tests compare them before and after a request to check that it wrote nothing. */
export async function allRows(db: Db, organizerId: string): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const table of organizerTables) {
    const rowsOfTable = await db.selectFrom(table).selectAll().where('organizer_id', '=', organizerId).execute();
    rows[table] = rowsOfTable.map((row) => JSON.stringify(row)).sort();
  }
  return rows;
}
