import { type Job, type JobContext, repeatingJob } from '../../platform/job.ts';
import type { PaymentProvider, ReceivedMoney } from './provider.ts';
import { endPaymentLeases, type PaymentWork, processClosings, processRefunds } from './worker.ts';

const intervalMs = 1_000;

export interface PaymentJobOptions {
  /** Refunds and payments of other providers are left to other processes. */
  readonly providers: readonly PaymentProvider[];
  /** Records money that arrived for a payment that was to be closed. */
  readonly receive: (
    services: Pick<JobContext, 'db' | 'clock' | 'log'>,
    organizerId: string,
    paymentId: string,
    money: ReceivedMoney,
  ) => Promise<unknown>;
}

/** The jobs that send refunds to the payment providers and close payments there that are no longer needed. */
export function paymentJobs({ providers, receive }: PaymentJobOptions): Job[] {
  const workOf = ({ db, clock, log }: JobContext): PaymentWork => ({
    db,
    clock,
    log,
    providers,
    receive: (organizerId, paymentId, money) => receive({ db, clock, log }, organizerId, paymentId, money),
  });
  return [
    {
      ...repeatingJob('send refunds', intervalMs, (context) => processRefunds(workOf(context))),
      releaseLeases: endPaymentLeases,
    },
    repeatingJob('close payments', intervalMs, (context) => processClosings(workOf(context))),
  ];
}
