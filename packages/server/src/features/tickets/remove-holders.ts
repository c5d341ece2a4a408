import { sql } from 'kysely';
import { emailForm } from '#shared/email-form';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { emailInJson } from '../../platform/database/email-in-json.ts';
import { latestUpdateTime } from '../../platform/database/latest-update-time.ts';

/**
 * Removes the names of the holders of an order, their answers of an import, and the details of its tickets in offline bundles. `updatedAt`
 * of the tickets changes, so devices replace what they have stored.
 *
 * @param ticketIds only of these tickets
 */
export async function removeHolders(
  tx: Db,
  organizerId: string,
  orderNumber: string,
  now: string,
  ticketIds?: readonly string[],
): Promise<void> {
  const isRemoved = sql<boolean>`organizer_id = ${organizerId} and order_number = ${orderNumber}
    ${ticketIds === undefined ? sql`` : sql`and ${dialectOf(tx).isOneOf(sql.ref('id'), ticketIds)}`}`;
  await tx
    .updateTable('tickets')
    .set({ holder_name: null, first_name_length: null, fields: null, updated_at: latestUpdateTime(now) })
    .where(isRemoved)
    .execute();
  await sql`delete from offline_details where organizer_id = ${organizerId} and ticket_id in (
    select id from tickets where ${isRemoved})`.execute(tx);
}

/** The ticket of a holder whom an import gave an e-mail address, in `fields`. */
export interface TicketWithEmail {
  readonly orderNumber: string;
  readonly ticketId: string;
}

/**
 * The tickets with an e-mail address in `fields`. It reads all tickets with `fields`.
 *
 * @param form of the address, as `emailForm` returns it
 * @param orderNumber only those of this order
 */
export async function findTicketsByEmail(
  db: Db,
  organizerId: string,
  form: string,
  orderNumber?: string,
): Promise<TicketWithEmail[]> {
  const { rows } = await sql<TicketWithEmail & { readonly fields: string }>`
    select order_number as "orderNumber", id as "ticketId", fields from tickets
    where organizer_id = ${organizerId} and lower(fields) like ${emailInJson(form)}
      ${orderNumber === undefined ? sql`` : sql`and order_number = ${orderNumber}`}
    order by order_number, id`.execute(db);
  return rows.flatMap(({ fields, ...ticket }) => {
    const values = Object.values(JSON.parse(fields) as Record<string, string>);
    return values.some((value) => value.includes('@') && emailForm(value) === form) ? [ticket] : [];
  });
}
