import type { PaymentMethod } from '../payments/index.ts';
import type { CheckoutPayments } from './services.ts';

/**
 * How an order can be paid. Where it costs nothing, the method does not matter; above that, `manual` is offered only where
 * its organizer has said how to pay.
 */
export function offeredMethods(
  { providers }: CheckoutPayments,
  { takesTransfers }: { takesTransfers: boolean },
  total: number,
): PaymentMethod[] {
  return providers.map(({ method }) => method).filter((method) => method !== 'manual' || takesTransfers || total === 0);
}
