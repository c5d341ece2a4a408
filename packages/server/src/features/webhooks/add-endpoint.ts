import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';
import { checkSettings, type EndpointRules, type EndpointSettings } from './endpoint-rules.ts';
import { type EndpointView, toEndpointView } from './endpoints.ts';
import { insertSecret } from './secrets.ts';

/** An endpoint just made: the only time that `secret` is seen. */
export interface CreatedEndpoint extends EndpointView {
  readonly secret: string;
}

/**
 * Registers an endpoint: from now on it gets the events that it subscribes to.
 *
 * @param origin who registers it, for the audit
 * @throws ApiError `invalid_request` naming each field at fault
 */
export async function addEndpoint(
  db: Db,
  organizerId: string,
  given: EndpointSettings,
  rules: EndpointRules,
  secrets: Secrets,
  clock: Clock,
  origin: AuditOrigin,
): Promise<CreatedEndpoint> {
  const checked = await checkSettings(given, rules);
  const nowMs = clock.now();
  const now = timestamp(nowMs);
  const row = {
    organizer_id: organizerId,
    id: newId('whk', nowMs),
    url: checked.url!,
    description: checked.description ?? null,
    event_types: checked.event_types ?? null,
    status: 'enabled' as const,
    disabled_reason: null,
    failing_since: null,
    created_at: now,
    updated_at: now,
  };
  return db.transaction().execute(async (tx) => {
    await tx.insertInto('webhook_endpoints').values(row).execute();
    const secret = await insertSecret(tx, organizerId, row.id, secrets.webhookSecretKey, nowMs);
    const view = toEndpointView(row);
    // The rest of a URL may hold a secret of the receiver's.
    const details = { host: new URL(row.url).host, events: view.events };
    await recordAudit(tx, organizerId, { ...origin, action: 'webhook.add', subject: row.id, details, at: now });
    return { ...view, secret };
  });
}
