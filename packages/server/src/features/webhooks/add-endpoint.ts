import { timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import { announceOnCommit, type Db } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { changeChannel } from './emit.ts';
import { newHeaders } from './endpoint-headers.ts';
import { checkSettings, type EndpointRules, type EndpointSettings } from './endpoint-rules.ts';
import { type StoredEndpoint, toStoredEndpoint } from './endpoints.ts';
import { insertSecret, publicKeyOf } from './secrets.ts';

/** A new endpoint with its signing secret. */
export interface CreatedEndpoint extends StoredEndpoint {
  readonly secret: string;
  /** The Ed25519 public key, `whpk_…`; null if the endpoint does not use Ed25519. */
  readonly publicKey: string | null;
}

/**
 * Registers an endpoint. From now on, it receives the events that it subscribes to.
 *
 * @throws ApiError `invalid_endpoint` if a setting is invalid. It has a field error for each invalid setting.
 */
export async function addEndpoint(
  db: Db,
  scope: RequestScope,
  settings: EndpointSettings,
  rules: EndpointRules,
  secrets: Secrets,
): Promise<CreatedEndpoint> {
  const { organizerId } = scope;
  const checkedSettings = await checkSettings(db, organizerId, settings, rules, null);
  const nowMs = scope.clock.now();
  const now = timestamp(nowMs);
  const id = newId('whk', nowMs);
  const row = {
    organizer_id: organizerId,
    id,
    url: checkedSettings.url,
    description: checkedSettings.description,
    event_types: checkedSettings.event_types,
    status: 'enabled' as const,
    disabled_reason: null,
    failing_since: null,
    signs_ed25519: checkedSettings.signs_ed25519 ?? 0,
    failed_delivery_id: null,
    failed_attempt_id: null,
    alerted_failing_since: null,
    ...newHeaders(settings.headers ?? [], organizerId, id, secrets.webhookSecretKey),
    throttle_deliveries: checkedSettings.throttle_deliveries ?? null,
    throttle_period: checkedSettings.throttle_period ?? null,
    next_slot_at: null,
    only_event_ids: checkedSettings.only_event_ids ?? null,
    version: 0,
    deleted_at: null,
    created_at: now,
    updated_at: now,
  };
  return db.transaction().execute(async (tx) => {
    await tx.insertInto('webhook_endpoints').values(row).execute();
    const inserted = await insertSecret(tx, organizerId, row.id, secrets.webhookSecretKey, nowMs);
    const publicKey = row.signs_ed25519 === 1 ? publicKeyOf(inserted) : null;
    const view = toStoredEndpoint(row);
    // Only the host is recorded, because the path and the query can contain a secret of the receiver.
    const details = { host: new URL(row.url).host, events: view.events };
    await recordAudit(tx, scope, { action: 'webhook.add', subject: row.id, details, at: now });
    await announceOnCommit(tx, changeChannel);
    return { ...view, secret: inserted.secret, publicKey };
  });
}
