import { ApiError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Origin } from '../../platform/scope.ts';
import { recordAuditProgress } from '../audit/index.ts';
import type { Organizer } from '../organizers/index.ts';
import { CatalogCache } from './catalog-cache.ts';
import {
  type CatalogOutcome,
  type DeferredLine,
  importBatch,
  importCatalogLines,
  type NumberedLine,
  neededBy,
} from './import-batch.ts';
import type { CatalogLine, ImportContext } from './import-catalog.ts';
import { findChangedLines, replaceDigests } from './line-digests.ts';
import { LineError, parseLine } from './parse-line.ts';
import { type FileLine, readLines } from './read-lines.ts';
import type { ImportLine, OrderLine } from './schema.ts';

/** The maximum number of lines in one transaction. More lines share the cost of a commit, but other writers wait longer. */
const maxBatchLines = 2_500;
/** The maximum number of attempts of a batch that conflicts with another transaction. */
const maxAttempts = 4;

/** A line that was not imported, with the reasons. */
export interface LineFailure {
  /** The number of the line, from 1. */
  readonly line: number;
  readonly externalId: string | null;
  readonly errors: readonly { path: string; message: string }[];
}

export interface ImportReport {
  lines: number;
  created: { event: number; ticketType: number; addon: number; poster: number; question: number; order: number };
  /** Lines whose `externalId` already exists, because they were imported before. */
  unchanged: number;
  failed: number;
}

export interface ImportOptions {
  /** Checks every line against the database and writes nothing. */
  readonly dryRun: boolean;
  /** The public URL of this server, with which the URLs of posters begin. */
  readonly baseUrl: string;
  /** Stores a digest of each line, and calls this for a line that was imported before with other content. */
  readonly onChanged?: (line: { externalId: string }) => void;
  readonly onFailure: (failure: LineFailure) => void;
  /** Called after each chunk of lines with the number of bytes that were read; 0 if the lines are not from a file. */
  readonly onProgress: (bytes: number) => void;
}

type Lines = AsyncIterable<readonly FileLine[]>;

/**
 * Imports a file: each valid line is imported, each invalid line is reported, and a line that was imported before changes
 * nothing. Each batch of lines is one transaction. To complete an interrupted import, import the same file again. The audit log
 * has one entry for an import; each batch that creates something increases the counts in it.
 *
 * @param origin the actor and the request, for the audit log
 * @throws Error if the file cannot be read or the database is not available
 */
export async function importFile(
  db: Db,
  organizer: Organizer,
  file: string,
  options: ImportOptions,
  clock: Clock,
  origin: Origin,
): Promise<ImportReport> {
  let bytes = 0;
  const lines = readLines(file, (count) => {
    bytes = count;
  });
  return importLines(db, organizer, lines, { ...options, onProgress: () => options.onProgress(bytes) }, clock, origin);
}

/** Imports lines from any source, as `importFile` does. */
export async function importLines(
  db: Db,
  organizer: Organizer,
  lines: Lines,
  options: ImportOptions,
  clock: Clock,
  origin: Origin,
): Promise<ImportReport> {
  if (!options.dryRun) return new Import(db, organizer, options, clock, origin).run(lines);
  // A dry run imports all lines in one transaction, which is rolled back.
  try {
    return await db.transaction().execute(async (tx) => {
      throw new DryRunDone(await new Import(tx, organizer, options, clock, origin).run(lines));
    });
  } catch (error) {
    if (error instanceof DryRunDone) return error.report;
    throw error;
  }
}

/** Thrown to roll back the transaction of a dry run. */
class DryRunDone extends Error {
  readonly report: ImportReport;

  constructor(report: ImportReport) {
    super('the dry run is rolled back');
    this.report = report;
  }
}

/** An import that creates this many orders updates the statistics of the query planner. */
const bulkOrders = 1_000;

