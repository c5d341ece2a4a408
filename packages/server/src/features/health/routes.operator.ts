import { dialectOf } from '../../platform/database/dialect.ts';
import { executedMigrations } from '../../platform/database/migrate.ts';
import type { Feature, OperatorServices } from '../../platform/http/plane.ts';
import { object } from '../../platform/http/schema.ts';
import { programVersion } from '../../platform/program-folder.ts';
import type { Environment } from '../../platform/settings.ts';
import { readMailQueue } from '../mail/index.ts';
import { listOutgoing } from '../outgoing/index.ts';
import { readRefundQueue } from '../payments/index.ts';
import { findUncountedEvents, maxEventsPerRun } from '../sales-figures/index.ts';
import { listAllFailingEndpoints, readWebhookQueue } from '../webhooks/index.ts';
import { describeSettings } from './describe-settings.ts';
import { listFailedMails } from './list-failed-mails.ts';
import { health } from './schema.ts';

/**
 * The health of the service, for the operator.
 *
 * @param settings the names of all settings, and the environment that they were read from
 */
export function healthRoutes(settings: { names: readonly string[]; env: Environment }): Feature<OperatorServices> {
  return (app, { db, clock }) => {
    app.get(
      '/health',
      {
        config: { permission: 'service:operate' },
        schema: {
          operationId: 'getHealth',
          tags: ['Operator'],
          summary: 'Read the health of the service',
          querystring: object({}),
          response: { 200: health },
        },
      },
      async () => {
        const [
          webhooks,
          failingEndpoints,
          mails,
          refunds,
          outgoing,
          uncounted,
          newestFailedMails,
          sizeBytes,
          migrations,
        ] = await Promise.all([
          readWebhookQueue(db, clock),
          listAllFailingEndpoints(db),
          readMailQueue(db, clock),
          readRefundQueue(db, clock),
          listOutgoing(db, clock),
          findUncountedEvents(db),
          listFailedMails(db),
          dialectOf(db).readSizeBytes(db),
          executedMigrations(db),
        ]);
        return {
          version: programVersion(),
          database: { kind: dialectOf(db).name, sizeBytes },
          migrations: [...(migrations ?? [])].sort(),
          queues: { webhooks: webhooks.queue, mails: mails.queue, refunds: refunds.queue },
          outgoing,
          failingEndpointCount: webhooks.failingEndpoints,
          failingEndpoints,
          disabledEndpointCount: webhooks.disabledEndpoints,
          failedMails: mails.failed,
          newestFailedMails,
          failedRefunds: refunds.failed,
          uncountedEvents: uncounted.length,
          uncountedEventsMax: maxEventsPerRun,
          settings: describeSettings(settings.names, settings.env),
        };
      },
    );
  };
}
