const dayMs = 86_400_000;
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
 * Converts a local time to milliseconds since the epoch. If clocks are set back and the local time exists twice, it is the first of
 * the two. If clocks are set forward and the local time does not exist, it is read with the offset before the change, so 02:30 becomes
 * 03:30. Calendar files are read in the same way (RFC 5545, section 3.3.5).
 *
 * @param timeZone IANA name of a time zone that the runtime supports
 * @param localMs the local time as if it were UTC, in milliseconds since the epoch
 */
export function localTimeToUtc(timeZone: string, localMs: number): number {
  const before = localMs - zoneOffsetMs(timeZone, localMs - dayMs);
  const after = localMs - zoneOffsetMs(timeZone, localMs + dayMs);
  return [before, after].find((time) => time + zoneOffsetMs(timeZone, time) === localMs) ?? before;
}
