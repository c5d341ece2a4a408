import { ApiError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type AuditOrigin, recordAudits } from './record-audit.ts';

/** A read of personal data. */
export interface PersonalRead {
  /** The orders whose personal data is in the answer. */
  readonly orderNumbers: readonly string[];
  /** The names of the personal fields in the answer. */
  readonly fields: readonly string[];
  /** The list that was searched by an e-mail address, if any. */
  readonly searched?: 'orders' | 'addons';
}

/**
 * Records a read of personal data before the response is sent: one entry for each order, and one for a search by an e-mail
 * address, also if it found nothing. The address is not recorded.
 *
 * @throws ApiError `unavailable` if the read cannot be recorded: the data must not be sent then
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
    throw new ApiError('audit_unavailable', {}, { cause: error });
  }
}

/**
 * Records the read of a page whose rows contain personal data of the buyers of their orders.
 *
 * @param page body of the answer, whose rows have an `orderNumber`
 * @returns the page, after the read was recorded
 * @throws ApiError `unavailable` if the read cannot be recorded
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
