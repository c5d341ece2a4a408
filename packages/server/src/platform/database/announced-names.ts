/** What announcements on a channel name as changed; null if anything can have changed. */
export type AnnouncedNames = ReadonlySet<string> | null;

/** The maximum length of a payload in bytes: `NOTIFY` requires less than 8,000. */
const maxPayloadBytes = 7_999;

/**
 * Combines the names of two announcements.
 *
 * @param earlier undefined if there is no earlier announcement
 */
export function combineNames(earlier: AnnouncedNames | undefined, names: AnnouncedNames): AnnouncedNames {
  if (earlier === undefined) return names;
  return earlier === null || names === null ? null : new Set([...earlier, ...names]);
}

/** The payload of a notification: a JSON array. It is empty if anything can have changed, or if the names are too long. */
export function toPayload(names: AnnouncedNames): string {
  if (names === null) return '';
  const payload = JSON.stringify([...names]);
  return Buffer.byteLength(payload) > maxPayloadBytes ? '' : payload;
}

/** Reads a payload. Another version of the program may send something else: then, anything can have changed. */
export function fromPayload(payload: string | undefined): AnnouncedNames {
  if (!payload?.startsWith('[')) return null;
  try {
    const names: unknown = JSON.parse(payload);
    return Array.isArray(names) && names.every((name) => typeof name === 'string') ? new Set(names) : null;
  } catch {
    return null;
  }
}
