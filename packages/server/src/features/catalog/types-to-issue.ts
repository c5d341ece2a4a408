import { sql } from 'kysely';
import { type AgeDay, type AgeRule, ageDayOf, ageProblem } from '#shared/questions/age-rule';
import { categoryOf, type PersonOfCategory } from '#shared/questions/category';
import { type FieldError, fieldError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { storedRules } from './holder-rules.ts';

type Bibs = Pick<Tables['ticket_types'], 'bib_from' | 'bib_to' | 'bib_next' | 'without_bibs'>;

type Row = Bibs &
  Pick<Tables['ticket_types'], 'id' | 'name' | 'category' | 'age_rule' | 'category_rule'> & {
    readonly startsAt: string;
    readonly timezone: string;
  };

const findTypes = statement<{ organizerId: string; eventId: string }, Row>(
  (_, param) => sql<Row>`select c.id, c.name, c.category, c.age_rule, c.category_rule,
      c.bib_from, c.bib_to, c.bib_next, c.without_bibs, e.starts_at as "startsAt", e.timezone
    from ticket_types as c join events as e on e.organizer_id = ${param('organizerId')} and e.id = c.event_id
    where c.organizer_id = ${param('organizerId')} and c.event_id = ${param('eventId')}`,
);

/** What tickets of a type get when they are issued: bibs, and the categories of their holders; and which ages are allowed. */
export interface TicketTypeToIssue extends Bibs {
  readonly id: string;
  /** Whether the category depends on the person. */
  readonly isByPerson: boolean;
  /** The day on which their ages count. */
  readonly ageDay: AgeDay;
  /** The error of a birth date at a path, of a person who is too young or too old; null if the age is allowed. */
  ageError(path: string, birthDate: string): FieldError | null;
  /** The category of a holder: that of the ticket type if the rule gives none. */
  categoryOf(person: PersonOfCategory | undefined): string | null;
}

/**
 * The ticket types of an event by their ids. Those whose tickets are issued are locked.
 *
 * @param time of the event, in place of that which is stored
 */
export async function readTicketTypesToIssue(
  db: Db,
  organizerId: string,
  eventId: string,
  time?: { readonly startsAt?: string; readonly timezone?: string },
): Promise<ReadonlyMap<string, TicketTypeToIssue>> {
  const types = await findTypes(db, { organizerId, eventId });
  return new Map(types.map((type) => [type.id, toIssue({ ...type, ...time })]));
}

/** The error of a birth date at a path, of a person who is too young or too old for a ticket type; null if the age is allowed. */
export function ageError(
  { name, ageRule }: { readonly name: string; readonly ageRule: AgeRule | null },
  event: { readonly startsAt: string; readonly timezone: string },
  path: string,
  birthDate: string,
): FieldError | null {
  const problem = ageRule && ageProblem(birthDate, ageRule, event);
  return problem && fieldError(path, problem.code, { name, age: problem.age, onDate: problem.onDate });
}

function toIssue({ name, category, startsAt, timezone, ...type }: Row): TicketTypeToIssue {
  const { ageRule, categoryRule } = storedRules(type);
  return {
    ...type,
    ageDay: ageDayOf(ageRule, { startsAt, timezone }),
    ageError: (path, birthDate) => ageError({ name, ageRule }, { startsAt, timezone }, path, birthDate),
    isByPerson: categoryRule !== null,
    categoryOf: (person = { birthDate: null, sex: null }) =>
      categoryRule === null
        ? category
        : (categoryOf(person, categoryRule, ageRule, { startsAt, timezone }) ?? category),
  };
}
