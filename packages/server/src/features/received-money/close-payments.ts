import {
  type Closing,
  claimClosings,
  closeAtProvider,
  finishClosing,
  type PaymentWork,
  processBatches,
  retryClosing,
} from '../payments/index.ts';
import { receivePayment } from './receive-payment.ts';

/** Closes payments at their providers. Any number of processes can run this at the same time. */
export async function processClosings(work: PaymentWork): Promise<void> {
  await processBatches(
    () => claimClosings(work),
    (payment) => processClosing(work, payment),
  );
}

async function processClosing(work: PaymentWork, payment: Closing): Promise<void> {
  try {
    const money = await closeAtProvider(work, payment);
    if (money !== null) await receivePayment(work, payment.organizer_id, payment.id, money);
    await finishClosing(work, payment);
  } catch (error) {
    await retryClosing(work, payment, error);
  }
}
