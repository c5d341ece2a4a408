import { sql } from 'kysely';
import { emailForm } from '#shared/email-form';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { emailInJson } from '../../platform/database/email-in-json.ts';
import { answersColumn, readAnswerRows, type StoredAnswer } from './answers.ts';
import { hasAnswerTo } from './queries.ts';

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
  const { rows } = await sql<{ order_number: string; ticket_id: string | null; answers: string }>`
    select a.order_number, a.ticket_id, a.answers from answers as a
    where a.organizer_id = ${organizerId} and lower(a.answers) like ${emailInJson(form)} and exists (
      select 1 from questions as q where q.organizer_id = ${organizerId} and q.event_id = a.event_id and q.kind = 'email'
        and ${hasAnswerTo(sql`q.id`)})
    order by a.order_number, a.person`.execute(db);
  return rows.flatMap((row) => {
    const answers = storedAnswers(row);
    return answers.some(isEmail(form)) ? [{ orderNumber: row.order_number, ticketId: row.ticket_id, answers }] : [];
  });
}

/**
 * Deletes the answers of a person from a locked order of another buyer: all answers of holders who have given the e-mail address, and those
 * answers of the buyer that are the address.
 *
 * @param person.form of the address, as `emailForm` returns it
 * @param person.ticketIds further tickets of the person
 * @returns whose answers were deleted: the ticket of each holder; null before tickets are issued
 */
export async function forgetPerson(
  tx: Db,
  organizerId: string,
  orderNumber: string,
  { form, ticketIds }: { readonly form: string; readonly ticketIds: readonly string[] },
  now: string,
): Promise<{ isBuyerChanged: boolean; ticketIds: (string | null)[] }> {
  const rows = await readAnswerRows(tx, organizerId, orderNumber);
  const isOfPerson = isEmail(form);
  const found = rows.filter((row) => ticketIds.includes(row.ticket_id ?? '') || storedAnswers(row).some(isOfPerson));
  const ofBuyer = found.filter(({ person }) => person === 0);
  const ofHolders = found.filter(({ person }) => person > 0);
  const key = { organizer_id: organizerId, order_number: orderNumber };
  const kept = ofBuyer.map((row) => {
    const answers = answersColumn(storedAnswers(row).filter((stored) => !isOfPerson(stored)));
    return { ...key, person: row.person, answers, updated_at: now };
  });
  await dialectOf(tx).updateMany(tx, 'answers', ['organizer_id', 'order_number', 'person'], kept);
  for (const { person } of ofHolders)
    await tx
      .deleteFrom('answers')
      .where('organizer_id', '=', organizerId)
      .where('order_number', '=', orderNumber)
      .where('person', '=', person)
      .execute();
  return { isBuyerChanged: ofBuyer.length > 0, ticketIds: ofHolders.map((row) => row.ticket_id) };
}

function storedAnswers({ answers }: { readonly answers: string }): StoredAnswer[] {
  return Object.values(JSON.parse(answers) as Record<string, StoredAnswer>);
}

function isEmail(form: string): (stored: StoredAnswer) => boolean {
  return ({ kind, value }) => kind === 'email' && emailForm(String(value)) === form;
}
