import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { readCursor, writeCursor } from '../../platform/database/page.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { toHeaderNames } from './endpoint-headers.ts';
import type { Throttle } from './throttle.ts';

type EndpointRow = Tables['webhook_endpoints'];

const cursorName = 'webhook-endpoints';

/** An endpoint without its secrets, as in the data of the webhook event `endpoint.disabled`. */
export interface EndpointView {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  /** The event types that the endpoint subscribes to, and groups such as `order.*`; `['*']` for all types. */
  readonly events: string[];
  readonly status: 'enabled' | 'disabled';
  /** A human-readable reason; null if the endpoint is enabled. */
  readonly disabledReason: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An endpoint with the fields that the data of `endpoint.disabled` does not contain. */
export interface StoredEndpoint extends EndpointView {
  /** The time of the first failure since the last success; null if the endpoint is not failing. */
  readonly failingSince: string | null;
  /** Whether deliveries are also signed with Ed25519. */
  readonly ed25519: boolean;
  /** The custom headers of deliveries. Their values are secrets. */
  readonly headers: { readonly name: string }[];
  readonly throttle: Throttle | null;
  /** The only events of the organizer about which the endpoint is notified; empty for all. */
  readonly eventIds: string[];
}

/**
 * Finds the organizer of an endpoint, for the operator, whose commands name only the endpoint.
 *
 * @throws ApiError `endpoint_not_found` if no endpoint has this id
 */
export async function findOrganizerOfEndpoint(db: Db, endpointId: string): Promise<string> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select('organizer_id')
    .where('id', '=', endpointId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('endpoint_not_found', { endpointId });
  return row.organizer_id;
}

/** @throws ApiError `endpoint_not_found` if the organizer has no endpoint with this id */
export async function getEndpoint(db: Db, organizerId: string, endpointId: string): Promise<StoredEndpoint> {
  return toStoredEndpoint(await getEndpointRow(db, organizerId, endpointId));
}

/**
 * @param options.withDeleted whether the endpoint of a delivery can have been deleted
 * @throws ApiError `endpoint_not_found` if the organizer has no endpoint with this id
 */
export async function getEndpointRow(
  db: Db,
  organizerId: string,
  endpointId: string,
  { withDeleted = false }: { withDeleted?: boolean } = {},
): Promise<EndpointRow> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .where('id', '=', endpointId)
    .executeTakeFirst();
  if (row === undefined || (row.deleted_at !== null && !withDeleted))
    throw new ApiError('endpoint_not_found', { endpointId: endpointId.slice(0, 100) });
  return row;
}

/**
 * Locks endpoints of an organizer, in the order of their ids, until the transaction ends. A transaction that also locks deliveries
 * must lock their endpoints first, and one that locks endpoints of several organizers begins with the lowest id of an organizer. This
 * order prevents deadlocks.
 */
export async function lockEndpoints(tx: Db, organizerId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { isOneOf, forNoKeyUpdate } = dialectOf(tx);
  await sql`select id from webhook_endpoints where organizer_id = ${organizerId} and ${isOneOf(sql.ref('id'), ids)}
    order by id ${forNoKeyUpdate}`.execute(tx);
}

const endpointColumns = [
  'organizer_id',
  'id',
  'url',
  'description',
  'event_types',
  'status',
  'disabled_reason',
  'failing_since',
  'signs_ed25519',
  'failed_delivery_id',
  'failed_attempt_id',
  'alerted_failing_since',
  'header_names',
  'headers_ciphertext',
  'throttle_deliveries',
  'throttle_period',
  'next_slot_at',
  'only_event_ids',
  'version',
  'deleted_at',
  'created_at',
  'updated_at',
] as const;

const findEndpoints = statement<{ organizerId: string }, EndpointRow>((db, param) =>
  db
    .selectFrom('webhook_endpoints')
    .select(endpointColumns)
    .where('organizer_id', '=', param('organizerId'))
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc'),
);

/** Lists an organizer's endpoints, newest first. */
export async function listEndpoints(db: Db, organizerId: string): Promise<StoredEndpoint[]> {
  const rows = await findEndpoints(db, { organizerId });
  return rows.map(toStoredEndpoint);
}

const findEndpointIds = statement<{ organizerId: string }, { id: string }>((db, param) =>
  db.selectFrom('webhook_endpoints').select('id').where('organizer_id', '=', param('organizerId')),
);

/** Lists a page of an organizer's endpoints, newest first. */
export async function listEndpointPage(
  db: Db,
  organizerId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  cursorKey: KeyObject,
): Promise<{ data: StoredEndpoint[]; hasMore: boolean; nextCursor: string | null }> {
  const before = cursor === undefined ? undefined : readCursor(cursor, cursorName, 1, cursorKey)[0];
  const endpoints = await listEndpoints(db, organizerId);
  const rest = endpoints.filter(({ id }) => before === undefined || id < before);
  const data = rest.slice(0, limit);
  const hasMore = rest.length > limit;
  return { data, hasMore, nextCursor: hasMore ? writeCursor(cursorName, [data.at(-1)!.id], cursorKey) : null };
}

/** The ids of an organizer's endpoints, with those that were deleted. */
export async function listEndpointIds(db: Db, organizerId: string): Promise<string[]> {
  return (await findEndpointIds(db, { organizerId })).map(({ id }) => id);
}

/** An endpoint that has failed since its last success. */
interface FailingEndpoint {
  readonly id: string;
  readonly url: string;
  readonly failingSince: string;
}

