import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { BlockedAddress, checkPublicHost } from '../../platform/net/public-host.ts';
import { BadTargetUrl, parseTargetUrl } from '../../platform/net/target-url.ts';
import { findHeaderErrors, type HeaderChange, type StoredHeaders } from './endpoint-headers.ts';
import { maxThrottle, type Throttle, throttlePeriods } from './throttle.ts';
import { groupOf } from './webhook-types.ts';

/** The rules for registering endpoints. `allowHttp` and `allowPrivateNetworks` are for development. */
export interface EndpointRules {
  readonly allowHttp: boolean;
  readonly allowPrivateNetworks: boolean;
  /** The types that an endpoint can subscribe to, in the order in which they are stored. */
  readonly eventTypes: readonly string[];
}

/** The settings of an endpoint. */
export interface EndpointSettings {
  readonly url: string;
  /** The event types that it subscribes to, and groups of them such as `order.*`; empty or `*` for all. */
  readonly events: readonly string[];
  readonly description: string | null;
  /** Whether deliveries are also signed with Ed25519; by default, they are not. */
  readonly ed25519?: boolean;
  /** The custom headers of deliveries; by default, there are none. They replace the stored ones. */
  readonly headers?: readonly HeaderChange[];
  /** null for no throttle, which is the default. */
  readonly throttle?: Throttle | null;
  /** The ids of the organizer's events; if there are any, only webhook events that belong to these are delivered. */
  readonly eventIds?: readonly string[];
}

export const maxDescriptionLength = 500;
export const maxEventIds = 100;

/**
 * Settings as they are stored, without the headers: these are merged with the stored ones. Settings that are absent from the input are
 * absent here too.
 */
export interface CheckedSettings {
  url?: string;
  event_types?: string | null;
  description?: string | null;
  signs_ed25519?: number;
  throttle_deliveries?: number | null;
  throttle_period?: Throttle['per'] | null;
  only_event_ids?: string | null;
}

/** The stored settings of a new endpoint. */
type NewSettings = CheckedSettings & Required<Pick<CheckedSettings, 'url' | 'event_types' | 'description'>>;

/**
 * Validates settings and returns their stored form. The host of the URL is resolved: a private IP address is an error.
 *
 * @param stored the endpoint before a change; null for a new endpoint
 * @throws ApiError `invalid_endpoint` if a setting is invalid. It has a field error for each invalid setting.
 */
export async function checkSettings<T extends Partial<EndpointSettings>>(
  db: Db,
  organizerId: string,
  settings: T,
  rules: EndpointRules,
  stored: StoredHeaders | null,
): Promise<T extends EndpointSettings ? NewSettings : CheckedSettings>;
export async function checkSettings(
  db: Db,
  organizerId: string,
  settings: Partial<EndpointSettings>,
  rules: EndpointRules,
  stored: StoredHeaders | null,
): Promise<CheckedSettings> {
  const fields: FieldError[] = [];
  const checkedSettings: CheckedSettings = {};
  const { eventTypes } = rules;
  if (settings.url !== undefined) {
    try {
      checkedSettings.url = await checkUrl(settings.url, rules);
    } catch (error) {
      if (!(error instanceof BadTargetUrl || error instanceof BlockedAddress)) throw error;
      fields.push(fieldError('url', 'unusable_url', { problem: error.message }));
    }
  }
  if (settings.events !== undefined) {
    const allowed = [...eventTypes, ...new Set(eventTypes.flatMap(groupOf))];
    for (const type of settings.events) {
      if (type === '*' || allowed.includes(type)) continue;
      fields.push(fieldError('events', 'unknown_event_type', { type, allowed: eventTypes }));
    }
    checkedSettings.event_types = storedTypes(settings.events, allowed);
  }
  if (settings.description !== undefined) {
    if ((settings.description?.length ?? 0) > maxDescriptionLength) {
      fields.push(fieldError('description', 'too_long', { lengthMax: maxDescriptionLength }));
    }
    checkedSettings.description = settings.description;
  }
  if (settings.ed25519 !== undefined) checkedSettings.signs_ed25519 = settings.ed25519 ? 1 : 0;
  fields.push(...findHeaderErrors(settings, stored));
  if (settings.throttle !== undefined) {
    fields.push(...findThrottleErrors(settings.throttle));
    checkedSettings.throttle_deliveries = settings.throttle?.deliveries ?? null;
    checkedSettings.throttle_period = settings.throttle?.per ?? null;
  }
  if (settings.eventIds !== undefined) {
    fields.push(...(await findEventErrors(db, organizerId, settings.eventIds)));
    checkedSettings.only_event_ids = settings.eventIds.length === 0 ? null : [...new Set(settings.eventIds)].join(' ');
  }
  if (fields.length > 0) {
    throw new ApiError('invalid_endpoint', {}, { fields });
  }
  return checkedSettings;
}

function findThrottleErrors(throttle: Throttle | null): FieldError[] {
  if (throttle === null) return [];
  const { deliveries, per } = throttle;
  const isValid = Number.isInteger(deliveries) && deliveries >= 1 && deliveries <= maxThrottle;
  return isValid && throttlePeriods.includes(per)
    ? []
    : [fieldError('throttle', 'not_a_throttle', { deliveriesMax: maxThrottle })];
}

async function findEventErrors(db: Db, organizerId: string, ids: readonly string[]): Promise<FieldError[]> {
  if (ids.length === 0) return [];
  if (ids.length > maxEventIds) return [fieldError('eventIds', 'too_many_items', { itemsMax: maxEventIds })];
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('organizer_id', '=', organizerId)
    .where((eb) => dialectOf(db).isOneOf(eb.ref('id'), ids))
    .execute();
  const existing = new Set(rows.map(({ id }) => id));
  return ids
    .filter((id) => !existing.has(id))
    .map((id) => fieldError('eventIds', 'unknown_event', { eventId: id.slice(0, 100) }));
}

async function checkUrl(text: string, rules: EndpointRules): Promise<string> {
  const url = parseTargetUrl(text, rules);
  if (!rules.allowPrivateNetworks) await checkPublicHost(url.hostname);
  return url.href;
}

function storedTypes(events: readonly string[], allowed: readonly string[]): string | null {
  if (events.length === 0 || events.includes('*')) return null;
  return allowed.filter((type) => events.includes(type)).join(' ');
}
