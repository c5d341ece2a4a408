import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import type { SealingKey } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** A custom header of an endpoint. */
export interface CustomHeader {
  readonly name: string;
  readonly value: string;
}

/** A custom header in a request. Without a value, a header that is already stored keeps its value. */
export interface HeaderChange {
  readonly name: string;
  readonly value?: string | undefined;
}

export const maxHeaders = 10;
export const maxHeaderNameLength = 100;
export const maxHeaderValueLength = 2_048;
/** Many servers accept at most 8 kB of headers. */
const maxHeaderCharacters = 4_096;

/** `token` of RFC 9110, section 5.6.2. */
const namePattern = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** `field-value` of RFC 9110, section 5.5, without the bytes beyond ASCII, which receivers decode in different ways. */
const valuePattern = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;
/** The headers of the request itself, of its connection, and those that the service sets in each delivery. */
const reservedNames =
  /^(?:(?:webhook|content|proxy)-.*|x-.*-signature|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|user-agent|traceparent)$/i;

/** Replaces the values of custom headers in stored attempts. */
export const hiddenValue = '••••••••';

/** The headers that an endpoint has before a change. */
export interface StoredHeaders {
  /** The URL to which they are sent. */
  readonly url: string;
  readonly headers: readonly { readonly name: string }[];
}

/**
 * The field errors of custom headers. Their values are secrets of the receiver. A member who cannot read them must not be able to
 * send them elsewhere, so if the URL gets another origin, the request must contain their values again.
 *
 * @param stored null for a new endpoint
 */
export function findHeaderErrors(
  changes: { readonly url?: string; readonly headers?: readonly HeaderChange[] },
  stored: StoredHeaders | null,
): FieldError[] {
  const hasNewOrigin = stored !== null && changes.url !== undefined && originOf(changes.url) !== originOf(stored.url);
  const headers = changes.headers ?? (hasNewOrigin ? stored.headers : []);
  const keptNames = hasNewOrigin || stored === null ? [] : stored.headers.map(({ name }) => name.toLowerCase());
  return findErrors(headers, new Set(keptNames));
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

function findErrors(headers: readonly HeaderChange[], keptNames: ReadonlySet<string>): FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  if (headers.length > maxHeaders) errors.push(fieldError('headers', 'too_many_items', { itemsMax: maxHeaders }));
  for (const [index, { name, value }] of headers.entries()) {
    const lowerName = name.toLowerCase();
    const [namePath, valuePath] = [`headers.${index}.name`, `headers.${index}.value`];
    if (!namePattern.test(name) || name.length > maxHeaderNameLength) {
      errors.push(fieldError(namePath, 'not_a_header_name', { lengthMax: maxHeaderNameLength }));
    } else if (reservedNames.test(name)) {
      errors.push(fieldError(namePath, 'reserved_header', { name }));
    } else if (names.has(lowerName)) {
      errors.push(fieldError(namePath, 'repeated_header', { name }));
    } else if (value === undefined) {
      if (!keptNames.has(lowerName)) errors.push(fieldError(valuePath, 'header_value_missing', { name }));
    } else if (!valuePattern.test(value) || value.length > maxHeaderValueLength) {
      errors.push(fieldError(valuePath, 'not_a_header_value', { lengthMax: maxHeaderValueLength }));
    }
    names.add(lowerName);
  }
  return errors;
}

/**
 * The columns of the custom headers of a new endpoint.
 *
 * @param headers without field errors
 * @throws ApiError `invalid_endpoint` if they are too long together
 */
export function newHeaders(
  headers: readonly HeaderChange[],
  organizerId: string,
  endpointId: string,
  key: SealingKey,
): HeaderColumns {
  return encryptHeaders(mergeHeaders([], headers), organizerId, endpointId, key);
}

/**
 * The columns of the custom headers after a change; none if they do not change. Call it while the endpoint is locked.
 *
 * @param key `Secrets.webhookSecretKey`
 * @throws ApiError `invalid_endpoint` if a header has a field error, or if they are too long together
 */
export async function changeHeaders(
  tx: Db,
  organizerId: string,
  endpointId: string,
  changes: { readonly url?: string; readonly headers?: readonly HeaderChange[] },
  key: SealingKey,
): Promise<HeaderColumns | Record<string, never>> {
  const { url, header_names, headers_ciphertext } = await tx
    .selectFrom('webhook_endpoints')
    .select(['url', 'header_names', 'headers_ciphertext'])
    .where('organizer_id', '=', organizerId)
    .where('id', '=', endpointId)
    .executeTakeFirstOrThrow();
  // The endpoint may have changed since its settings were checked.
  const fields = findHeaderErrors(changes, { url, headers: toHeaderNames(header_names) });
  if (fields.length > 0) throw new ApiError('invalid_endpoint', {}, { fields });
  if (changes.headers === undefined) return {};
  const needsStored = changes.headers.some(({ value }) => value === undefined);
  const stored = needsStored ? decryptHeaders(headers_ciphertext, organizerId, endpointId, key) : [];
  return encryptHeaders(mergeHeaders(stored, changes.headers), organizerId, endpointId, key);
}

/** @param names the column `header_names` */
export function toHeaderNames(names: string | null): { name: string }[] {
  return names?.split(' ').map((name) => ({ name })) ?? [];
}

/** The custom headers after a change: a header without a value keeps its stored value. */
function mergeHeaders(stored: readonly CustomHeader[], changes: readonly HeaderChange[]): CustomHeader[] {
  const values = new Map(stored.map(({ name, value }) => [name.toLowerCase(), value]));
  return changes.map(({ name, value }) => ({ name, value: value ?? values.get(name.toLowerCase()) ?? '' }));
}

/** The context that is part of the encryption: a ciphertext can be decrypted only for its endpoint, and only as its headers. */
export const headersContext = (organizerId: string, endpointId: string) => `${organizerId} ${endpointId} headers`;

type HeaderColumns = Pick<Tables['webhook_endpoints'], 'header_names' | 'headers_ciphertext'>;

function encryptHeaders(
  headers: readonly CustomHeader[],
  organizerId: string,
  endpointId: string,
  key: SealingKey,
): HeaderColumns {
  const length = headers.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  if (length > maxHeaderCharacters) {
    const field = fieldError('headers', 'headers_too_long', { lengthMax: maxHeaderCharacters });
    throw new ApiError('invalid_endpoint', {}, { fields: [field] });
  }
  if (headers.length === 0) return { header_names: null, headers_ciphertext: null };
  return {
    header_names: headers.map(({ name }) => name).join(' '),
    headers_ciphertext: key.seal(JSON.stringify(headers), headersContext(organizerId, endpointId)),
  };
}

/**
 * Decrypts custom headers.
 *
 * @param ciphertext null without custom headers
 * @param key `Secrets.webhookSecretKey`
 * @throws Error if the headers were encrypted under another master key
 */
export function decryptHeaders(
  ciphertext: string | null,
  organizerId: string,
  endpointId: string,
  key: SealingKey,
): CustomHeader[] {
  if (ciphertext === null) return [];
  return JSON.parse(key.open(ciphertext, headersContext(organizerId, endpointId))) as CustomHeader[];
}
