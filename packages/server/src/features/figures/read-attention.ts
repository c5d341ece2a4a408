import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { OrganizerPrincipal } from '../../platform/http/principal.ts';
import type { Static } from '../../platform/http/schema.ts';
import { listSoldOutTicketTypes } from '../catalog/index.ts';
import { isUnpayable } from '../checkout/index.ts';
import { listOrdersWithFailedMails } from '../mail/index.ts';
import { countUnpaidOrders, mostManualUnits } from '../orders/index.ts';
import { listFailedRefunds, type PaymentMethod } from '../payments/index.ts';
import { listFailingEndpoints } from '../webhooks/index.ts';
import type { attention } from './schema.ts';

const rowLimit = 20;
const countMax = 1_000;
/** Younger orders are still in the checkout. */
const unpaidAfterMs = 60 * 60_000;

/**
 * Reads what needs the attention of the organizer, as far as the caller's role may read it.
 *
 * @param paymentMethods the methods that the operator has enabled
 */
export async function readAttention(
  db: Db,
  { organizerId, permissions }: Pick<OrganizerPrincipal, 'organizerId' | 'permissions'>,
  clock: ServiceClock,
  paymentMethods: readonly PaymentMethod[],
): Promise<Static<typeof attention>> {
  const nowMs = clock.of(organizerId).now();
  const readsEndpoints = permissions.has('webhooks:read');
  const readsOrders = permissions.has('orders:read');
  const unpaidSince = timestamp(nowMs - unpaidAfterMs);
  const [unpayable, failingEndpoints, failedMails, failedRefunds, unpaidOrders, unpaidUnitsOfOneSource, soldOut] =
    await Promise.all([
      isUnpayable(db, organizerId, paymentMethods),
      readsEndpoints ? listFailingEndpoints(db, organizerId, rowLimit) : null,
      readsOrders ? listOrdersWithFailedMails(db, organizerId, rowLimit) : null,
      readsOrders ? listFailedRefunds(db, organizerId, rowLimit) : null,
      readsOrders ? countUnpaidOrders(db, organizerId, { createdBefore: unpaidSince, countMax }) : null,
      readsOrders ? mostManualUnits(db, organizerId) : null,
      listSoldOutTicketTypes(db, organizerId, { now: timestamp(nowMs), limit: rowLimit }),
    ]);
  return { unpayable, failingEndpoints, failedMails, failedRefunds, unpaidOrders, unpaidUnitsOfOneSource, soldOut };
}
