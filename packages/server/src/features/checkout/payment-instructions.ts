import type { Db } from '../../platform/database/dialect.ts';
import { currency, money, nullable, object, orderNumber, type Static, text, time } from '../../platform/http/schema.ts';
import { readOrganizerProfile, transferDetails } from '../organizers/index.ts';
import { findOpenPayment } from '../payments/index.ts';

/** What a buyer who pays the organizer by hand needs. */
export const paymentInstructions = object(
  {
    accountHolder: nullable(text('Who holds the account', { maxLength: 200, examples: ['Harbour Running Club e.V.'] })),
    iban: nullable(text('IBAN of the account', { maxLength: 34, examples: ['DE89370400440532013000'] })),
    bic: nullable(text('BIC of its bank', { maxLength: 11, examples: ['COBADEFFXXX'] })),
    text: nullable(text('What the organizer says about paying', { examples: ['Or pay in cash at our office.'] })),
    reference: orderNumber,
    amount: money('What is to be paid'),
    currency,
    dueAt: time('Until when: then the order expires and its stock goes back on sale'),
    epcQr: nullable(
      text('The text of a QR code that banking apps read (EPC069-12); null where the amount is not in euro', {
        maxLength: 331,
        examples: [
          'BCD\n002\n1\nSCT\nCOBADEFFXXX\nHarbour Running Club e.V.\nDE89370400440532013000\nEUR102.17\n\n\n7K3Q9MX2PA',
        ],
      }),
    ),
  },
  { $id: 'PaymentInstructions', description: 'How to pay an order whose payment the organizer confirms' },
);
export type PaymentInstructions = Static<typeof paymentInstructions>;

/** What is asked of an order: its fields as the API shows them. */
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
  if ((await findOpenPayment(db, organizerId, orderNumber, 'manual')) === null) return null;
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
