import type { Db } from '../../platform/database/dialect.ts';
import { findSellers } from '../catalog/index.ts';
import type { CartEvent } from '../inventory/index.ts';
import { listOrganizersWithoutTransfers, paymentSetupHint } from '../organizers/index.ts';
import type { PaymentMethod } from '../payments/index.ts';
import type { CheckoutServices } from './services.ts';

/** Whether a method can be offered only if the organizer has set payment instructions. */
function needsInstructions({ flow }: PaymentMethod): boolean {
  return flow.kind === 'organizer';
}

/** Whether all methods can be offered only if the organizer has set payment instructions. */
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

/** The names of the payment methods of an order. */
export function offeredMethodNames(...args: Parameters<typeof offeredMethods>): string[] {
  return offeredMethods(...args).map(({ name }) => name);
}

/** Logs a warning if an order cannot be paid. */
export function warnIfUnpayable(services: CheckoutServices, event: CartEvent, total: number): void {
  if (offeredMethods(services, event, total).length > 0) return;
  const { organizerId, id: eventId } = event;
  services.log.warn(
    { organizerId, eventId },
    `an order cannot be paid: its organizer has no payment instructions. ${paymentSetupHint}`,
  );
}

/** Maximum number of organizers that `unpayableOrganizers` returns. */
const maxListed = 20;

/**
 * The slugs of at most 20 organizers that have tickets on sale but cannot be paid.
 *
 * @param methods the methods that the operator has enabled
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
    .slice(0, maxListed)
    .map(({ slug }) => slug);
}
