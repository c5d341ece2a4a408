import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { listEmailsOfMembers } from '../accounts/index.ts';
import { queueMailWithPayload } from '../mail/index.ts';
import { findSandbox } from '../organizers/index.ts';
import { alertAfterFailingMs } from './schedule.ts';

/** The maximum number of endpoints in one call. The next call continues. */
const maxEndpoints = 100;

/** The payload of an alert. */
export interface EndpointAlert {
  readonly to: string;
  readonly organizerId: string;
  readonly endpointId: string;
  /** The start of the series of failures, RFC 3339. */
  readonly failingSince: string;
}

/**
 * Queues an e-mail to the owners and developers of each organizer with an endpoint that has been failing for three days: after five
 * days, it is disabled. There is one alert for each series of failures, even if several processes call this at the same time.
 */
export async function alertFailingEndpoints(db: Db, clock: ServiceClock, secrets: Secrets): Promise<void> {
  const now = timestamp(clock.now());
  await alertFailingSince(db, clock.now() - alertAfterFailingMs, null, { secrets, now });
  for (const [organizerId, moved] of clock.moved) {
    await alertFailingSince(db, moved.now() - alertAfterFailingMs, organizerId, { secrets, now });
  }
}

interface AlertOptions {
  readonly secrets: Secrets;
  /** When the e-mails are queued, by the clock of the server: they belong to users. */
  readonly now: string;
}

/** @param onlyOf the only organizer whose endpoints are considered; null for all */
async function alertFailingSince(
  db: Db,
  sinceMs: number,
  onlyOf: string | null,
  { secrets, now }: AlertOptions,
): Promise<void> {
  const endpoints = await db
    .selectFrom('webhook_endpoints')
    .select(['organizer_id as organizerId', 'id as endpointId'])
    .where('status', '=', 'enabled')
    .where('failing_since', '<=', timestamp(sinceMs))
    .$if(onlyOf !== null, (query) => query.where('organizer_id', '=', onlyOf))
    .where((eb) =>
      eb.or([eb('alerted_failing_since', 'is', null), eb('alerted_failing_since', '<>', eb.ref('failing_since'))]),
    )
    .limit(maxEndpoints)
    .execute();
  for (const endpoint of endpoints) await db.transaction().execute((tx) => alert(tx, endpoint, secrets, now));
}

async function alert(
  tx: Db,
  { organizerId, endpointId }: { organizerId: string; endpointId: string },
  secrets: Secrets,
  now: string,
): Promise<void> {
  const row = await tx
    .updateTable('webhook_endpoints')
    .set((eb) => ({ alerted_failing_since: eb.ref('failing_since') }))
    .where('organizer_id', '=', organizerId)
    .where('id', '=', endpointId)
    .where('failing_since', 'is not', null)
    .where((eb) =>
      eb.or([eb('alerted_failing_since', 'is', null), eb('alerted_failing_since', '<>', eb.ref('failing_since'))]),
    )
    .returning('failing_since')
    .executeTakeFirst();
  if (row === undefined) return; // It has succeeded, or another process has queued the alert.
  const sandbox = await findSandbox(tx, organizerId);
  for (const to of await listEmailsOfMembers(tx, sandbox?.liveId ?? organizerId, 'webhooks:write')) {
    const payload: EndpointAlert = { to, organizerId, endpointId, failingSince: row.failing_since! };
    await queueMailWithPayload(tx, secrets, { kind: 'endpoint_failing' }, payload, now);
  }
}
