import { sql } from 'kysely';
import { ApiError, type FieldError, fieldError } from '../errors/index.ts';
import { type Db, dialectOf, type JsonFields } from './database/dialect.ts';

/*
 * The fields by which the programs of an organizer find and describe its objects: `externalId`, the id in another system, and
 * `metadata`, pairs of keys and values. This service does not interpret them.
 */

export const metadataKeysMax = 50;
export const metadataKeyLengthMax = 40;

/** The JSON fields of an object. `alias` is its table in the statement. */
export function externalJson(db: Db, alias: string): JsonFields {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return {
    externalId: column('external_id'),
    metadata: dialectOf(db).json(sql`coalesce(${column('metadata')}, '{}')`),
  };
}

/** The stored fields of an object that `externalFieldErrors` and `mergeMetadata` compare with a request. */
export interface StoredExternalFields {
  readonly external_id: string | null;
  readonly metadata: string | null;
}

/** The errors of `externalId` and `metadata` that a schema cannot express. Values of a wrong type are ignored. */
export function externalFieldErrors(
  input: Readonly<Record<string, unknown>>,
  stored: StoredExternalFields = { external_id: null, metadata: null },
): FieldError[] {
  const { externalId, metadata } = input;
  const errors: FieldError[] = [];
  if (externalId !== undefined && stored.external_id !== null && externalId !== stored.external_id)
    errors.push(fieldError('externalId', 'already_set', {}));
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return errors;
  for (const key of Object.keys(metadata)) {
    if (!isMetadataKey(key))
      errors.push(fieldError('metadata', 'not_a_metadata_key', { lengthMax: metadataKeyLengthMax }));
  }
  const keyCount = Object.keys(merge(stored.metadata, metadata as Record<string, unknown>)).length;
  if (keyCount > metadataKeysMax) errors.push(fieldError('metadata', 'too_many_keys', { keysMax: metadataKeysMax }));
  return errors;
}

/** The columns that a validated request changes. */
export function changedExternalColumns(
  { externalId, metadata }: { externalId?: string; metadata?: Readonly<Record<string, string | null>> | null },
  stored: StoredExternalFields,
): Partial<StoredExternalFields> {
  const merged = mergeMetadata(stored.metadata, metadata);
  return {
    ...(externalId === undefined || externalId === stored.external_id ? {} : { external_id: externalId }),
    ...(merged === undefined || merged === stored.metadata ? {} : { metadata: merged }),
  };
}

/** Whether a key has 1 to 40 characters, none of them a control character or half of a surrogate pair. */
function isMetadataKey(key: string): boolean {
  const { length } = [...key];
  return length > 0 && length <= metadataKeyLengthMax && !/\p{C}/u.test(key);
}

/**
 * The column `metadata` after a change.
 *
 * @param stored the column before the change
 * @param patch validated; undefined does not change it, null removes all keys
 * @returns JSON; null for no keys, undefined for no change
 */
export function mergeMetadata(
  stored: string | null,
  patch: Readonly<Record<string, string | null>> | null | undefined,
): string | null | undefined {
  if (!patch) return patch;
  const merged = merge(stored, patch);
  return Object.keys(merged).length === 0 ? null : JSON.stringify(merged);
}

function merge(stored: string | null, patch: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values = Object.entries({ ...(stored === null ? {} : (JSON.parse(stored) as object)), ...patch });
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}

/**
 * Writes a row with an `externalId`.
 *
 * @throws ApiError `external_id_taken` if another transaction has just written a row with it
 */
export async function writeExternalId<T>(
  tx: Db,
  externalId: string | null | undefined,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (externalId && dialectOf(tx).classifyError(error) === 'unique') throw externalIdTakenError(externalId);
    throw error;
  }
}

export function externalIdTakenError(externalId: string): ApiError {
  const fields = [fieldError('externalId', 'external_id_taken', {})];
  return new ApiError('external_id_taken', { externalId }, { fields });
}
