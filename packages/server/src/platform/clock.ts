/**
 * The source of time. Code that needs the time receives a clock as an argument. Tests pass a clock that they advance
 * themselves.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Whole milliseconds of a monotonic clock, for durations within one process. Changes to the system time do not affect it.
   */
  monotonicNow(): number;
}

/**
 * The clocks of the service. It is itself the clock of the server. Each sandbox can have a clock that is ahead of it.
 *
 * Rows of an organizer, and whether they are due or have expired, use the clock of the organizer. The server's clock applies to
 * everything that belongs to no organizer or must not depend on a sandbox: users and sessions, API keys, one-time codes, the
 * log of requests, signatures of webhooks, and the monotonic clock.
 */
export interface ServiceClock extends Clock {
  /** The clock of an organizer: the server's, except for a sandbox whose clock was moved forward. */
  of(organizerId: string): Clock;
  /** The sandboxes whose clocks were moved, by id of their organizer. */
  readonly moved: ReadonlyMap<string, Clock>;
  /** Reads how far the clocks of sandboxes were moved. */
  refresh(): Promise<void>;
}

// The monotonic time has whole milliseconds. With rounded fractions, a window of 60 s would sometimes become 61 s.
export const systemClock: ServiceClock = {
  now: () => Date.now(),
  monotonicNow: () => Math.floor(performance.now()),
  of: () => systemClock,
  moved: new Map(),
  refresh: async () => {},
};

/** Formats a time as RFC 3339 in UTC with milliseconds. All times are stored and returned in this format. */
export function timestamp(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

const rfc3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Parses an RFC 3339 date-time with any offset.
 *
 * @returns the time in UTC with milliseconds, or null for any other text, including dates that do not exist (30 February)
 */
export function parseTimestamp(text: string): string | null {
  const match = rfc3339.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  if (hour > 23 || minute > 59 || second > 59 || month < 1 || month > 12) return null;
  if (day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  const epochMs = Date.parse(text);
  if (Number.isNaN(epochMs)) return null;
  // Because of the offset, the UTC time can be before the year 0000 or after 9999. RFC 3339 has no such years.
  const utc = timestamp(epochMs);
  return utc.length === 24 ? utc : null;
}

/** The main names of the time zones. Checking any other name, such as an alias, takes a hundred times longer. */
let mainTimeZones: ReadonlySet<string> | undefined;

/**
 * Whether this is a name of an IANA time zone that the runtime supports, in its own upper and lower case. Names are returned as they
 * were sent, and many programs do not find `europe/berlin`.
 */
export function isTimeZone(zone: string): boolean {
  mainTimeZones ??= new Set(Intl.supportedValuesOf('timeZone'));
  if (mainTimeZones.has(zone)) return true;
  let mainName: string;
  try {
    mainName = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return false;
  }
  const isMainName = mainName.toLowerCase() === zone.toLowerCase();
  return isSpelledAsAlias(zone) && (!isMainName || mainName === zone);
}

/** Whether the upper and lower case of a name is that of aliases such as `UTC`, `Etc/GMT+2`, `US/Eastern` and `EST5EDT`. */
function isSpelledAsAlias(zone: string): boolean {
  const parts = zone.split('/');
  if (!parts.every((part) => /^[A-Z]/.test(part))) return false;
  return parts.length > 1 ? /[a-z]/.test(zone) : zone.length > 3 || zone === zone.toUpperCase();
}
