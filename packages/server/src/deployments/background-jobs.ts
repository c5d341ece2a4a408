import type { Config } from '../config.ts';
import { mailRenderers } from '../features/checkout/index.ts';
import { mailJobs } from '../features/mail/jobs.ts';
import { lockPayableOrder } from '../features/orders/index.ts';
import { expireOrdersJob, purgeAbandonedOrdersJob } from '../features/orders/jobs.ts';
import { purgeCodesJob } from '../features/otp/jobs.ts';
import type { PaymentProvider } from '../features/payments/index.ts';
import { paymentJobs } from '../features/payments/jobs.ts';
import { webhookJobs } from '../features/webhooks/jobs.ts';
import { purgeIdempotencyRecordsJob } from '../platform/http/idempotency.ts';
import type { Job } from '../platform/job.ts';
import { openMailTransport } from '../platform/mail/open-transport.ts';

/**
 * The jobs of both deployments. The baseline needs those of selling too: its database may have been used with the extended
 * deployment, which leaves orders to expire and refunds to send, and commands cause mails and refunds.
 */
export function backgroundJobs(config: Config, paymentProviders: readonly PaymentProvider[]): Job[] {
  return [
    expireOrdersJob,
    purgeAbandonedOrdersJob,
    purgeCodesJob,
    purgeIdempotencyRecordsJob,
    ...paymentJobs({ paymentProviders, lockOrder: lockPayableOrder }),
    ...mailJobs({
      openTransport: (log) => openMailTransport(config, log),
      createRenderers: (services) => mailRenderers({ ...services, baseUrl: config.baseUrl }),
    }),
    ...webhookJobs({ brand: config.brand, allowPrivateNetworks: config.webhooks.allowPrivateNetworks }),
  ];
}
