import { leapRules } from '#shared/questions/age-on';
import { ageDays } from '#shared/questions/age-rule';
import { ageClassKinds, sexesOfClasses } from '#shared/questions/category';
import { nullable, object, oneOf, Type, text } from '../../platform/http/schema.ts';

/* What a ticket type says about its holders: their names, their ages and their categories. */

export const holderNameModes = ['required', 'optional', 'none'] as const;
export const nameFieldModes = ['full', 'firstAndLast'] as const;
export type NameFields = (typeof nameFieldModes)[number];
export type HolderNameMode = (typeof holderNameModes)[number];

/** For whom an add-on is bought: for the order, or for each ticket holder. */
export const addonAssignments = ['order', 'holder'] as const;
export type AddonAssignment = (typeof addonAssignments)[number];

const age = (description: string, example: number) =>
  Type.Integer({ description, minimum: 0, maximum: 150, format: 'int32', examples: [example] });

export const ageRuleFields = {
  on: oneOf(
    ageDays,
    'The day on which the age counts: `event`: the day on which the event starts, in its time zone; `yearEnd`: 31 December of that year; ' +
      '`previousYearEnd`: 31 December of the year before; `date`: the date in `date`',
  ),
  date: nullable(
    Type.String({
      description: 'A fixed date, YYYY-MM-DD, for `on` `date`',
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      maxLength: 10,
      examples: ['2027-01-01'],
    }),
  ),
  leapRule: oneOf(
    leapRules,
    'When a person who was born on 29 February becomes older in a year without this day: on 28 February or on 1 March',
  ),
  minimum: nullable(age('The lowest age in years; null for no limit', 18)),
  maximum: nullable(age('The highest age in years; null for no limit', 99)),
};

export const ageRule = object(ageRuleFields, {
  $id: 'AgeRule',
  description:
    'The age of ticket holders: on which day it counts, also for categories, and its limits. A reservation for a person who is too young or too old is refused',
  example: { on: 'event', date: null, leapRule: 'mar1', minimum: 18, maximum: null },
});

export const ageClassFields = {
  name: text('Name of the class', { maxLength: 40, examples: ['W35'] }),
  sex: nullable(oneOf(sexesOfClasses, 'The sex of the class; null for everybody')),
  minimum: nullable(age('The lowest age in years; null for no limit', 35)),
  maximum: nullable(age('The highest age in years; null for no limit', 39)),
};

const ageClass = object(ageClassFields, { $id: 'AgeClass', example: { sex: 'female' } });

export const categoryRuleFields = {
  prefix: nullable(text('Text before the class, such as a distance', { maxLength: 50, examples: ['21K'] })),
  bySex: Type.Boolean({
    description: 'Whether a class begins with `W`, `M` or `X` for the sex. The classes of a table have their own sex',
    examples: [true],
  }),
  ageClasses: oneOf(
    ageClassKinds,
    '`none`: no classes by age; `fiveYears` and `tenYears`: classes such as `W40`, with one class `U20` below 20; `table`: the classes in `table`',
  ),
};

/** The most classes in a table. */
export const maxAgeClasses = 100;

export const categoryRule = object(
  {
    ...categoryRuleFields,
    table: Type.Array(ageClass, { maxItems: maxAgeClasses, description: 'The first class that fits counts' }),
  },
  {
    $id: 'CategoryRule',
    description:
      'How the category of a ticket is computed from the birth date and the sex of its holder when it is paid. Later it changes only by hand, or if a member computes the categories again',
    example: { prefix: '21K', bySex: true, ageClasses: 'fiveYears', table: [] },
  },
);
