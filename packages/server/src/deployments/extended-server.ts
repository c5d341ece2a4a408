import { memberRoutes, userOperatorRoutes } from '../features/accounts/http.ts';
import { createDemoLink, createFirstOperatorLink, mailOwners } from '../features/accounts/index.ts';
import { auditRoutes } from '../features/audit/http.ts';
import {
  catalogDashboardRoutes,
  catalogRoutes,
  catalogUpsertRoutes,
  questionRoutes,
} from '../features/catalog/http.ts';
import { checkoutRoutes, newOrderRoutes, saleByHandRoutes } from '../features/checkout/http.ts';
import { addonDashboardRoutes, addonRoutes, consumptionRoutes } from '../features/entitlements/http.ts';
import { embedRoutes, eventRoutes } from '../features/event-views/http.ts';
import {
  barRoutes,
  checkInRoutes,
  createDeviceRing,
  deviceAuthenticator,
  gateDashboardRoutes,
  gateRoutes,
} from '../features/gate/http.ts';
import { auditScansJob } from '../features/gate/jobs.ts';
import { healthRoutes } from '../features/health/http.ts';
import { previewRoutes } from '../features/hosted-page/http.ts';
import { eventPagePath } from '../features/hosted-page/index.ts';
import { keyAuthenticator, keyRoutes, meRoutes, scopeRequestRoutes } from '../features/keys/http.ts';
import { createKeyring, type KeyPolicy, memberKeys, scopes } from '../features/keys/index.ts';
import { liveRoutes } from '../features/live/http.ts';
import {
  bibRoutes,
  categoryRoutes,
  orderChangeRoutes,
  orderDashboardRoutes,
  orderMoneyRoutes,
  orderRoutes,
} from '../features/orders/http.ts';
import {
  organizerControlRoutes,
  organizerOperatorRoutes,
  organizerSettingRoutes,
} from '../features/organizers/http.ts';
import { otpRoutes } from '../features/otp/http.ts';
import { paymentRoutes, refundRoutes } from '../features/payments/http.ts';
import { connectProviders, connectSandboxProviders, withSandboxProviders } from '../features/payments/index.ts';
import { privacyRoutes } from '../features/privacy/http.ts';
import { requestLogRoutes } from '../features/request-log/http.ts';
import { RequestLog } from '../features/request-log/index.ts';
import { purgeRequestLogJob } from '../features/request-log/jobs.ts';
import { figureRoutes } from '../features/sales-figures/http.ts';
import { countFiguresJob } from '../features/sales-figures/jobs.ts';
import { sandboxRoutes } from '../features/sandboxes/http.ts';
import {
  payoutRoutes,
  settlementDashboardRoutes,
  settlementOperatorRoutes,
  settlementRoutes,
} from '../features/settlements/http.ts';
import { attendeeRoutes, ticketDashboardRoutes, ticketRoutes } from '../features/tickets/http.ts';
import { transferRoutes } from '../features/transfer/http.ts';
import { triggerRoutes } from '../features/triggers/http.ts';
import { purgeWaitingRoomsJob } from '../features/waiting-room/jobs.ts';
import { feedRoutes, webhookDashboardRoutes, webhookRoutes } from '../features/webhooks/http.ts';
import { dashboardPlane } from '../planes/dashboard.ts';
import { dashboardPagesPlane } from '../planes/dashboard-pages.ts';
import { embedPlane } from '../planes/embed.ts';
import { gateApi, gatePlane } from '../planes/gate.ts';
import { gatePagesPlane } from '../planes/gate-pages.ts';
import { hostedPagePlane } from '../planes/hosted-page.ts';
import { organizerPlane } from '../planes/organizer.ts';
import { paymentsPlane } from '../planes/payments.ts';
import { publicPlane } from '../planes/public.ts';
import { outboxFolder } from '../platform/mail/open-transport.ts';
import type { Environment } from '../platform/settings.ts';
import type { ServerParts } from '../server-parts.ts';
import { baselineJobs, queues } from './baseline-server.ts';
import { describeApi } from './documentation.ts';
import type { ExtendedConfig } from './extended.ts';
import { warnOfHolds, warnOfSimulatedPayments, warnOfUnpayableOrganizers } from './start-checks.ts';
import { webhookTypes } from './webhook-types.ts';

/** The limit of one user of the dashboard. */
const dashboardPerMinute = 600;

