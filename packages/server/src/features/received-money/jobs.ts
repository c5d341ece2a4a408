import { type Job, repeatingJob } from '../../platform/job.ts';
import { unlessHeld } from '../../platform/queue/holds.ts';
import { type PaymentProvider, releasePaymentLeases } from '../payments/index.ts';
import { processClosings } from './close-payments.ts';
import { processRefunds } from './send-refunds.ts';

const intervalMs = 1_000;

/** @param paymentProviders the providers of this process. Payments of other providers are closed by other processes */
export function closePaymentsJob(paymentProviders: readonly PaymentProvider[]): Job {
  const work = repeatingJob('close payments', intervalMs, (context) =>
    processClosings({ ...context, paymentProviders }),
  );
  return unlessHeld('payments', work);
}

/** @param paymentProviders the providers of this process. Refunds of other providers are requested by other processes */
export function sendRefundsJob(paymentProviders: readonly PaymentProvider[]): Job {
  return unlessHeld('payments', {
    ...repeatingJob('send refunds', intervalMs, (context) => processRefunds({ ...context, paymentProviders })),
    releaseLeases: releasePaymentLeases,
  });
}
