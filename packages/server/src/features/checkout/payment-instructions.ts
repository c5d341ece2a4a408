import type { Language } from '#messages/languages';
import type { Db } from '../../platform/database/dialect.ts';
import { readOrganizerFor, transferDetails } from '../organizers/index.ts';
import { findOpenManualPayment } from '../payments/index.ts';
import type { PaymentInstructions } from './schema.ts';

/** The fields of an order that payment instructions need, with the names that the API uses. */
interface UnpaidOrder {
  readonly orderNumber: string;
  readonly status: string;
  readonly total: number;
  readonly currency: string;
  readonly expiresAt: string | null;
}

/**
 * The instructions for an order whose payment the organizer must confirm.
 *
 * @param language the language of the organizer's text; null for the default language
 * @returns null if the order is not pending, its buyer has not chosen this payment method, or the organizer has no
 *   instructions
 */
export async function findPaymentInstructions(
  db: Db,
  organizerId: string,
  order: UnpaidOrder,
  language: Language | null,
): Promise<PaymentInstructions | null> {
  const { orderNumber, status, expiresAt } = order;
  if (status !== 'pending' || expiresAt === null) return null;
  if ((await findOpenManualPayment(db, organizerId, orderNumber)) === null) return null;
  return instructionsFor(db, organizerId, { ...order, expiresAt }, language);
}

/** The instructions for paying a pending order manually; null if the organizer has none. */
export async function instructionsFor(
  db: Db,
  organizerId: string,
  order: Omit<UnpaidOrder, 'status'> & { readonly expiresAt: string },
  language: Language | null,
): Promise<PaymentInstructions | null> {
  const transfer = { amount: order.total, currency: order.currency, reference: order.orderNumber };
  const details = transferDetails(await readOrganizerFor(db, organizerId, language), transfer);
  return details && { ...details, ...transfer, dueAt: order.expiresAt };
}
