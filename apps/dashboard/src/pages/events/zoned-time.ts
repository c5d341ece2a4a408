import { localTimeToUtc } from '@organizer/shared/time-zone';

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
 * The time of an input of the type `datetime-local` in a time zone, in RFC 3339. `localTimeToUtc` says how a local time is read that does
 * not exist or exists twice.
 *
 * @returns null for an empty input
 */
export function fromInput(text: string, timeZone: string): string | null {
  const localMs = Date.parse(`${text}Z`);
  return Number.isNaN(localMs) ? null : new Date(localTimeToUtc(timeZone, localMs)).toISOString();
}
