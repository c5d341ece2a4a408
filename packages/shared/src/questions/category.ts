/** The category of a ticket holder by sex and age, such as `21K W40`. The server and the browser both use this module. */
import { ageOn } from './age-on.ts';
import { type AgeRule, ageDayOf } from './age-rule.ts';

/** How persons are divided by age: not at all, in steps of years, or by an own table. */
export const ageClassKinds = ['none', 'fiveYears', 'tenYears', 'table'] as const;

/** The sexes of classes, as codes of the question about the sex. */
export const sexesOfClasses = ['female', 'male', 'other'] as const;

/** A line of an own table. */
export interface AgeClass {
  readonly name: string;
  /** The sex of the class; null for everybody. */
  readonly sex: (typeof sexesOfClasses)[number] | null;
  /** The lowest age; null for no limit. */
  readonly minimum: number | null;
  /** The highest age; null for no limit. */
  readonly maximum: number | null;
}

/** The rule by which holders of a ticket type get their category. */
export interface CategoryRule {
  /** Text before the class, such as the distance of a race; null for none. */
  readonly prefix: string | null;
  /** Whether the class begins with the sex: `W`, `M` or `X`. An own table states the sex in its lines. */
  readonly bySex: boolean;
  readonly ageClasses: (typeof ageClassKinds)[number];
  /** The lines of an own table. The first line that fits counts. */
  readonly table: readonly AgeClass[];
}

/** What is known of a person. */
export interface PersonOfCategory {
  /** YYYY-MM-DD. */
  readonly birthDate: string | null;
  /** A code of the question about the sex. */
  readonly sex: string | null;
}

export const defaultCategoryRule: CategoryRule = { prefix: null, bySex: true, ageClasses: 'none', table: [] };

const letters: Readonly<Record<string, string>> = { female: 'W', male: 'M', other: 'X' };
/** Below this age, all classes of a step of years are one class, `U20`. */
const adultAge = 20;

/** Whether a rule needs the birth date of a person. */
export function needsBirthDate({ ageClasses, table }: CategoryRule): boolean {
  if (ageClasses !== 'table') return ageClasses !== 'none';
  return table.some(({ minimum, maximum }) => minimum !== null || maximum !== null);
}

/** Whether a rule needs the sex of a person. */
export function needsSex({ bySex, ageClasses, table }: CategoryRule): boolean {
  return ageClasses === 'table' ? table.some(({ sex }) => sex !== null) : bySex;
}

/**
 * The category of a person.
 *
 * @param ageRule the day on which the age counts; null for the day of the event
 * @returns null if no class fits, or if the rule needs a birth date or a sex that is not known
 */
export function categoryOf(
  person: PersonOfCategory,
  rule: CategoryRule,
  ageRule: AgeRule | null,
  event: { readonly startsAt: string; readonly timezone: string },
): string | null {
  const { onDate, leapRule } = ageDayOf(ageRule, event);
  const age = person.birthDate === null ? null : ageOn(person.birthDate, onDate, leapRule);
  const name = className(rule, person.sex, age);
  return name === null ? null : [rule.prefix, name].filter(Boolean).join(' ') || null;
}

function className(rule: CategoryRule, sex: string | null, age: number | null): string | null {
  if (rule.ageClasses === 'table') return rule.table.find((line) => fits(line, sex, age))?.name ?? null;
  const letter = rule.bySex ? letters[sex ?? ''] : '';
  if (letter === undefined) return null;
  if (rule.ageClasses === 'none') return letter;
  if (age === null) return null;
  if (age < adultAge) return `${letter}U${adultAge}`;
  const step = rule.ageClasses === 'fiveYears' ? 5 : 10;
  const from = age - (age % step);
  // A class with its sex is named by its lowest age, as in athletics: W40.
  return letter === '' ? `${from}–${from + step - 1}` : `${letter}${from}`;
}

function fits(line: AgeClass, sex: string | null, age: number | null): boolean {
  if (line.sex !== null && line.sex !== sex) return false;
  if (line.minimum !== null && (age === null || age < line.minimum)) return false;
  return line.maximum === null || (age !== null && age <= line.maximum);
}
