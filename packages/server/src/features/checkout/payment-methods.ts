import type { Db } from '../../platform/database/dialect.ts';
import { findSellers } from '../catalog/index.ts';
import type { CartEvent } from '../inventory/index.ts';
import { howToBePaid, listOrganizersWithoutTransfers } from '../organizers/index.ts';
import type { PaymentMethod } from '../payments/index.ts';
import type { CheckoutPayments, CheckoutServices } from './services.ts';

/**
 * The payment methods of an order. Above a total of 0, `manual` is offered only where the organizer has payment
 * instructions.
 */
export function offeredMethods(
  { providers }: Pick<CheckoutPayments, 'providers'>,
  organizer: { takesTransfers: boolean },
  total: number,
): PaymentMethod[] {
  const methods = providers.map(({ method }) => method);
  return methods.filter((method) => method !== 'manual' || organizer.takesTransfers || total === 0);
}

/** Logs a warning where an order cannot be paid. */
export function warnIfUnpayable({ log, payments }: CheckoutServices, event: CartEvent, total: number): void {
  if (offeredMethods(payments, event, total).length > 0) return;
  const { organizerId, id: eventId } = event;
  log.warn(
    { organizerId, eventId },
    `an order cannot be paid: its organizer has no payment instructions. ${howToBePaid}`,
  );
}

/** At most this many organizers are named. */
const namedMax = 20;

/**
 * The slugs of organizers that have tickets on sale and cannot be paid, at most 20.
 *
 * @param methods those that the operator has set
 */
export async function unpayableOrganizers(db: Db, methods: readonly PaymentMethod[]): Promise<string[]> {
  if (methods.some((method) => method !== 'manual')) return [];
  const organizers = await listOrganizersWithoutTransfers(db);
  const sellers = await findSellers(
    db,
    organizers.map(({ id }) => id),
  );
  return organizers
    .filter(({ id }) => sellers.has(id))
    .slice(0, namedMax)
    .map(({ slug }) => slug);
}
