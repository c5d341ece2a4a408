import { ApiError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { type AuditOrigin, recordAuditProgress } from '../audit/index.ts';
import type { Organizer } from '../organizers/index.ts';
import { Catalog } from './catalog-cache.ts';
import { type CatalogLine, type ImportContext, importCatalogLine } from './import-catalog.ts';
import { importOrders } from './import-orders.ts';
import { LineError, parseLine } from './parse-line.ts';
import { readLines } from './read-lines.ts';
import type { ImportLine, OrderLine } from './schema.ts';

/** Lines of one transaction: enough to share the cost of a commit, few enough to let other writers in between. */
const batchLines = 2_500;
/** A batch that met another writer's change is done again, this often at most. */
const attemptsMax = 4;

/** Why a line was refused. */
export interface LineFailure {
  readonly line: number;
  readonly externalId: string | null;
  readonly errors: readonly { path: string; message: string }[];
}

export interface ImportReport {
  lines: number;
  created: { event: number; ticketType: number; addon: number; order: number };
  /** Known by their `externalId` from before. */
  unchanged: number;
  failed: number;
}

export interface ImportOptions {
  /** Checks every line against the database and writes nothing. */
  readonly dryRun: boolean;
  readonly onFailure: (failure: LineFailure) => void;
  /** Told after each batch how many bytes of the file are done. */
  readonly onProgress: (bytes: number) => void;
}

type Lines = AsyncIterable<readonly { number: number; text?: string; problem?: string }[]>;

interface NumberedLine<L extends ImportLine> {
  readonly number: number;
  readonly line: L;
}

/**
 * Imports a file of lines: good ones are taken, each bad one is reported, and a line that was imported before changes
 * nothing. Whatever stops it, importing the same file again completes it: each batch is one transaction. The audit has
 * one entry for an import, whose counts grow with each batch that creates something.
 *
 * @param origin who imports, for the audit
 * @throws Error where the file cannot be read or the database is gone
 */
export async function importFile(
  db: Db,
  organizer: Organizer,
  file: string,
  options: ImportOptions,
  clock: Clock,
  origin: AuditOrigin,
): Promise<ImportReport> {
  let bytes = 0;
  const lines = readLines(file, (count) => {
    bytes = count;
  });
  return importLines(db, organizer, lines, { ...options, onProgress: () => options.onProgress(bytes) }, clock, origin);
}

/** Imports lines that come from anywhere. */
export async function importLines(
  db: Db,
  organizer: Organizer,
  lines: Lines,
  options: ImportOptions,
  clock: Clock,
  origin: AuditOrigin,
): Promise<ImportReport> {
  if (!options.dryRun) return new Import(db, organizer, options, clock, origin).run(lines);
  // A dry run does all of it in one transaction that is never committed.
  const undo = new Error('dry run');
  let report: ImportReport | undefined;
  try {
    await db.transaction().execute(async (tx) => {
      report = await new Import(tx, organizer, options, clock, origin).run(lines);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return report!;
}

class Import {
  readonly #db: Db;
  readonly #organizer: Organizer;
  readonly #options: ImportOptions;
  readonly #clock: Clock;
  readonly #origin: AuditOrigin;
  readonly #catalog: Catalog;
  readonly #report: ImportReport = {
    lines: 0,
    created: { event: 0, ticketType: 0, addon: 0, order: 0 },
    unchanged: 0,
    failed: 0,
  };
  #catalogLines: NumberedLine<CatalogLine>[] = [];
  #orderLines: NumberedLine<OrderLine>[] = [];
  #auditId: string | null = null;

  constructor(db: Db, organizer: Organizer, options: ImportOptions, clock: Clock, origin: AuditOrigin) {
    this.#db = db;
    this.#organizer = organizer;
    this.#options = options;
    this.#clock = clock;
    this.#origin = origin;
    this.#catalog = new Catalog(organizer.id);
  }

  async run(lines: Lines): Promise<ImportReport> {
    await this.#transact((tx) => dialectOf(tx).prepareForBulk(tx));
    for await (const chunk of lines) {
      for (const { number, text, problem } of chunk) {
        this.#report.lines += 1;
        if (problem !== undefined) this.#fail(number, null, new LineError([{ path: '', message: problem }]));
        else await this.#take(number, text!);
      }
      this.#options.onProgress(0);
    }
    await this.#writeOrders();
    await this.#writeCatalog();
    return this.#report;
  }

  async #take(number: number, text: string): Promise<void> {
    let line: ImportLine;
    try {
      line = parseLine(text);
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      this.#fail(number, null, error);
      return;
    }
    // Lines take effect in the order of the file: an order may refer to all that stands before it.
    if (line.type === 'order') {
      if (this.#catalogLines.length > 0) await this.#writeCatalog();
      this.#orderLines.push({ number, line });
      if (this.#orderLines.length >= batchLines) await this.#writeOrders();
    } else {
      if (this.#orderLines.length > 0) await this.#writeOrders();
      this.#catalogLines.push({ number, line });
      if (this.#catalogLines.length >= batchLines) await this.#writeCatalog();
    }
  }

  async #writeCatalog(): Promise<void> {
    const batch = this.#catalogLines;
    this.#catalogLines = [];
    if (batch.length === 0) return;
    const { outcomes, created, auditId } = await this.#transact(async (tx) => {
      const outcomes: (boolean | LineError)[] = [];
      const created = { ...this.#report.created };
      for (const { line } of batch) {
        try {
          const isNew = await importCatalogLine(tx, this.#context(), line);
          if (isNew) created[line.type] += 1;
          outcomes.push(isNew);
        } catch (error) {
          if (!(error instanceof LineError)) throw error;
          outcomes.push(error);
        }
      }
      return { outcomes, created, auditId: await this.#audit(tx, created) };
    });
    this.#report.created = created;
    this.#auditId = auditId;
    for (const [index, outcome] of outcomes.entries()) {
      const { number, line } = batch[index]!;
      if (outcome instanceof LineError) this.#fail(number, line.externalId, outcome);
      else if (!outcome) this.#report.unchanged += 1;
    }
  }

  async #writeOrders(): Promise<void> {
    const batch = this.#orderLines;
    this.#orderLines = [];
    if (batch.length === 0) return;
    const { result, created, auditId } = await this.#transact(async (tx) => {
      const lines = batch.map(({ line }) => line);
      const result = await importOrders(tx, this.#context(), lines);
      const before = this.#report.created;
      const created = { ...before, order: before.order + result.created };
      return { result, created, auditId: await this.#audit(tx, created) };
    });
    this.#report.created = created;
    this.#auditId = auditId;
    this.#report.unchanged += result.unchanged;
    for (const [index, error] of [...result.errors].sort(([a], [b]) => a - b)) {
      const { number, line } = batch[index]!;
      this.#fail(number, line.externalId, error);
    }
  }

  /** Updates the audit entry of the import in the transaction of the batch, and returns its id. */
  async #audit(tx: Db, created: ImportReport['created']): Promise<string | null> {
    const before = this.#report.created;
    const hasGrown = (Object.keys(created) as (keyof typeof created)[]).some((type) => created[type] > before[type]);
    if (!hasGrown) return this.#auditId;
    return recordAuditProgress(tx, this.#organizer.id, this.#auditId, {
      ...this.#origin,
      action: 'data.import',
      subject: this.#organizer.id,
      details: { ...created },
      at: timestamp(this.#clock.now()),
    });
  }

  #context(): ImportContext {
    const nowMs = this.#clock.now();
    return { organizer: this.#organizer, catalog: this.#catalog, nowMs, now: timestamp(nowMs) };
  }

  /** Runs a batch in a transaction, again where another writer came between. */
  async #transact<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    if (this.#db.isTransaction) return work(this.#db);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#db.transaction().execute(work);
      } catch (error) {
        const refusal = error instanceof ApiError ? 'other' : dialectOf(this.#db).classifyError(error);
        if (refusal === 'other' || attempt === attemptsMax) throw error;
        this.#catalog.forget();
      }
    }
  }

  #fail(line: number, externalId: string | null, error: LineError): void {
    this.#report.failed += 1;
    this.#options.onFailure({ line, externalId, errors: error.fields });
  }
}
