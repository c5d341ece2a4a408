/** The rules about the ages of ticket holders. The server and the browser both use this module. Dates are text, YYYY-MM-DD. */
import { zoneOffsetMs } from '../time-zone.ts';
import { ageOn, type LeapRule } from './age-on.ts';

/** The days on which an age can be computed: the day of the event, 31 December of its year or of the year before, or a fixed date. */
export const ageDays = ['event', 'yearEnd', 'previousYearEnd', 'date'] as const;

/** On which day the age of the holder of a ticket is computed, and how old the holder can be on that day. */
export interface AgeRule {
  readonly on: (typeof ageDays)[number];
  /** The fixed date; null for other days. */
  readonly date: string | null;
  readonly leapRule: LeapRule;
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/** The age of a ticket holder without an `AgeRule` is the age on the day of the event. */
export const defaultAgeRule: AgeRule = { on: 'event', date: null, leapRule: 'mar1', minimum: null, maximum: null };

/** The time of an event that determines its day. */
interface EventTime {
  /** RFC 3339. */
  readonly startsAt: string;
  /** IANA name. */
  readonly timezone: string;
}

/** A day on which an age counts. */
export interface AgeDay {
  /** YYYY-MM-DD. */
  readonly onDate: string;
  readonly leapRule: LeapRule;
}

/**
 * The day on which the ages of the holders of a ticket type count. The day of an event is the day of its start in its time zone.
 *
 * @param rule null for the day of the event
 */
export function ageDayOf(rule: AgeRule | null, { startsAt, timezone }: EventTime): AgeDay {
  const { on, date, leapRule } = rule ?? defaultAgeRule;
  if (on === 'date' && date !== null) return { onDate: date, leapRule };
  const startMs = Date.parse(startsAt);
  const day = new Date(startMs + zoneOffsetMs(timezone, startMs)).toISOString().slice(0, 10);
  const year = Number(day.slice(0, 4));
  if (on === 'yearEnd') return { onDate: `${year}-12-31`, leapRule };
  return { onDate: on === 'previousYearEnd' ? `${year - 1}-12-31` : day, leapRule };
}

/** Whether a person is too young or too old for a ticket; null if the age is allowed. */
export function ageProblem(
  birthDate: string,
  rule: AgeRule,
  event: EventTime,
): { readonly code: 'too_young' | 'too_old'; readonly age: number; readonly onDate: string } | null {
  const { onDate, leapRule } = ageDayOf(rule, event);
  const age = ageOn(birthDate, onDate, leapRule);
  if (rule.minimum !== null && age < rule.minimum) return { code: 'too_young', age: rule.minimum, onDate };
  return rule.maximum !== null && age > rule.maximum ? { code: 'too_old', age: rule.maximum, onDate } : null;
}
