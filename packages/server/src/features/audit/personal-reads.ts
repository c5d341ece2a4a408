import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { unavailable } from '../../platform/errors.ts';
import { type AuditOrigin, recordAudits } from './record-audit.ts';

/** What a read shows of persons. */
export interface PersonalRead {
  /** The orders that it shows, or whose buyer it tells of. */
  readonly orderNumbers: readonly string[];
  /** The personal fields that it tells of. */
  readonly fields: readonly string[];
  /** What was searched for orders of a person, where one was. */
  readonly searched?: 'orders' | 'addons';
}

/**
 * Records a read of personal data before it is answered: an entry for each order, by which to ask who has seen it, and one
 * for a search by a person, whether it found anything or not. It never holds who was searched for.
 *
 * @throws ApiError `unavailable` where it cannot be recorded, for whatever reason: the read is not to be answered then
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
 * Records the read of a page whose rows tell of the buyers of their orders.
 *
 * @param page the body of the answer: each of its rows has an `orderNumber`
 * @returns the same, once the read is recorded
 * @throws ApiError `unavailable` where it cannot be
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
