import { accountMailRenderers } from '../features/accounts/index.ts';
import { purgeAccountsJob } from '../features/accounts/jobs.ts';
import { mailRenderers } from '../features/checkout/index.ts';
import { eventRoutes } from '../features/event-views/http.ts';
import { keyAuthenticator } from '../features/keys/http.ts';
import { createKeyring, type KeyPolicy, keyMailRenderers } from '../features/keys/index.ts';
import { readMailQueue } from '../features/mail/index.ts';
import { mailJobs } from '../features/mail/jobs.ts';
import { orderRoutes } from '../features/orders/http.ts';
import {
  expireOrdersJob,
  indexMissingOrdersJob,
  purgeAbandonedOrdersJob,
  removeOldAnswersJob,
} from '../features/orders/jobs.ts';
import { purgeCodesJob } from '../features/otp/jobs.ts';
import {
  connectProviders,
  connectSandboxProviders,
  type PaymentProvider,
  readRefundQueue,
  withSandboxProviders,
} from '../features/payments/index.ts';
import { removePersonalDataJob } from '../features/privacy/jobs.ts';
import { paymentMailRenderers } from '../features/received-money/index.ts';
import { closePaymentsJob, sendRefundsJob } from '../features/received-money/jobs.ts';
import { prepareSandboxMails } from '../features/sandboxes/index.ts';
import { resetSandboxesJob } from '../features/sandboxes/jobs.ts';
import { settlementRoutes } from '../features/settlements/http.ts';
import { ticketRoutes } from '../features/tickets/http.ts';
import { readWebhookQueue, webhookMailRenderers } from '../features/webhooks/index.ts';
import { webhookJobs } from '../features/webhooks/jobs.ts';
import { organizerPlane } from '../planes/organizer.ts';
import { updateStatisticsJob } from '../platform/database/statistics-job.ts';
import { purgeIdempotencyRecordsJob } from '../platform/http/idempotency.ts';
import type { Job } from '../platform/job.ts';
import { openMailTransport } from '../platform/mail/open-transport.ts';
import type { QueueReaders } from '../platform/queue/state-reader.ts';
import type { ServerParts } from '../server-parts.ts';
import type { BaselineConfig } from './baseline.ts';
import { describeApi } from './documentation.ts';
import { warnOfHolds, warnOfSimulatedPayments } from './start-checks.ts';
import { webhookTypes } from './webhook-types.ts';

/** The queues of every deployment. */
export const queues: QueueReaders = {
  webhooks: async (db, clock) => (await readWebhookQueue(db, clock)).queue,
  mails: async (db, clock) => (await readMailQueue(db, clock)).queue,
  refunds: async (db, clock) => (await readRefundQueue(db, clock)).queue,
};

export async function composeBaseline(config: BaselineConfig, keyPolicy: KeyPolicy): Promise<ServerParts> {
  const paymentProviders = withSandboxProviders(
    await connectProviders(config.payments.configured),
    await connectSandboxProviders(),
  );
  const limits = { perMinute: config.rateLimits.api, failedPerMinute: null, announceLimits: false };
  return {
    createPlanes: ({ db, clock }) => {
      const keyring = createKeyring(db, clock);
      const authenticator = keyAuthenticator(keyring);
      const features = [
        eventRoutes({ addons: false }),
        orderRoutes({ personalData: false }),
        ticketRoutes({ several: false, personalData: false }),
        settlementRoutes({ several: false }),
      ];
      return {
        planes: [organizerPlane({ features, authenticator, limits })],
        components: [keyring.component()],
        observeRequest: null,
      };
    },
    jobs: baselineJobs(config, paymentProviders),
    queues,
    startChecks: [warnOfHolds, warnOfSimulatedPayments(config)],
    eventPagePath: null,
    firstLinks: null,
    description: describeApi({
      name: 'baseline',
      summary: 'Read events, orders, tickets and settlements.',
      keyPolicy,
      webhookTypes: webhookTypes.baseline,
      baseUrl: config.baseUrl,
      gateApi: null,
    }),
  };
}

/**
 * The jobs of every deployment. They include the jobs for orders, refunds and e-mails, which a baseline deployment also needs: its
 * database can have orders and refunds from an earlier use with the extended deployment, and commands create e-mails and refunds.
 */
export function baselineJobs(config: BaselineConfig, paymentProviders: readonly PaymentProvider[]): Job[] {
  const { baseUrl, dataDir, mail, webhooks } = config;
  return [
    expireOrdersJob,
    purgeAbandonedOrdersJob,
    indexMissingOrdersJob,
    removePersonalDataJob,
    removeOldAnswersJob,
    purgeCodesJob,
    purgeAccountsJob,
    purgeIdempotencyRecordsJob,
    sendRefundsJob(paymentProviders),
    closePaymentsJob(paymentProviders),
    ...mailJobs({
      openTransport: (log) => openMailTransport({ ...mail, dataDir, baseUrl }, log),
      createRenderers: (services) => ({
        ...mailRenderers({ ...services, baseUrl }),
        ...accountMailRenderers({ baseUrl }),
        ...keyMailRenderers({ ...services, baseUrl }),
        ...webhookMailRenderers({ ...services, baseUrl }),
        ...paymentMailRenderers({ ...services, baseUrl }),
      }),
      createPrepareMessage: prepareSandboxMails({ recipients: mail.smtpUrl === null ? 'all' : 'members' }),
    }),
    ...webhookJobs(webhooks),
    resetSandboxesJob,
    updateStatisticsJob,
  ];
}
