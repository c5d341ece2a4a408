import { type Job, repeatingJob } from '../../platform/job.ts';
import { unlessHeld } from '../../platform/queue/holds.ts';
import type { PaymentProvider } from '../payments/index.ts';
import { processClosings } from './close-payments.ts';

const intervalMs = 1_000;

/** @param paymentProviders the providers of this process. Payments of other providers are closed by other processes */
export function closePaymentsJob(paymentProviders: readonly PaymentProvider[]): Job {
  const work = repeatingJob('close payments', intervalMs, (context) =>
    processClosings({ ...context, paymentProviders }),
  );
  return unlessHeld('payments', work);
}
