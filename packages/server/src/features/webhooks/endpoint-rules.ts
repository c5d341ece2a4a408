import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import { BlockedAddress, checkPublicHost } from '../../platform/net/public-host.ts';
import { BadTargetUrl, parseTargetUrl } from '../../platform/net/target-url.ts';

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
  /** The event types that it subscribes to; empty or `*` for all. */
  readonly events: readonly string[];
  readonly description: string | null;
  /** Whether deliveries are also signed with Ed25519; by default, they are not. */
  readonly ed25519?: boolean;
}

export const maxDescriptionLength = 500;

/** Settings as they are stored. Settings that are absent from the input are absent here too. */
export interface CheckedSettings {
  url?: string;
  event_types?: string | null;
  description?: string | null;
  signs_ed25519?: number;
}

/** The stored settings of a new endpoint. */
type NewSettings = CheckedSettings & Required<Pick<CheckedSettings, 'url' | 'event_types' | 'description'>>;

/**
 * Validates settings and returns their stored form. The host of the URL is resolved: a private IP address is an error.
 *
 * @throws ApiError `invalid_endpoint` if a setting is invalid. It has a field error for each invalid setting.
 */
export async function checkSettings<T extends Partial<EndpointSettings>>(
  settings: T,
  rules: EndpointRules,
): Promise<T extends EndpointSettings ? NewSettings : CheckedSettings>;
export async function checkSettings(
  settings: Partial<EndpointSettings>,
  rules: EndpointRules,
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
    for (const type of settings.events) {
      if (type === '*' || eventTypes.includes(type)) continue;
      fields.push(fieldError('events', 'unknown_event_type', { type, allowed: eventTypes }));
    }
    checkedSettings.event_types = storedTypes(settings.events, eventTypes);
  }
  if (settings.description !== undefined) {
    if ((settings.description?.length ?? 0) > maxDescriptionLength) {
      fields.push(fieldError('description', 'too_long', { lengthMax: maxDescriptionLength }));
    }
    checkedSettings.description = settings.description;
  }
  if (settings.ed25519 !== undefined) checkedSettings.signs_ed25519 = settings.ed25519 ? 1 : 0;
  if (fields.length > 0) {
    throw new ApiError('invalid_endpoint', {}, { fields });
  }
  return checkedSettings;
}

async function checkUrl(text: string, rules: EndpointRules): Promise<string> {
  const url = parseTargetUrl(text, rules);
  if (!rules.allowPrivateNetworks) await checkPublicHost(url.hostname);
  return url.href;
}

function storedTypes(events: readonly string[], eventTypes: readonly string[]): string | null {
  if (events.length === 0 || events.includes('*')) return null;
  return eventTypes.filter((type) => events.includes(type)).join(' ');
}
