import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { OrganizerPrincipal } from '../../platform/http/principal.ts';
import type { Static } from '../../platform/http/schema.ts';
import { listSoldOutTicketTypes } from '../catalog/index.ts';
import { isUnpayable } from '../checkout/index.ts';
import { listOrdersWithFailedMails } from '../mail/index.ts';
import { countUnpaidOrders, mostManualUnits } from '../orders/index.ts';
import {
  listFailedRefunds,
  listOpenDisputes,
  listRefundsWithoutTickets,
  type PaymentMethod,
} from '../payments/index.ts';
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
  const unpaidSince = timestamp(nowMs - unpaidAfterMs);
  const ofOrders = async <T>(read: () => Promise<T>): Promise<T | null> =>
    permissions.has('orders:read') ? read() : null;
  const [unpayable, failingEndpoints, failedMails, failedRefunds, openDisputes, refundsWithoutTickets] =
    await Promise.all([
      isUnpayable(db, organizerId, paymentMethods),
      readsEndpoints ? listFailingEndpoints(db, organizerId, rowLimit) : null,
      ofOrders(() => listOrdersWithFailedMails(db, organizerId, rowLimit)),
      ofOrders(() => listFailedRefunds(db, organizerId, rowLimit)),
      ofOrders(() => listOpenDisputes(db, organizerId, rowLimit)),
      ofOrders(() => listRefundsWithoutTickets(db, organizerId, rowLimit)),
    ]);
  const [unpaidOrders, unpaidUnitsOfOneSource, soldOut] = await Promise.all([
    ofOrders(() => countUnpaidOrders(db, organizerId, { createdBefore: unpaidSince, countMax })),
    ofOrders(() => mostManualUnits(db, organizerId)),
    listSoldOutTicketTypes(db, organizerId, { now: timestamp(nowMs), limit: rowLimit }),
  ]);
  return {
    ...{ unpayable, failingEndpoints, failedMails, failedRefunds, openDisputes, refundsWithoutTickets },
    ...{ unpaidOrders, unpaidUnitsOfOneSource, soldOut },
  };
}
