import { type Job, type JobContext, repeatingJob } from '../../platform/job.ts';
import type { PaymentProvider } from './provider.ts';
import type { LockPayableOrder } from './receive-payment.ts';
import { processClosings, processRefunds, releasePaymentLeases } from './worker.ts';

const intervalMs = 1_000;

export interface PaymentJobOptions {
  /** The providers of this process. Refunds and payments of other providers are processed by other processes. */
  readonly paymentProviders: readonly PaymentProvider[];
  readonly lockOrder: LockPayableOrder;
}

/** The jobs that request refunds from the payment providers and close payments there that are no longer needed. */
export function paymentJobs(options: PaymentJobOptions): Job[] {
  const workOf = ({ db, clock, log }: JobContext) => ({ db, clock, log, ...options });
  return [
    {
      ...repeatingJob('send refunds', intervalMs, (context) => processRefunds(workOf(context))),
      releaseLeases: releasePaymentLeases,
    },
    repeatingJob('close payments', intervalMs, (context) => processClosings(workOf(context))),
  ];
}
