import type { Db } from '../../platform/database/dialect.ts';
import { readOrganizerProfile, transferDetails } from '../organizers/index.ts';
import { findOpenManualPayment } from '../payments/index.ts';
import type { PaymentInstructions } from './schema.ts';

/** The fields of an order that instructions are made of, as the API shows them. */
interface AwaitedOrder {
  readonly orderNumber: string;
  readonly status: string;
  readonly total: number;
  readonly currency: string;
  readonly expiresAt: string | null;
}

/**
 * How to pay an order that waits for the organizer to confirm its payment.
 *
 * @returns null where the order is not pending, its buyer has not chosen to pay that way, or the organizer has no
 *   instructions
 */
export async function findPaymentInstructions(
  db: Db,
  organizerId: string,
  order: AwaitedOrder,
): Promise<PaymentInstructions | null> {
  const { orderNumber, status, expiresAt } = order;
  if (status !== 'pending' || expiresAt === null) return null;
  if ((await findOpenManualPayment(db, organizerId, orderNumber)) === null) return null;
  return instructionsFor(db, organizerId, { ...order, expiresAt });
}

/** How to pay a pending order by hand; null where the organizer has no instructions. */
export async function instructionsFor(
  db: Db,
  organizerId: string,
  order: Omit<AwaitedOrder, 'status'> & { readonly expiresAt: string },
): Promise<PaymentInstructions | null> {
  const due = { amount: order.total, currency: order.currency, reference: order.orderNumber };
  const details = transferDetails(await readOrganizerProfile(db, organizerId), due);
  return details && { ...details, ...due, dueAt: order.expiresAt };
}
