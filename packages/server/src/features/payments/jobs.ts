import { type Job, repeatingJob } from '../../platform/job.ts';
import { unlessHeld } from '../../platform/queue/holds.ts';
import type { PaymentProvider } from './provider.ts';
import { processRefunds, releasePaymentLeases } from './worker.ts';

const intervalMs = 1_000;

/** @param paymentProviders the providers of this process. Refunds of other providers are requested by other processes */
export function sendRefundsJob(paymentProviders: readonly PaymentProvider[]): Job {
  return unlessHeld('payments', {
    ...repeatingJob('send refunds', intervalMs, (context) => processRefunds({ ...context, paymentProviders })),
    releaseLeases: releasePaymentLeases,
  });
}