const findFailingEndpoints = statement<{ organizerId: string; limit: number }, FailingEndpoint>((db, param) =>
  db
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', sql<string>`failing_since`.as('failingSince')])
    .where('organizer_id', '=', param('organizerId'))
    .where('failing_since', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('failing_since')
    .limit(sql<number>`cast(${param('limit')} as integer)`),
);

/** Lists the endpoints that have failed since their last success, the longest failure first. */
export function listFailingEndpoints(db: Db, organizerId: string, limit: number): Promise<FailingEndpoint[]> {
  return findFailingEndpoints(db, { organizerId, limit });
}

export function toStoredEndpoint(row: EndpointRow): StoredEndpoint {
  const { failing_since, signs_ed25519, header_names, only_event_ids } = row;
  return {
    ...toEndpointView(row),
    failingSince: failing_since,
    ed25519: signs_ed25519 === 1,
    headers: toHeaderNames(header_names),
    throttle: throttleOf(row),
    eventIds: only_event_ids?.split(' ') ?? [],
  };
}

/** The throttle of a row, or null. */
export function throttleOf({
  throttle_deliveries: deliveries,
  throttle_period: per,
}: Pick<EndpointRow, 'throttle_deliveries' | 'throttle_period'>): Throttle | null {
  return deliveries === null || per === null ? null : { deliveries, per };
}

export function toEndpointView(row: EndpointRow): EndpointView {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.event_types?.split(' ') ?? ['*'],
    status: row.status,
    disabledReason: row.disabled_reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/**
 * Forgets what endpoints of an organizer have experienced with deliveries, after all its deliveries were deleted: whether they are
 * failing, and signing secrets that were replaced.
 */
export async function forgetDeliveries(tx: Db, organizerId: string): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ failing_since: null, failed_delivery_id: null, failed_attempt_id: null, next_slot_at: null })
    .where('organizer_id', '=', organizerId)
    .execute();
  await tx
    .deleteFrom('webhook_secrets')
    .where('organizer_id', '=', organizerId)
    .where('expires_at', 'is not', null)
    .execute();
}

type TargetColumns =
  | 'url'
  | 'status'
  | 'signs_ed25519'
  | 'headers_ciphertext'
  | 'throttle_deliveries'
  | 'throttle_period';

/** The columns of an endpoint that a delivery needs, with one of its secrets. */
export interface TargetRow extends Pick<EndpointRow, TargetColumns> {
  /** The id of the signing secret; null if `ciphertext` is null. */
  secretId: string | null;
  /** A signing secret, encrypted. Never null in practice, because the newest secret of an endpoint does not expire. */
  ciphertext: string | null;
}

/** An enabled endpoint and the events that it subscribes to, with one of its secrets. */
export interface EndpointSecretRow extends TargetRow {
  readonly id: string;
  readonly event_types: string | null;
  readonly only_event_ids: string | null;
  /** The time after which the secret does not sign deliveries, RFC 3339; null if there is none. */
  readonly secretExpiresAt: string | null;
}

/** Finds the enabled endpoints of an organizer with their targets. Returns one row for each secret, newest first. */
export const findSubscriberTargets = statement<{ organizerId: string }, EndpointSecretRow>((db, param) =>
  db
    .selectFrom('webhook_endpoints as e')
    .leftJoin('webhook_secrets as s', (join) =>
      join.on('s.organizer_id', '=', param('organizerId')).onRef('s.endpoint_id', '=', 'e.id'),
    )
    .select(['e.id', 'e.event_types', 'e.only_event_ids', 's.expires_at as secretExpiresAt'])
    .select(['e.url', 'e.status', 'e.signs_ed25519', 's.id as secretId', 's.ciphertext'])
    .select(['e.headers_ciphertext', 'e.throttle_deliveries', 'e.throttle_period'])
    .where('e.organizer_id', '=', param('organizerId'))
    .where(sql<boolean>`e.status = 'enabled'`)
    .orderBy('s.id', 'desc'),
);

/** Finds the URL, the status, the secrets, the headers and the throttle of an endpoint. Returns one row for each secret that has not expired, newest first. */
export const findDeliveryTarget = statement<{ organizerId: string; endpointId: string; now: string }, TargetRow>(
  (db, param) =>
    db
      .selectFrom('webhook_endpoints as e')
      .leftJoin('webhook_secrets as s', (join) =>
        join
          .on('s.organizer_id', '=', param('organizerId'))
          .onRef('s.endpoint_id', '=', 'e.id')
          .on(sql<boolean>`(s.expires_at is null or s.expires_at > ${param('now')})`),
      )
      .select(['e.url', 'e.status', 'e.signs_ed25519', 's.id as secretId', 's.ciphertext'])
      .select(['e.headers_ciphertext', 'e.throttle_deliveries', 'e.throttle_period'])
      .where('e.organizer_id', '=', param('organizerId'))
      .where('e.id', '=', param('endpointId'))
      .orderBy('s.id', 'desc'),
);

/**
 * Locks the throttle of an endpoint until the transaction ends, and finds its first free slot. It does not wait: if another worker is
 * claiming deliveries of the endpoint, it returns no row. So claims of several endpoints cannot cause a deadlock.
 */
export const lockNextSlot = statement<{ organizerId: string; endpointId: string }, { next_slot_at: string | null }>(
  (db, param) => sql`select next_slot_at from webhook_endpoints
    where organizer_id = ${param('organizerId')} and id = ${param('endpointId')} ${dialectOf(db).forNoKeyUpdateSkipLocked}`,
);

export const setNextSlot = statement<{ organizerId: string; endpointId: string; nextSlotAt: string }, { id: string }>(
  (_db, param) => sql`update webhook_endpoints set next_slot_at = ${param('nextSlotAt')}
    where organizer_id = ${param('organizerId')} and id = ${param('endpointId')} returning id`,
);
