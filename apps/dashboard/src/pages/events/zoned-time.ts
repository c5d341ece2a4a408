/**
 * The value of an input of the type `datetime-local` for a time in a time zone, such as `2027-05-09T09:00`.
 *
 * @param at RFC 3339; null for an empty input
 */
export function toInput(at: string | null, timeZone: string): string {
  if (at === null) return '';
  const options = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
  return new Intl.DateTimeFormat('sv-SE', options).format(new Date(at)).replace(' ', 'T').slice(0, 16);
}

/**
 * The time of an input of the type `datetime-local` in a time zone, in RFC 3339.
 *
 * @returns null for an empty input
 */
export function fromInput(text: string, timeZone: string): string | null {
  const local = Date.parse(`${text}Z`);
  if (Number.isNaN(local)) return null;
  // The offset of the zone depends on the time, which depends on the offset. The second step is exact outside of clock changes.
  let time = local;
  for (let step = 0; step < 2; step += 1) time = local - offsetMs(time, timeZone);
  return new Date(time).toISOString();
}

function offsetMs(time: number, timeZone: string): number {
  return Date.parse(`${toInput(new Date(time).toISOString(), timeZone)}Z`) - Math.floor(time / 60_000) * 60_000;
}
