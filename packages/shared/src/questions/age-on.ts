/** On which day a person who was born on 29 February becomes a year older in a year without this day. */
export const leapRules = ['feb28', 'mar1'] as const;
export type LeapRule = (typeof leapRules)[number];

/**
 * The age of a person in years. Dates are text (YYYY-MM-DD), never points in time: a birth date is the same in every time zone.
 *
 * @param onDate not before the birth date
 */
export function ageOn(birthDate: string, onDate: string, leapRule: LeapRule): number {
  const years = Number(onDate.slice(0, 4)) - Number(birthDate.slice(0, 4));
  const birthday = birthDate.slice(5);
  const isLeapDay = birthday === '02-29' && leapRule === 'feb28' && !isLeapYear(Number(onDate.slice(0, 4)));
  return onDate.slice(5) < (isLeapDay ? '02-28' : birthday) ? years - 1 : years;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
