import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { containsText } from '../../platform/database/contains-text.ts';
import { type Db, dialectOf, type JsonFields } from '../../platform/database/dialect.ts';
import { invalidCursor } from '../../platform/database/page.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { organizerIdOfSlug } from './slugs.ts';

/** The fees of an organizer and who pays them. `Bps` are basis points, `Fixed` are minor units of the order's currency. */
export interface FeePolicy {
  readonly platformFeeBps: number;
  readonly platformFeeFixed: number;
  readonly paymentFeeBps: number;
  readonly paymentFeeFixed: number;
  readonly taxBps: number;
  readonly taxMode: 'included' | 'on_top';
  readonly paidBy: 'buyer' | 'organizer';
}

/** The JSON fields of a fee policy. `alias` is the alias of the table `organizers` in the query. */
export function feePolicyFields(alias: string): JsonFields {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return {
    platformFeeBps: column('platform_fee_bps'),
    platformFeeFixed: column('platform_fee_fixed'),
    paymentFeeBps: column('payment_fee_bps'),
    paymentFeeFixed: column('payment_fee_fixed'),
    taxBps: column('tax_bps'),
    taxMode: column('tax_mode'),
    paidBy: column('fees_paid_by'),
  };
}

export interface Organizer {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
  readonly feePolicy: FeePolicy;
  /** Since when the organizer is suspended, RFC 3339; null if it is not. */
  readonly suspendedAt: string | null;
  readonly createdAt: string;
}

export const organizerStatuses = ['active', 'suspended'] as const;
export type OrganizerStatus = (typeof organizerStatuses)[number];

/** Finds an organizer by its slug, or by one that it had. Returns null if there is none. */
export async function findOrganizer(db: Db, slug: string): Promise<Organizer | null> {
  const row = await db
    .selectFrom('organizers')
    .selectAll()
    .where('id', '=', organizerIdOfSlug(slug))
    .executeTakeFirst();
  return row === undefined ? null : toOrganizer(row);
}

/**
 * Reads an organizer by its slug.
 *
 * @throws ApiError `organizer_not_found` if no organizer has this slug
 */
export async function getOrganizer(db: Db, slug: string): Promise<Organizer> {
  const organizer = await findOrganizer(db, slug);
  if (organizer === null) {
    throw new ApiError('organizer_not_found', { slug });
  }
  return organizer;
}

/**
 * Reads an organizer by its id.
 *
 * @throws Error if there is no organizer with this id
 */
export async function readOrganizer(db: Db, organizerId: string): Promise<Organizer> {
  return toOrganizer(
    await db.selectFrom('organizers').selectAll().where('id', '=', organizerId).executeTakeFirstOrThrow(),
  );
}

/** The default currency and time zone of new events. */
export type EventDefaults = Pick<Organizer, 'currency' | 'timezone'>;

const findEventDefaults = statement<{ organizerId: string }, EventDefaults>((db, param) =>
  db.selectFrom('organizers').select(['currency', 'timezone']).where('id', '=', param('organizerId')),
);

/** @throws Error if there is no organizer with this id */
export async function readEventDefaults(db: Db, organizerId: string): Promise<EventDefaults> {
  const [defaults] = await findEventDefaults(db, { organizerId });
  if (defaults === undefined) throw new Error(`There is no organizer ${organizerId}.`);
  return defaults;
}

const findSuspended = statement<{ organizerId: string }, { id: string }>((db, param) =>
  db.selectFrom('organizers').select('id').where('id', '=', param('organizerId')).where('suspended_at', 'is not', null),
);

/** Whether an organizer is suspended. */
export async function isSuspended(db: Db, organizerId: string): Promise<boolean> {
  return (await findSuspended(db, { organizerId })).length > 0;
}

/**
 * A page of the organizers of the service, without sandboxes, by slug.
 *
 * @param query.text only organizers whose name or slug contains this text
 * @param query.cursor the id of the last organizer of the previous page
 * @throws ApiError `invalid_cursor` if no organizer has this id
 */
export async function listOrganizersForOperator(
  db: Db,
  {
    text,
    status,
    limit,
    cursor,
  }: { text?: string | undefined; status?: OrganizerStatus | undefined; limit: number; cursor?: string | undefined },
): Promise<{ data: Organizer[]; hasMore: boolean; nextCursor: string | null }> {
  let query = db
    .selectFrom('organizers')
    .selectAll()
    .where('sandbox_of', 'is', null)
    .orderBy('slug')
    .limit(limit + 1);
  if (cursor !== undefined) {
    const last = await db.selectFrom('organizers').select('slug').where('id', '=', cursor).executeTakeFirst();
    if (last === undefined) throw invalidCursor();
    query = query.where('slug', '>', last.slug);
  }
  if (status !== undefined) query = query.where('suspended_at', status === 'active' ? 'is' : 'is not', null);
  if (text !== undefined) query = query.where(containsText(['name', 'slug'], text));
  const rows = await query.execute();
  const data = rows.slice(0, limit).map(toOrganizer);
  const hasMore = rows.length > limit;
  return { data, hasMore, nextCursor: hasMore ? (data.at(-1)?.id ?? null) : null };
}

/** The slugs and names of organizers and sandboxes, by id. */
export async function readOrganizerNames(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly slug: string; readonly name: string }>> {
  const rows = await db
    .selectFrom('organizers')
    .select(['id', 'slug', 'name'])
    .where((eb) => dialectOf(db).isOneOf(eb.ref('id'), [...new Set(ids)]))
    .execute();
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

/** All organizers except sandboxes, sorted by slug. */
export async function listOrganizers(db: Db): Promise<Organizer[]> {
  const rows = await db.selectFrom('organizers').selectAll().where('sandbox_of', 'is', null).orderBy('slug').execute();
  return rows.map(toOrganizer);
}

/** The organizer in a row. */
export function toOrganizer(row: Tables['organizers']): Organizer {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    currency: row.currency,
    timezone: row.timezone,
    feePolicy: {
      platformFeeBps: row.platform_fee_bps,
      platformFeeFixed: row.platform_fee_fixed,
      paymentFeeBps: row.payment_fee_bps,
      paymentFeeFixed: row.payment_fee_fixed,
      taxBps: row.tax_bps,
      taxMode: row.tax_mode,
      paidBy: row.fees_paid_by,
    },
    suspendedAt: row.suspended_at,
    createdAt: row.created_at,
  };
}
