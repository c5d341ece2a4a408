import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { unavailable } from '../../platform/errors.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';
import { findOrderDetailWithPersonalData } from './queries.ts';

/** What such a read gives beyond an order's detail, as its audit entry names it. */
const fields = ['buyer', 'holderName', 'bib', 'category', 'qrValue'];

/**
 * The JSON of an order with its buyer and the holders of its tickets. That they were read is written down before
 * anybody gets them: where that fails, nobody does.
 *
 * @param orderNumber as it is stored: upper case
 * @param origin who reads it
 * @returns null where the organizer has no such order: then nothing is written down
 * @throws ApiError `unavailable` where the read cannot be written down, for whatever reason
 */
export async function readPersonalData(
  db: Db,
  organizerId: string,
  orderNumber: string,
  origin: AuditOrigin,
  clock: Clock,
): Promise<string | null> {
  const json = await findOrderDetailWithPersonalData(db, organizerId, orderNumber);
  if (json === null) return null;
  const at = timestamp(clock.now());
  const entry = {
    ...origin,
    action: 'order.personal_data.read' as const,
    subject: orderNumber,
    details: { fields },
    at,
  };
  try {
    await recordAudit(db, organizerId, entry);
  } catch (error) {
    throw unavailable('Reads of personal data are audited, and this one could not be. Try again shortly.', error);
  }
  return json;
}
