/* Fields of parsed JSON whose types are not known. A value of another type is read as missing. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as an object; empty if it is none. */
export function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** The objects in a list. */
export function asObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

/** A text or number as trimmed text; null if it is missing or empty. */
export function asText(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

/** The ids in a list, as text. */
export function asIds(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.flatMap((id) => asText(id) ?? []) : [];
}

/** A whole number that is not negative; null for other values. */
export function asCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
