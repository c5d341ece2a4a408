const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The offset of a time zone from UTC at a time, in milliseconds.
 *
 * @param timeZone IANA name of a time zone that the runtime supports
 */
export function zoneOffsetMs(timeZone: string, epochMs: number): number {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  const name = format.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes, seconds = 0] = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(name ?? '') ?? [];
  if (sign === undefined) return 0;
  const offsetMs = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -offsetMs : offsetMs;
}

/**
 * Converts a local time to milliseconds since the epoch.
 *
 * @param localMs the local time as if it were UTC, in milliseconds since the epoch
 */
export function localTimeToUtc(timeZone: string, localMs: number): number {
  // The offset at the local time as UTC can differ from the offset at the time itself, so it is read twice.
  return localMs - zoneOffsetMs(timeZone, localMs - zoneOffsetMs(timeZone, localMs));
}
