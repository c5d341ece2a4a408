import type { Db } from '../../platform/database/dialect.ts';
import type { Static } from '../../platform/http/schema.ts';
import { hasEvent } from '../catalog/index.ts';
import { canBePaid } from '../checkout/index.ts';
import { hasOrder, hasPaidOrder } from '../orders/index.ts';
import { findSandboxOf, readOrganizerProfile } from '../organizers/index.ts';
import type { PaymentMethod } from '../payments/index.ts';
import type { checklist } from './schema.ts';

/**
 * Reads what a new organizer has done before its first sale.
 *
 * @param paymentMethods the methods that the operator has enabled
 */
export async function readChecklist(
  db: Db,
  organizerId: string,
  paymentMethods: readonly PaymentMethod[],
): Promise<Static<typeof checklist>> {
  const sandbox = await findSandboxOf(db, organizerId);
  const [profile, payments, event, hasSales, testOrder] = await Promise.all([
    readOrganizerProfile(db, organizerId),
    canBePaid(db, organizerId, paymentMethods),
    hasEvent(db, organizerId),
    hasPaidOrder(db, organizerId),
    hasOrder(db, sandbox?.id ?? organizerId),
  ]);
  return {
    payments,
    imprint: profile.imprintUrl !== null,
    terms: profile.termsUrl !== null,
    privacy: profile.privacyUrl !== null,
    event,
    testOrder: testOrder || hasSales,
    hasSales,
  };
}