class Import {
  readonly #db: Db;
  readonly #organizer: Organizer;
  readonly #options: ImportOptions;
  readonly #clock: Clock;
  readonly #origin: Origin;
  readonly #catalog: CatalogCache;
  readonly #report: ImportReport = {
    lines: 0,
    created: { event: 0, ticketType: 0, addon: 0, poster: 0, question: 0, order: 0 },
    unchanged: 0,
    failed: 0,
  };
  #catalogLines: NumberedLine<CatalogLine>[] = [];
  #orderLines: NumberedLine<OrderLine>[] = [];
  #deferredLines: readonly DeferredLine[] = [];
  /** Whether an order that is in the lines exists, or is invalid. */
  #hasOrders = false;
  #hasInvalidOrders = false;
  #auditId: string | null = null;

  constructor(db: Db, organizer: Organizer, options: ImportOptions, clock: Clock, origin: Origin) {
    this.#db = db;
    this.#organizer = organizer;
    this.#options = options;
    this.#clock = clock;
    this.#origin = origin;
    this.#catalog = new CatalogCache(organizer.id);
  }

  async run(lines: Lines): Promise<ImportReport> {
    await this.#transact((tx) => dialectOf(tx).prepareForBulk(tx));
    for await (const chunk of lines) {
      for (const line of chunk) await this.#add(line);
      this.#options.onProgress(0);
    }
    await this.#importOrders();
    // A catalog of its own is imported without orders, unless all orders of the files are invalid: their stock would be sold again.
    if (this.#hasOrders || !this.#hasInvalidOrders) {
      this.#catalogLines.push(...this.#deferredLines.filter(({ deferral }) => deferral === 'until-any-order'));
    }
    await this.#importCatalog();
    const isBulk = this.#report.created.order >= bulkOrders && !this.#options.dryRun;
    // The import is complete. If this fails, autovacuum updates the statistics later.
    if (isBulk)
      await dialectOf(this.#db)
        .updateStatistics(this.#db)
        .catch(() => {});
    return this.#report;
  }

  /** Adds a line to its batch, and imports the batch if it is full. */
  async #add(fileLine: FileLine): Promise<void> {
    this.#report.lines += 1;
    const { number } = fileLine;
    // Only an import that stores digests needs the texts of a batch.
    const text = 'text' in fileLine && this.#options.onChanged !== undefined ? fileLine.text : '';
    let line: ImportLine;
    try {
      line = parseLine(fileLine);
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      this.#reportFailure(number, fileLine.externalId ?? error.externalId, error);
      this.#hasInvalidOrders ||= fileLine.deferral === undefined;
      return;
    }
    // Lines are imported as they are sorted in the file, so an order line can refer to every line before it.
    if (line.type === 'order') {
      if (this.#catalogLines.length > 0) await this.#importCatalog();
      this.#orderLines.push({ number, line, text });
      if (this.#orderLines.length >= maxBatchLines) await this.#importOrders();
    } else if (fileLine.deferral !== undefined) {
      this.#deferredLines = [...this.#deferredLines, { number, line, text, deferral: fileLine.deferral }];
    } else {
      if (this.#orderLines.length > 0) await this.#importOrders();
      this.#catalogLines.push({ number, line, text });
      // A batch has at most one poster, because posters are large.
      if (line.type === 'poster' || this.#catalogLines.length >= maxBatchLines) await this.#importCatalog();
    }
  }

  async #importCatalog(): Promise<void> {
    const batch = this.#catalogLines;
    this.#catalogLines = [];
    if (batch.length === 0) return;
    const { outcomes, changed, created, auditId } = await this.#transact(async (tx) => {
      const outcomes = await importCatalogLines(tx, this.#context(), batch);
      const imported = outcomes.filter(({ outcome }) => outcome === true);
      const existing = outcomes.filter(({ outcome }) => outcome === false);
      const created = countCreated(this.#report.created, imported);
      const changed = await this.#findChanges(tx, imported, existing);
      return { outcomes, changed, created, auditId: await this.#audit(tx, created) };
    });
    this.#report.created = created;
    this.#auditId = auditId;
    this.#reportChanges(changed);
    this.#reportCatalog(outcomes);
  }

  async #importOrders(): Promise<void> {
    const batch = this.#orderLines;
    this.#orderLines = [];
    if (batch.length === 0) return;
    const orders = batch.map(({ line }) => line);
    const deferred = neededBy(this.#deferredLines, orders);
    const { result, existing, changed, created, auditId } = await this.#transact(async (tx) => {
      const result = await importBatch(tx, this.#context(), deferred, orders);
      const isExisting = (index: number) => !result.created.has(index) && !result.errors.has(index);
      const imported = [
        ...result.catalog.filter(({ outcome }) => outcome === true),
        ...batch.filter((_, index) => result.created.has(index)),
      ];
      const existing = batch.filter((_, index) => isExisting(index));
      const existingCatalog = result.catalog.filter(({ outcome }) => outcome === false);
      const created = countCreated(this.#report.created, imported);
      const changed = await this.#findChanges(tx, imported, [...existingCatalog, ...existing]);
      return { result, existing, changed, created, auditId: await this.#audit(tx, created) };
    });
    this.#report.created = created;
    this.#auditId = auditId;
    this.#report.unchanged += existing.length;
    this.#hasOrders ||= result.errors.size < batch.length;
    this.#hasInvalidOrders ||= result.errors.size > 0;
    const done = new Set(result.catalog.map(({ number }) => number));
    this.#deferredLines = this.#deferredLines.filter(({ number }) => !done.has(number));
    this.#reportChanges(changed);
    this.#reportCatalog(result.catalog);
    for (const [index, { number, line }] of batch.entries()) {
      const error = result.errors.get(index);
      if (error !== undefined) this.#reportFailure(number, line.externalId, error);
    }
  }

  /**
   * Stores the digests of new lines, in the transaction that imports them.
   *
   * @returns the lines that were imported before with other content
   */
  async #findChanges(
    tx: Db,
    imported: readonly NumberedLine<ImportLine>[],
    existing: readonly NumberedLine<ImportLine>[],
  ): Promise<readonly NumberedLine<ImportLine>[]> {
    if (this.#options.onChanged === undefined) return [];
    const organizerId = this.#organizer.id;
    await replaceDigests(tx, organizerId, imported);
    return findChangedLines(tx, organizerId, existing);
  }

  #reportChanges(changed: readonly NumberedLine<ImportLine>[]): void {
    for (const { line } of changed) this.#options.onChanged?.({ externalId: line.externalId });
  }

  /** Updates the audit entry of the import in the transaction of the batch, and returns its id. */
  async #audit(tx: Db, created: ImportReport['created']): Promise<string | null> {
    const before = this.#report.created;
    const hasCreated = (Object.keys(created) as (keyof typeof created)[]).some((type) => created[type] > before[type]);
    if (!hasCreated) return this.#auditId;
    const organizerId = this.#organizer.id;
    return recordAuditProgress(tx, { organizerId, origin: this.#origin }, this.#auditId, {
      action: 'data.import',
      subject: organizerId,
      details: { ...created },
      at: timestamp(this.#clock.now()),
    });
  }

  #context(): ImportContext {
    const nowMs = this.#clock.now();
    const { baseUrl } = this.#options;
    return { organizer: this.#organizer, catalog: this.#catalog, baseUrl, nowMs, now: timestamp(nowMs) };
  }

  /** Runs a batch in a transaction, and runs it again if it conflicts with another transaction. */
  async #transact<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    if (this.#db.isTransaction) return work(this.#db);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#db.transaction().execute(work);
      } catch (error) {
        // Another transaction has just inserted a row of the same line.
        const isConflict =
          error instanceof ApiError
            ? error.reason === 'external_id_taken'
            : dialectOf(this.#db).classifyError(error) !== 'other';
        if (!isConflict || attempt === maxAttempts) throw error;
        this.#catalog.clear();
      }
    }
  }

  #reportCatalog(outcomes: readonly CatalogOutcome[]): void {
    for (const { number, line, outcome } of outcomes) {
      if (outcome instanceof LineError) this.#reportFailure(number, line.externalId, outcome);
      else if (!outcome) this.#report.unchanged += 1;
    }
  }

  #reportFailure(line: number, externalId: string | null, error: LineError): void {
    this.#report.failed += 1;
    this.#options.onFailure({ line, externalId, errors: error.fields });
  }
}

function countCreated(before: ImportReport['created'], lines: readonly NumberedLine<ImportLine>[]) {
  const created = { ...before };
  for (const { line } of lines) created[line.type] += 1;
  return created;
}