/** @param settings the names of the settings that the operator can read in the dashboard, and the environment */
export async function composeExtended(
  config: ExtendedConfig,
  keyPolicy: KeyPolicy,
  settings: { names: readonly string[]; env: Environment },
): Promise<ServerParts> {
  const { rateLimits, selling } = config;
  const paymentMethods = config.payments.available;
  const paymentProviders = await connectProviders(config.payments.configured);
  const sandboxProviders = await connectSandboxProviders();
  const allProviders = withSandboxProviders(paymentProviders, sandboxProviders);
  const keyedLimits = { failedPerMinute: rateLimits.failedAuth, announceLimits: true };
  const apiLimits = { perMinute: rateLimits.api, ...keyedLimits };
  const embedLimits = { perMinute: rateLimits.embed, ...keyedLimits };
  return {
    createPlanes: ({ db, clock }) => {
      const keyring = createKeyring(db, clock);
      const devices = createDeviceRing(db, clock);
      const requestLog = config.requestLog.isEnabled ? new RequestLog(db, clock) : null;
      const authenticator = keyAuthenticator(keyring);
      const webhookOptions = { settings: config.webhooks, types: webhookTypes.extended };
      const organizerFeatures = [
        meRoutes(rateLimits),
        eventRoutes({ addons: true }),
        catalogRoutes,
        catalogUpsertRoutes,
        questionRoutes,
        orderRoutes({ personalData: true }),
        newOrderRoutes,
        orderMoneyRoutes,
        paymentRoutes,
        ticketRoutes({ several: true, personalData: true }),
        orderChangeRoutes,
        bibRoutes({ haveScopes: true }),
        attendeeRoutes,
        checkInRoutes({ perMinute: rateLimits.gate }),
        addonRoutes({ searchesPerMinute: rateLimits.search }),
        consumptionRoutes,
        settlementRoutes({ several: true }),
        feedRoutes(webhookTypes.extended, scopes),
        webhookRoutes({ ...webhookOptions, readPermission: 'webhooks:write' }),
        triggerRoutes,
      ];
      const searches = { searchesPerMinute: rateLimits.search };
      return {
        planes: [
          organizerPlane({ features: organizerFeatures, authenticator, limits: apiLimits }),
          embedPlane({ features: [embedRoutes], authenticator, limits: embedLimits }),
          publicPlane({
            features: [checkoutRoutes({ paymentMethods, paymentProviders, sandboxProviders, selling }), otpRoutes],
            perMinute: rateLimits.public,
          }),
          gatePlane({
            features: [gateRoutes({ pairingsPerMinute: rateLimits.failedAuth }), barRoutes],
            authenticator: deviceAuthenticator(devices),
            perMinute: rateLimits.gate,
            failedPerMinute: rateLimits.failedAuth,
          }),
          paymentsPlane(paymentProviders),
          hostedPagePlane({ arrivalsPerMinute: rateLimits.public }),
          dashboardPagesPlane,
          gatePagesPlane,
          dashboardPlane({
            memberFeatures: [
              memberRoutes(memberKeys),
              orderDashboardRoutes(searches),
              saleByHandRoutes,
              refundRoutes,
              bibRoutes({ haveScopes: false }),
              categoryRoutes,
              ticketDashboardRoutes,
              addonDashboardRoutes(searches),
              keyRoutes(keyPolicy),
              requestLogRoutes(config.requestLog),
              auditRoutes,
              webhookDashboardRoutes(webhookOptions),
              figureRoutes(paymentProviders.map(({ method }) => method)),
              liveRoutes,
              eventRoutes({ addons: true }),
              catalogRoutes,
              catalogDashboardRoutes,
              questionRoutes,
              previewRoutes,
              gateDashboardRoutes,
              settlementRoutes({ several: true }),
              settlementDashboardRoutes,
              organizerSettingRoutes,
              privacyRoutes({ ...searches, outboxFolder: outboxFolder(config.dataDir) }),
              transferRoutes,
              sandboxRoutes,
            ],
            operatorFeatures: [
              scopeRequestRoutes,
              organizerOperatorRoutes,
              userOperatorRoutes,
              payoutRoutes,
              healthRoutes(settings),
            ],
            organizerOperatorFeatures: [
              organizerSettingRoutes,
              organizerControlRoutes(mailOwners),
              memberRoutes(memberKeys),
              settlementRoutes({ several: true }),
              settlementDashboardRoutes,
              settlementOperatorRoutes,
            ],
            perMinute: dashboardPerMinute,
          }),
        ],
        components: [
          keyring.component(),
          devices.component(),
          ...(requestLog === null ? [] : [requestLog.component()]),
        ],
        observeRequest: requestLog?.observe ?? null,
      };
    },
    jobs: [
      ...baselineJobs(config, allProviders),
      purgeRequestLogJob,
      purgeWaitingRoomsJob,
      countFiguresJob,
      auditScansJob,
    ],
    queues,
    startChecks: [warnOfHolds, warnOfSimulatedPayments(config), warnOfUnpayableOrganizers(config.payments)],
    eventPagePath,
    firstLinks: { forOperator: createFirstOperatorLink, forDemo: createDemoLink },
    description: describeApi({
      name: 'extended',
      summary: 'Sell tickets, and read and change events, orders, tickets, add-ons and settlements.',
      keyPolicy,
      webhookTypes: webhookTypes.extended,
      baseUrl: config.baseUrl,
      gateApi,
    }),
  };
}
