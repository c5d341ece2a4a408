import type { Db } from '../../platform/database/dialect.ts';
import { findSellers } from '../catalog/index.ts';
import type { CartEvent } from '../inventory/index.ts';
import {
  listOrganizersWithoutPaymentInstructions,
  type PaymentSetup,
  paymentSetupHint,
  readPaymentSetup,
} from '../organizers/index.ts';
import type { PaymentMethod, PaymentProvider } from '../payments/index.ts';
import type { CheckoutServices } from './services.ts';

/** Whether a method can be offered only if the organizer has set payment instructions. */
function needsInstructions({ flow }: PaymentMethod): boolean {
  return flow.kind === 'organizer';
}

/** Whether all methods can be offered only if the organizer has set payment instructions. */
export function allNeedInstructions(methods: readonly PaymentMethod[]): boolean {
  return methods.every(needsInstructions);
}

/**
 * The payment methods of an order. Methods that need payment instructions are not offered if the organizer has none, unless
 * the order is free. Orders of a sandbox have only methods that move no money, whatever the operator has enabled.
 */
export function offeredProviders(
  { paymentProviders, sandboxProviders }: Pick<CheckoutServices, 'paymentProviders' | 'sandboxProviders'>,
  { isSandbox, hasPaymentInstructions }: Pick<PaymentSetup, 'isSandbox' | 'hasPaymentInstructions'>,
  total: number,
): readonly PaymentProvider[] {
  if (isSandbox) return sandboxProviders;
  return paymentProviders.filter(({ method }) => !needsInstructions(method) || hasPaymentInstructions || total === 0);
}

/** The names of the payment methods of an order. */
export function offeredMethodNames(...args: Parameters<typeof offeredProviders>): string[] {
  return offeredProviders(...args).map(({ method }) => method.name);
}

/** Logs a warning if an order cannot be paid. */
export function warnIfUnpayable(services: CheckoutServices, event: CartEvent, total: number): void {
  if (offeredProviders(services, event, total).length > 0) return;
  const { organizerId, id: eventId } = event;
  services.log.warn(
    { organizerId, eventId },
    `an order cannot be paid: its organizer has no payment instructions. ${paymentSetupHint}`,
  );
}

/**
 * Whether an organizer has tickets on sale that nobody can pay for.
 *
 * @param methods the methods that the operator has enabled
 */
export async function isUnpayable(db: Db, organizerId: string, methods: readonly PaymentMethod[]): Promise<boolean> {
  return !(await canBePaid(db, organizerId, methods)) && (await findSellers(db, [organizerId])).has(organizerId);
}

/**
 * Whether buyers can pay for orders of an organizer.
 *
 * @param methods the methods that the operator has enabled
 */
export async function canBePaid(db: Db, organizerId: string, methods: readonly PaymentMethod[]): Promise<boolean> {
  if (!allNeedInstructions(methods)) return true;
  const { hasPaymentInstructions, isSandbox } = await readPaymentSetup(db, organizerId);
  return hasPaymentInstructions || isSandbox;
}

/** Maximum number of organizers that `unpayableOrganizers` returns. */
const maxListed = 20;

/**
 * The slugs of at most 20 organizers that have tickets on sale but cannot be paid.
 *
 * @param methods the methods that the operator has enabled
 */
export async function unpayableOrganizers(db: Db, methods: readonly PaymentMethod[]): Promise<string[]> {
  if (!allNeedInstructions(methods)) return [];
  const organizers = await listOrganizersWithoutPaymentInstructions(db);
  const sellers = await findSellers(
    db,
    organizers.map(({ id }) => id),
  );
  return organizers
    .filter(({ id }) => sellers.has(id))
    .slice(0, maxListed)
    .map(({ slug }) => slug);
}
