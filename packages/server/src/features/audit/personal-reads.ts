import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { unavailable } from '../../platform/errors.ts';
import { type AuditOrigin, recordAudits } from './record-audit.ts';

/** The personal data in the answer to a read. */
export interface PersonalRead {
  /** The orders whose personal data it contains. */
  readonly orderNumbers: readonly string[];
  /** The names of the personal fields that it contains. */
  readonly fields: readonly string[];
  /** The list that was searched by an e-mail address; absent where none was. */
  readonly searched?: 'orders' | 'addons';
}

/**
 * Records a read of personal data before it is answered: one entry for each order, and one for a search by an e-mail
 * address, also where it found nothing. The address is not recorded.
 *
 * @throws ApiError `unavailable` where the read cannot be recorded: then it must not be answered
 */
export async function auditPersonalRead(
  db: Db,
  organizerId: string,
  { orderNumbers, fields, searched }: PersonalRead,
  origin: AuditOrigin,
  clock: Clock,
): Promise<void> {
  const at = timestamp(clock.now());
  const search = { action: 'buyer.search' as const, details: { orders: orderNumbers.length } };
  const entries = [
    ...(searched === undefined ? [] : [{ ...origin, ...search, subject: searched, at }]),
    ...orderNumbers.map((subject) => {
      return { ...origin, action: 'order.personal_data.read' as const, subject, details: { fields }, at };
    }),
  ];
  if (entries.length === 0) return;
  try {
    await recordAudits(db, organizerId, entries);
  } catch (error) {
    throw unavailable('Reads of personal data are audited, and this one could not be. Try again shortly.', error);
  }
}

/**
 * Records the read of a page whose rows contain personal data of the buyers of their orders.
 *
 * @param page the body of the answer: each of its rows has an `orderNumber`
 * @returns the page, after the read was recorded
 * @throws ApiError `unavailable` where the read cannot be recorded
 */
export async function auditPersonalPage(
  db: Db,
  organizerId: string,
  page: string,
  read: Omit<PersonalRead, 'orderNumbers'>,
  origin: AuditOrigin,
  clock: Clock,
): Promise<string> {
  const { data } = JSON.parse(page) as { data: { orderNumber: string }[] };
  const orderNumbers = [...new Set(data.map(({ orderNumber }) => orderNumber))];
  await auditPersonalRead(db, organizerId, { ...read, orderNumbers }, origin, clock);
  return page;
}
