import { type Job, type JobContext, repeatingJob } from '../../platform/job.ts';
import { unlessHeld } from '../../platform/queue/holds.ts';
import type { PaymentProvider } from './provider.ts';
import type { LockPayableOrder } from './receive-payment.ts';
import { processClosings, processRefunds, releasePaymentLeases } from './worker.ts';

const intervalMs = 1_000;

export interface PaymentJobOptions {
  /** The providers of this process. Refunds and payments of other providers are processed by other processes. */
  readonly paymentProviders: readonly PaymentProvider[];
  readonly lockOrder: LockPayableOrder;
}

/** Two jobs: one requests refunds from payment providers, the other closes unneeded payments at their providers. */
export function paymentJobs(options: PaymentJobOptions): Job[] {
  const workFor = ({ db, clock, log }: JobContext) => ({ db, clock, log, ...options });
  return [
    unlessHeld('payments', {
      ...repeatingJob('send refunds', intervalMs, (context) => processRefunds(workFor(context))),
      releaseLeases: releasePaymentLeases,
    }),
    unlessHeld(
      'payments',
      repeatingJob('close payments', intervalMs, (context) => processClosings(workFor(context))),
    ),
  ];
}
