import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../clock.ts';
import type { Db } from '../database/dialect.ts';
import { deleteInBatches } from '../database/remove-steps.ts';
import { type Job, purgeIntervalMs, repeatingJob } from '../job.ts';
import type { Services } from './plane.ts';
import { sendJson } from './reply.ts';
import { Type } from './schema.ts';

/** How long an answer is kept for requests that repeat its key. */
const keptMs = 24 * 60 * 60 * 1_000;

/** The header of a write that may be repeated, with a key of at least so many characters. */
function keyHeader(lengthMin: number) {
  return Type.Object({
    'idempotency-key': Type.Optional(
      Type.String({
        pattern: '^[!-~]+$',
        minLength: lengthMin,
        maxLength: 255,
        description:
          'A text of your own that names this attempt, such as a UUID. A request that repeats it within 24 hours with ' +
          'the same body gets the first answer again, and nothing is done twice.',
        examples: ['6f1c2a0e-6a0f-4bfb-9f5a-0d3a4f3f8f5b'],
      }),
    ),
  });
}

/** The header on the planes with API keys. */
export const idempotencyHeaders = keyHeader(1);

/** The header on the public plane, where a stranger who guesses a key would get the answer. */
export const publicIdempotencyHeaders = keyHeader(16);

/** What a write answers with. */
export interface WriteAnswer {
  readonly status: 200 | 201;
  /** JSON. */
  readonly body: string;
  /** Where what was made is found. */
  readonly location?: string;
  /** Its entity tag. */
  readonly etag?: string;
}

/**
 * Does a write in one transaction and answers. Where the request has an `Idempotency-Key`, its answer is kept for 24 h in
 * that transaction: a repeated request gets it again, byte for byte; one that comes while the first is under way waits for
 * it. What was refused is not kept: a corrected request may use the key again, and a body that is not valid is told so
 * before its key is looked at.
 *
 * @param organizerId whose write it is: keys of different organizers have nothing to do with each other
 * @param options.again the work knows a repetition by itself: it is asked again, and its answer tells of it
 * @param options.owner whose key it is, where several callers write for one organizer: the same key of another owner is
 *   another key
 * @param options.body what a repeated request must have in common with the first, where that is not the whole body
 * @throws ApiError `idempotency_conflict` where the key came with another body, and what `work` throws
 */
export async function withIdempotency(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  organizerId: string,
  work: (tx: Db) => Promise<WriteAnswer>,
  options: { again?: boolean; owner?: string; body?: unknown } = {},
): Promise<void> {
  const key = request.headers['idempotency-key'];
  const { answer, replayed } = await db.transaction().execute(async (tx) => {
    // What its schema has refused is refused by the work too, and nothing of it is kept.
    const isRefused = request.validationError !== undefined && request.validationError !== null;
    if (typeof key !== 'string' || isRefused) return { answer: await work(tx), replayed: false };
    const record: RecordKey = {
      organizer_id: organizerId,
      // A digest, since an address may be longer than what an index takes.
      scope: hash('sha256', [request.method, request.url.split('?', 1)[0], options.owner ?? []].flat().join(' ')),
      idempotency_key: key,
    };
    const requestHash = hash('sha256', JSON.stringify(options.body ?? request.body));
    if (!(await takeKey(tx, record, requestHash, clock.now()))) {
      const kept = await storedResponse(tx, record, requestHash);
      return { answer: options.again ? await work(tx) : kept, replayed: true };
    }
    const first = await work(tx);
    await storeResponse(tx, record, first);
    return { answer: first, replayed: false };
  });
  reply.code(answer.status);
  if (replayed) reply.header('idempotent-replayed', 'true');
  if (answer.location !== undefined) reply.header('location', answer.location);
  if (answer.etag !== undefined) reply.header('etag', answer.etag);
  sendJson(reply, answer.body);
}

interface RecordKey {
  readonly organizer_id: string;
  readonly scope: string;
  readonly idempotency_key: string;
}

/** Whether the key is new, or its time is over. Waits for a transaction that has just taken it. */
async function takeKey(tx: Db, record: RecordKey, requestHash: string, nowMs: number): Promise<boolean> {
  const now = timestamp(nowMs);
  const terms = {
    request_hash: requestHash,
    response_status: null,
    response_headers: null,
    response_body: null,
    created_at: now,
    expires_at: timestamp(nowMs + keptMs),
  };
  const taken = await tx
    .insertInto('idempotency_records')
    .values({ ...record, ...terms })
    .onConflict((conflict) =>
      conflict
        .columns(['organizer_id', 'scope', 'idempotency_key'])
        .doUpdateSet(terms)
        .where('idempotency_records.expires_at', '<=', now),
    )
    .returning('idempotency_key')
    .executeTakeFirst();
  return taken !== undefined;
}

async function storedResponse(tx: Db, record: RecordKey, requestHash: string): Promise<WriteAnswer> {
  const kept = await tx
    .selectFrom('idempotency_records')
    .selectAll()
    .where('organizer_id', '=', record.organizer_id)
    .where('scope', '=', record.scope)
    .where('idempotency_key', '=', record.idempotency_key)
    .executeTakeFirstOrThrow();
  if (kept.request_hash !== requestHash) {
    throw new ApiError('idempotency_key_reused', {});
  }
  const headers = JSON.parse(kept.response_headers!) as Pick<WriteAnswer, 'location' | 'etag'>;
  return { status: kept.response_status as WriteAnswer['status'], body: kept.response_body!, ...headers };
}

async function storeResponse(tx: Db, record: RecordKey, { status, body, ...headers }: WriteAnswer): Promise<void> {
  await tx
    .updateTable('idempotency_records')
    .set({ response_status: status, response_headers: JSON.stringify(headers), response_body: body })
    .where('organizer_id', '=', record.organizer_id)
    .where('scope', '=', record.scope)
    .where('idempotency_key', '=', record.idempotency_key)
    .execute();
}

/** Removes answers that were kept long enough, a step at a time. */
export async function purgeIdempotencyRecords(db: Db, nowMs: number): Promise<void> {
  const old = sql`where expires_at <= ${timestamp(nowMs)} order by expires_at`;
  await deleteInBatches(db, 'idempotency_records', ['organizer_id', 'scope', 'idempotency_key'], old);
}

export const purgeIdempotencyRecordsJob: Job = repeatingJob(
  'purge idempotency records',
  purgeIntervalMs,
  ({ db, clock }) => purgeIdempotencyRecords(db, clock.now()),
);
