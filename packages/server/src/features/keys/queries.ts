import { ApiError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { scanNewest } from '../../platform/database/scan.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { KeyKind } from './key-format.ts';
import type { Scope } from './scopes.ts';

/** A key without its secret. */
export interface KeyView {
  readonly id: string;
  readonly kind: KeyKind;
  readonly name: string;
  readonly last4: string;
  readonly scopes: readonly Scope[];
  /** The actor that created the key; null if it was not recorded. */
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
}

/** A key with its organizer, without its secret. */
export interface StoredKey extends KeyView {
  readonly organizerId: string;
}

type KeyRow = Tables['api_keys'];

/** A key, and since when the data of its sandbox is being deleted; null if no reset is in progress. */
export type FoundKey = KeyRow & { readonly reset_started_at: string | null };

const keyColumns = [
  'k.organizer_id',
  'k.id',
  'k.kind',
  'k.name',
  'k.key_hash',
  'k.last4',
  'k.scopes',
  'k.created_at',
  'k.expires_at',
  'k.revoked_at',
  'k.last_used_at',
  'k.created_by',
] as const;

/** Finds a key by its hash. The query has no organizer, because the key identifies the organizer. */
export const findKeyByHash = statement<{ hash: string }, FoundKey>((db, param) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('organizers as o', 'o.id', 'k.organizer_id')
    .select([...keyColumns, 'o.reset_started_at'])
    .where('k.key_hash', '=', param('hash')),
);

/**
 * Reads a key by its id. Operators can name a key without its organizer.
 *
 * @throws ApiError `key_not_found` if no key has this id
 */
export async function getKey(db: Db, keyId: string): Promise<StoredKey> {
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', keyId).executeTakeFirst();
  if (row === undefined) {
    throw new ApiError('key_not_found', { keyId });
  }
  return { organizerId: row.organizer_id, ...toKeyView(row) };
}

/**
 * Reads a key of an organizer.
 *
 * @throws ApiError `not_found`
 */
export async function readKey(db: Db, organizerId: string, keyId: string): Promise<KeyView> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .where('id', '=', keyId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('key_not_found', { keyId });
  return toKeyView(row);
}

/** An organizer's keys, newest first. */
export async function listKeys(db: Db, organizerId: string): Promise<KeyView[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toKeyView);
}

/** The id of the key that replaced a key; null if it was not rolled. */
export async function findSuccessor(db: Db, organizerId: string, keyId: string): Promise<string | null> {
  const row = await db
    .selectFrom('key_successors')
    .select('new_key_id')
    .where('organizer_id', '=', organizerId)
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  return row?.new_key_id ?? null;
}

/** A key, and the id of the key that replaced it; null if it was not rolled. */
export type RollableKey = KeyView & { readonly replacedBy: string | null };

/** An organizer's keys with their successors. */
export async function listRollableKeys(db: Db, organizerId: string): Promise<RollableKey[]> {
  const rows = await db
    .selectFrom('api_keys as k')
    .leftJoin('key_successors as s', (join) =>
      join.on('s.organizer_id', '=', organizerId).onRef('s.key_id', '=', 'k.id'),
    )
    .selectAll('k')
    .select('s.new_key_id')
    .where('k.organizer_id', '=', organizerId)
    .execute();
  return rows.map((row) => ({ ...toKeyView(row), replacedBy: row.new_key_id }));
}

/**
 * A page of an organizer's keys, newest first.
 *
 * @param query.cursor the id of the last key of the previous page
 */
export async function listKeyPage(
  db: Db,
  organizerId: string,
  query: { limit: number; cursor?: string | undefined },
): Promise<{ data: KeyView[]; hasMore: boolean; nextCursor: string | null }> {
  const { rows, ...rest } = await scanNewest(db, 'api_keys', organizerId, { ...query, idPrefix: 'key' });
  return { data: rows.map(toKeyView), ...rest };
}

function toKeyView(row: KeyRow): KeyView {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    last4: row.last4,
    scopes: parseScopes(row.scopes),
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}

export function parseScopes(text: string): Scope[] {
  return text.split(' ').filter((scope) => scope !== '') as Scope[];
}
