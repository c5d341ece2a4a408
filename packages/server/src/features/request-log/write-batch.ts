import { sql } from 'kysely';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Batch, FinishedRequest, UsageCount } from './batch.ts';
import { storedProblem } from './stored-problem.ts';

const hourMs = 3_600_000;
/** The maximum number of rows in one statement. Databases limit the number of its parameters. */
const usageRowsMax = 500;

/** Writes the entries of a batch and adds its usage, in one transaction. */
export async function writeBatch(db: Db, { entries, usage }: Pick<Batch, 'entries' | 'usage'>): Promise<void> {
  const rows = entries.map(toEntryRow);
  // All processes lock rows in this sequence, so they cannot deadlock.
  const usageRows = usage.map(toUsageRow).sort((a, b) => (usageKey(a) < usageKey(b) ? -1 : 1));
  await db.transaction().execute(async (tx) => {
    await dialectOf(tx).insertMany(tx, 'request_log_entries', rows);
    for (let start = 0; start < usageRows.length; start += usageRowsMax) {
      await addUsage(tx, usageRows.slice(start, start + usageRowsMax));
    }
  });
}

async function addUsage(tx: Db, rows: readonly Tables['key_usage'][]): Promise<void> {
  await tx
    .insertInto('key_usage')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['organizer_id', 'hour', 'key_id']).doUpdateSet({
        requests: sql`key_usage.requests + excluded.requests`,
        errors: sql`key_usage.errors + excluded.errors`,
        limit_refusals: sql`key_usage.limit_refusals + excluded.limit_refusals`,
      }),
    )
    .execute();
}

function toEntryRow(request: FinishedRequest): Tables['request_log_entries'] {
  const { error } = request;
  return {
    organizer_id: request.organizerId,
    id: request.id,
    key_id: request.keyId,
    started_at: timestamp(request.startedAtMs),
    method: request.method,
    route: request.route,
    status: request.status,
    latency_ms: Math.ceil(request.latencyMs),
    code: error?.code ?? null,
    problem: error === null ? null : JSON.stringify(storedProblem(error)),
  };
}

function toUsageRow({ organizerId, keyId, hour, ...count }: UsageCount): Tables['key_usage'] {
  return {
    organizer_id: organizerId,
    hour: timestamp(hour * hourMs),
    key_id: keyId,
    requests: count.requests,
    errors: count.errors,
    limit_refusals: count.limitRefusals,
  };
}

function usageKey({ organizer_id, hour, key_id }: Tables['key_usage']): string {
  return `${organizer_id} ${hour} ${key_id}`;
}
