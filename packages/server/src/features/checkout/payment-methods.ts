import type { Db } from '../../platform/database/dialect.ts';
import { findSellers } from '../catalog/index.ts';
import type { CartEvent } from '../inventory/index.ts';
import { howToBePaid, listOrganizersWithoutTransfers } from '../organizers/index.ts';
import type { PaymentMethod } from '../payments/index.ts';
import type { CheckoutServices } from './services.ts';

/** Whether buyers need payment instructions, which not every organizer has set. */
function needsInstructions({ flow }: PaymentMethod): boolean {
  return flow.kind === 'organizer';
}

/** Whether orders can be paid only if the organizer has set payment instructions. */
export function needsTransfers(methods: readonly PaymentMethod[]): boolean {
  return methods.every(needsInstructions);
}

/**
 * The payment methods of an order. Methods that need payment instructions are not offered if the organizer has none, unless
 * the order is free.
 */
export function offeredMethods(
  { paymentProviders }: Pick<CheckoutServices, 'paymentProviders'>,
  organizer: { takesTransfers: boolean },
  total: number,
): PaymentMethod[] {
  const methods = paymentProviders.map(({ method }) => method);
  return methods.filter((method) => !needsInstructions(method) || organizer.takesTransfers || total === 0);
}

/** The names of the payment methods of an order, as the API shows them. */
export function offeredNames(...given: Parameters<typeof offeredMethods>): string[] {
  return offeredMethods(...given).map(({ name }) => name);
}

/** Logs a warning if an order cannot be paid. */
export function warnIfUnpayable(services: CheckoutServices, event: CartEvent, total: number): void {
  if (offeredMethods(services, event, total).length > 0) return;
  const { organizerId, id: eventId } = event;
  services.log.warn(
    { organizerId, eventId },
    `an order cannot be paid: its organizer has no payment instructions. ${howToBePaid}`,
  );
}

/** Maximum number of listed organizers. */
const listedMax = 20;

/**
 * The slugs of organizers that have tickets on sale and cannot be paid, at most 20.
 *
 * @param methods the methods that the operator has chosen
 */
export async function unpayableOrganizers(db: Db, methods: readonly PaymentMethod[]): Promise<string[]> {
  if (!needsTransfers(methods)) return [];
  const organizers = await listOrganizersWithoutTransfers(db);
  const sellers = await findSellers(
    db,
    organizers.map(({ id }) => id),
  );
  return organizers
    .filter(({ id }) => sellers.has(id))
    .slice(0, listedMax)
    .map(({ slug }) => slug);
}
