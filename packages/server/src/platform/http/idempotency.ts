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

/** The time for which an answer is stored for requests with the same key. */
const storedMs = 24 * 60 * 60 * 1_000;

/** The header of a write that can be repeated safely. */
function keyHeader(lengthMin: number) {
  return Type.Object({
    'idempotency-key': Type.Optional(
      Type.String({
        pattern: '^[!-~]+$',
        minLength: lengthMin,
        maxLength: 255,
        description:
          'A text that identifies this attempt, such as a UUID. A request with the same key and body within 24 hours ' +
          'gets the first answer again, and nothing is done twice.',
        examples: ['6f1c2a0e-6a0f-4bfb-9f5a-0d3a4f3f8f5b'],
      }),
    ),
  });
}

/** The header on the planes with API keys. */
export const idempotencyHeaders = keyHeader(1);

/** The header on the public plane: another person could guess a short key and get the answer. */
export const publicIdempotencyHeaders = keyHeader(16);

/** The answer to a write. */
export interface WriteAnswer {
  readonly status: 200 | 201;
  /** JSON. */
  readonly body: string;
  /** The URL of the created resource. */
  readonly location?: string;
  /** Its entity tag. */
  readonly etag?: string;
}

/**
 * Runs a write in one transaction and sends its answer. If the request has an `Idempotency-Key`, the answer is stored for 24 h
 * in the same transaction. A repeated request gets it again, byte for byte; one that arrives while the first is in progress
 * waits for it. Errors are not stored: a corrected request can use the key again. A body that is not valid is rejected before
 * the key is checked.
 *
 * @param organizerId keys of different organizers are separate
 * @param options.again the work recognizes repeated requests: it runs again, and its answer says that it was repeated
 * @param options.owner keys of different owners are separate, for organizers with several callers
 * @param options.body the value that must be equal in a repeated request; by default the whole body
 * @throws ApiError `idempotency_conflict` if the key was used with another body, and what `work` throws
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
    // `work` rejects a body that the schema has rejected, and no answer is stored.
    const isInvalid = request.validationError !== undefined && request.validationError !== null;
    if (typeof key !== 'string' || isInvalid) return { answer: await work(tx), replayed: false };
    const record: RecordKey = {
      organizer_id: organizerId,
      // A digest, because a URL can be longer than an index entry.
      scope: hash('sha256', [request.method, request.url.split('?', 1)[0], options.owner ?? []].flat().join(' ')),
      idempotency_key: key,
    };
    const requestHash = hash('sha256', JSON.stringify(options.body ?? request.body));
    if (!(await claimKey(tx, record, requestHash, clock.now()))) {
      const stored = await storedResponse(tx, record, requestHash);
      return { answer: options.again ? await work(tx) : stored, replayed: true };
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

/** Whether the key is new or expired. Waits for a transaction in progress that has claimed it. */
async function claimKey(tx: Db, record: RecordKey, requestHash: string, nowMs: number): Promise<boolean> {
  const now = timestamp(nowMs);
  const terms = {
    request_hash: requestHash,
    response_status: null,
    response_headers: null,
    response_body: null,
    created_at: now,
    expires_at: timestamp(nowMs + storedMs),
  };
  const claimed = await tx
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
  return claimed !== undefined;
}

async function storedResponse(tx: Db, record: RecordKey, requestHash: string): Promise<WriteAnswer> {
  const stored = await tx
    .selectFrom('idempotency_records')
    .selectAll()
    .where('organizer_id', '=', record.organizer_id)
    .where('scope', '=', record.scope)
    .where('idempotency_key', '=', record.idempotency_key)
    .executeTakeFirstOrThrow();
  if (stored.request_hash !== requestHash) {
    throw new ApiError('idempotency_key_reused', {});
  }
  const headers = JSON.parse(stored.response_headers ?? '{}') as Pick<WriteAnswer, 'location' | 'etag'>;
  return { status: stored.response_status as WriteAnswer['status'], body: stored.response_body ?? '', ...headers };
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

/** Deletes expired answers, in batches. */
export async function purgeIdempotencyRecords(db: Db, nowMs: number): Promise<void> {
  const expired = sql`where expires_at <= ${timestamp(nowMs)} order by expires_at`;
  await deleteInBatches(db, 'idempotency_records', ['organizer_id', 'scope', 'idempotency_key'], expired);
}

export const purgeIdempotencyRecordsJob: Job = repeatingJob(
  'purge idempotency records',
  purgeIntervalMs,
  ({ db, clock }) => purgeIdempotencyRecords(db, clock.now()),
);
