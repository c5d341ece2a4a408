import { type FieldError, fieldError } from '../errors/index.ts';
import { nullable, Type } from './http/schema.ts';

/*
 * The fields by which the programs of an organizer find and describe its objects: `externalId`, the id in another system, and
 * `metadata`, pairs of keys and values. This service does not interpret them.
 */

const metadataKeysMax = 50;
const metadataKeyLengthMax = 40;

export const externalIdField = Type.String({
  description: 'Id of the object in your system, unique among your objects of its kind. Once it is set, it stays',
  minLength: 1,
  maxLength: 255,
  examples: ['spring-2027'],
});

const metadataValue = Type.String({ maxLength: 500 });
const metadataText =
  `Up to ${metadataKeysMax} pairs of keys, of 1 to ${metadataKeyLengthMax} characters, and values, of up to 500 characters, for your ` +
  'programs. Do not store personal data in it: every key that reads the object, and webhooks, contain it';

const pairs = { type: 'object', examples: [{ costCenter: '4711' }] };

/** The metadata of an object in a response. */
export const metadataField = Type.Unsafe<Record<string, string>>({
  ...pairs,
  description: metadataText,
  additionalProperties: metadataValue,
  maxProperties: metadataKeysMax,
});

/** Metadata in a request: absent keys keep their values, and null removes a key. */
export const metadataPatch = Type.Unsafe<Readonly<Record<string, string | null>>>({
  ...pairs,
  description: `${metadataText}. Absent keys keep their values; null as a value removes a key`,
  additionalProperties: nullable(metadataValue),
});

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

/** Whether a key has 1 to 40 characters, none of them a control character or half of a surrogate pair. */
function isMetadataKey(key: string): boolean {
  return key.length > 0 && key.length <= metadataKeyLengthMax && !/\p{C}/u.test(key);
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
