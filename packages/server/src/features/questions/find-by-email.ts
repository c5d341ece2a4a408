import { sql } from 'kysely';
import { emailForm } from '#shared/email-form';
import type { Db } from '../../platform/database/dialect.ts';
import type { StoredAnswer } from './answers.ts';
import { hasAnswerTo } from './queries.ts';

/** Maximum number of persons in a result. */
const personsMax = 200;

/** A person of an order who has answered a question with an e-mail address. */
export interface PersonWithEmail {
  readonly orderNumber: string;
  /** null for the buyer, and before tickets are issued. */
  readonly ticketId: string | null;
  readonly answers: readonly StoredAnswer[];
}

/**
 * The persons who have answered a question of the kind `email` with an address. It reads the answers of all events with such questions.
 *
 * @param form of the address, as `emailForm` returns it
 */
export async function findPersonsByEmail(db: Db, organizerId: string, form: string): Promise<PersonWithEmail[]> {
  // The database compares the part before the @, in which wildcards only find more.
  const pattern = `%"value":"${form.slice(0, form.lastIndexOf('@'))}@%`;
  const { rows } = await sql<{ order_number: string; ticket_id: string | null; answers: string }>`
    select a.order_number, a.ticket_id, a.answers from answers as a
    where a.organizer_id = ${organizerId} and lower(a.answers) like ${pattern} and exists (
      select 1 from questions as q where q.organizer_id = ${organizerId} and q.event_id = a.event_id and q.kind = 'email'
        and ${hasAnswerTo(sql`q.id`)})
    order by a.order_number, a.person limit ${sql.lit(personsMax)}`.execute(db);
  return rows.flatMap((row) => {
    const answers = Object.values(JSON.parse(row.answers) as Record<string, StoredAnswer>);
    const isOfPerson = answers.some(({ kind, value }) => kind === 'email' && emailForm(String(value)) === form);
    return isOfPerson ? [{ orderNumber: row.order_number, ticketId: row.ticket_id, answers }] : [];
  });
}
