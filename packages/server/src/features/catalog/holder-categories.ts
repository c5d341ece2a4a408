import { sql } from 'kysely';
import { categoryOf, type PersonOfCategory } from '#shared/questions/category';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { storedRules } from './holder-rules.ts';

type Row = Pick<Tables['ticket_types'], 'id' | 'category' | 'age_rule' | 'category_rule'> & {
  readonly startsAt: string;
  readonly timezone: string;
};

const findTypes = statement<{ organizerId: string; eventId: string }, Row>(
  (_, param) => sql<Row>`select c.id, c.category, c.age_rule, c.category_rule, e.starts_at as "startsAt", e.timezone
    from ticket_types as c join events as e on e.organizer_id = ${param('organizerId')} and e.id = c.event_id
    where c.organizer_id = ${param('organizerId')} and c.event_id = ${param('eventId')}`,
);

/** The categories of the holders of a ticket type. */
export interface HolderCategories {
  /** Whether the category depends on the person. */
  readonly isByPerson: boolean;
  /** The category of a holder: that of the ticket type if the rule gives none. */
  of(person: PersonOfCategory | undefined): string | null;
}

/** Maps the id of each ticket type of an event to the categories of its holders. */
export async function readTicketTypeCategories(
  db: Db,
  organizerId: string,
  eventId: string,
): Promise<ReadonlyMap<string, HolderCategories>> {
  const types = await findTypes(db, { organizerId, eventId });
  return new Map(types.map((type) => [type.id, categoriesOf(type)]));
}

function categoriesOf({ category, startsAt, timezone, ...type }: Row): HolderCategories {
  const { ageRule, categoryRule } = storedRules(type);
  return {
    isByPerson: categoryRule !== null,
    of: (person = { birthDate: null, sex: null }) =>
      categoryRule === null
        ? category
        : (categoryOf(person, categoryRule, ageRule, { startsAt, timezone }) ?? category),
  };
}
