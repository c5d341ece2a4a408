import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { MailMessage } from '../../platform/mail/transport.ts';
import { type DueMail, loadTemplates } from '../mail/index.ts';
import { findSandbox, readOrganizer } from '../organizers/index.ts';
import type { EndpointAlert } from './alert-failing-endpoints.ts';
import { getEndpoint } from './endpoints.ts';
import { maxFailingMs } from './schedule.ts';

/** Renders the alert about a failing endpoint. If the endpoint has succeeded or is disabled, the alert is not sent. */
export function webhookMailRenderers({ db, baseUrl }: { db: Db; baseUrl: string }) {
  return {
    endpoint_failing: async ({ payload }: DueMail): Promise<MailMessage | null> => {
      const { to, organizerId, endpointId, failingSince } = payload as EndpointAlert;
      const endpoint = await getEndpoint(db, organizerId, endpointId);
      if (endpoint.status !== 'enabled' || endpoint.failingSince !== failingSince) return null;
      const { name, slug } = await readOrganizer(db, organizerId);
      const isSandbox = (await findSandbox(db, organizerId)) !== null;
      const { endpointFailingMail } = await loadTemplates();
      return endpointFailingMail({
        to,
        organizerName: isSandbox ? `${name} (test mode)` : name,
        // The path and the query can contain a secret of the receiver.
        host: new URL(endpoint.url).host,
        failingSince,
        disabledAt: timestamp(Date.parse(failingSince) + maxFailingMs),
        url: `${baseUrl}/dashboard/organizers/${slug}/webhooks/endpoints/${endpointId}`,
      });
    },
  };
}
