import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../clock.ts';
import { deleteInBatches } from '../database/delete-in-batches.ts';
import type { Db } from '../database/dialect.ts';
import { type Job, purgeIntervalMs, repeatingJob } from '../job.ts';
import type { OrganizerTime } from '../scope.ts';
import { Type } from './schema.ts';
import { sendJson } from './send-json.ts';

/** How long a response is stored for requests with the same key. */
const retentionMs = 24 * 60 * 60 * 1_000;

/** The header that lets a caller repeat a write safely. */
function key(minLength: number) {
  return Type.String({
    pattern: '^[!-~]+$',
    minLength,
    maxLength: 255,
    description:
      'A text that identifies this write, such as a UUID. A request with the same key and body within 24 hours ' +
      'returns the first response again, without a second write.',
    examples: ['6f1c2a0e-6a0f-4bfb-9f5a-0d3a4f3f8f5b'],
  });
}

/** The header on the planes with API keys. */
export const idempotencyHeaders = Type.Object({ 'idempotency-key': Type.Optional(key(1)) });

/** The header of a write that moves money. Without it, a caller could not repeat the request safely. */
export const requiredIdempotencyHeaders = Type.Object({ 'idempotency-key': key(1) });

/** The header on the public plane. Another client could guess a short key and receive the response. */
export const publicIdempotencyHeaders = Type.Object({ 'idempotency-key': Type.Optional(key(16)) });

/** The response to a write. */
export interface WriteResponse {
  readonly status: 200 | 201;
  /** JSON text. */
  readonly body: string;
  /** The URL of the created resource. */
  readonly location?: string;
  /** The entity tag of the resource. */
  readonly etag?: string;
}

/**
 * Runs a write in one transaction. If the request has an `Idempotency-Key`, the response is stored for
 * 24 h in the same transaction. A repeated request receives the stored response, byte for byte. If the first request is
 * still in progress, the repeated request waits. Errors are not stored, so that a corrected request can use the same key. An
 * invalid body is rejected before the key is checked.
 *
 * @param scope keys of different organizers are separate
 * @param options.runAgain a repeated request runs `work` again, which detects the repetition and reports it in its response
 * @param options.owner the caller, if an organizer has several callers; keys of different callers are separate
 * @param options.body the part of the body that a repeated request must also have; by default the whole body
 * @returns the response, for the handler to return (see `sendJson`)
 * @throws ApiError `idempotency_key_reused` if the key was used with another body
 * @throws the errors of `work`
 */
export async function withIdempotency(
  request: FastifyRequest,
  reply: FastifyReply,
  db: Db,
  scope: OrganizerTime,
  work: (tx: Db) => Promise<WriteResponse>,
  options: { runAgain?: boolean; owner?: string; body?: unknown } = {},
): Promise<void> {
  const key = request.headers['idempotency-key'];
  const { response, replayed } = await db.transaction().execute(async (tx) => {
    // `work` rejects a body that does not match the schema, so no response is stored.
    const isInvalid = request.validationError !== undefined && request.validationError !== null;
    if (typeof key !== 'string' || isInvalid) return { response: await work(tx), replayed: false };
    const record: RecordKey = {
      organizer_id: scope.organizerId,
      // A digest, because a URL can be longer than an index entry.
      scope: hash('sha256', [request.method, request.url.split('?', 1)[0], options.owner ?? []].flat().join(' ')),
      idempotency_key: key,
    };
    const requestHash = hash('sha256', JSON.stringify(options.body ?? request.body));
    if (!(await claimKey(tx, record, requestHash, scope.clock.now()))) {
      const storedResponse = await readStoredResponse(tx, record, requestHash);
      return { response: options.runAgain ? await work(tx) : storedResponse, replayed: true };
    }
    const response = await work(tx);
    await storeResponse(tx, record, response);
    return { response, replayed: false };
  });
  reply.code(response.status);
  if (replayed) reply.header('idempotent-replayed', 'true');
  if (response.location !== undefined) reply.header('location', response.location);
  if (response.etag !== undefined) reply.header('etag', response.etag);
  return sendJson(reply, response.body);
}

interface RecordKey {
  readonly organizer_id: string;
  readonly scope: string;
  readonly idempotency_key: string;
}

/**
 * Claims a key that is new or expired. If another transaction in progress has claimed the key, it waits for that transaction.
 *
 * @returns whether the key was claimed
 */
async function claimKey(tx: Db, record: RecordKey, requestHash: string, nowMs: number): Promise<boolean> {
  const now = timestamp(nowMs);
  const values = {
    request_hash: requestHash,
    response_status: null,
    response_headers: null,
    response_body: null,
    created_at: now,
    expires_at: timestamp(nowMs + retentionMs),
  };
  const claimed = await tx
    .insertInto('idempotency_records')
    .values({ ...record, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['organizer_id', 'scope', 'idempotency_key'])
        .doUpdateSet(values)
        .where('idempotency_records.expires_at', '<=', now),
    )
    .returning('idempotency_key')
    .executeTakeFirst();
  return claimed !== undefined;
}

async function readStoredResponse(tx: Db, record: RecordKey, requestHash: string): Promise<WriteResponse> {
  const storedRecord = await tx
    .selectFrom('idempotency_records')
    .selectAll()
    .where('organizer_id', '=', record.organizer_id)
    .where('scope', '=', record.scope)
    .where('idempotency_key', '=', record.idempotency_key)
    .executeTakeFirstOrThrow();
  if (storedRecord.request_hash !== requestHash) {
    throw new ApiError('idempotency_key_reused', {});
  }
  const headers = JSON.parse(storedRecord.response_headers ?? '{}') as Pick<WriteResponse, 'location' | 'etag'>;
  return {
    status: storedRecord.response_status as WriteResponse['status'],
    body: storedRecord.response_body ?? '',
    ...headers,
  };
}

async function storeResponse(tx: Db, record: RecordKey, { status, body, ...headers }: WriteResponse): Promise<void> {
  await tx
    .updateTable('idempotency_records')
    .set({ response_status: status, response_headers: JSON.stringify(headers), response_body: body })
    .where('organizer_id', '=', record.organizer_id)
    .where('scope', '=', record.scope)
    .where('idempotency_key', '=', record.idempotency_key)
    .execute();
}

/** Deletes expired responses, in batches. */
export async function purgeIdempotencyRecords(db: Db, nowMs: number): Promise<void> {
  const expiredRecords = sql`where expires_at <= ${timestamp(nowMs)} order by expires_at`;
  await deleteInBatches(db, 'idempotency_records', ['organizer_id', 'scope', 'idempotency_key'], expiredRecords);
}

export const purgeIdempotencyRecordsJob: Job = repeatingJob(
  'purge idempotency records',
  purgeIntervalMs,
  ({ db, clock }) => purgeIdempotencyRecords(db, clock.now()),
);
