import { emailForm } from '#shared/email-form';
import type { Db } from '../../platform/database/dialect.ts';
import { findPersonsByEmail, type PersonWithEmail } from '../questions/index.ts';
import { findTicketsByEmail } from '../tickets/index.ts';

/**
 * The persons with an e-mail address in orders of other buyers: who has answered a question of the kind `email` with it, and holders whom an
 * import gave it.
 *
 * @param own the numbers of the orders whose buyer has the address
 */
export async function findInOtherOrders(
  db: Db,
  organizerId: string,
  email: string,
  own: readonly string[],
): Promise<PersonWithEmail[]> {
  const form = emailForm(email);
  const persons = await findPersonsByEmail(db, organizerId, form);
  const answering = new Set(persons.map(({ ticketId }) => ticketId));
  const tickets = (await findTicketsByEmail(db, organizerId, form)).filter(({ ticketId }) => !answering.has(ticketId));
  const ownNumbers = new Set(own);
  return [...persons, ...tickets.map((ticket) => ({ ...ticket, answers: [] }))].filter(
    ({ orderNumber }) => !ownNumbers.has(orderNumber),
  );
}
