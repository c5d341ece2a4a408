import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import { checkPublicHost, RefusedAddress } from '../../platform/net/public-host.ts';
import { BadTargetUrl, parseTargetUrl } from '../../platform/net/target-url.ts';
import { eventTypes, isEventType } from './event-types.ts';

/** What may be registered; for development some of it may be looser. */
export interface EndpointRules {
  readonly allowHttp: boolean;
  readonly allowPrivateNetworks: boolean;
}

/** What is registered of an endpoint. */
export interface EndpointSettings {
  readonly url: string;
  /** The types it gets; empty or `*` for all. */
  readonly events: readonly string[];
  readonly description: string | null;
}

const descriptionMax = 500;

/** An endpoint's settings as they are stored; those not given are left out. */
export interface CheckedSettings {
  url?: string;
  event_types?: string | null;
  description?: string | null;
}

/**
 * Checks settings and gives them as they are stored. The address is looked up: one that leads into a private network
 * is refused.
 *
 * @throws ApiError `invalid_request` naming each field at fault
 */
export async function checkSettings(given: Partial<EndpointSettings>, rules: EndpointRules): Promise<CheckedSettings> {
  const fields: FieldError[] = [];
  const checked: CheckedSettings = {};
  if (given.url !== undefined) {
    try {
      checked.url = await checkUrl(given.url, rules);
    } catch (error) {
      if (!(error instanceof BadTargetUrl || error instanceof RefusedAddress)) throw error;
      fields.push(fieldError('url', 'unusable_url', { problem: error.message }));
    }
  }
  if (given.events !== undefined) {
    for (const type of given.events) {
      if (type === '*' || isEventType(type)) continue;
      fields.push(fieldError('events', 'unknown_event_type', { type, allowed: eventTypes }));
    }
    checked.event_types = storedTypes(given.events);
  }
  if (given.description !== undefined) {
    if ((given.description?.length ?? 0) > descriptionMax) {
      fields.push(fieldError('description', 'too_long', { lengthMax: descriptionMax }));
    }
    checked.description = given.description;
  }
  if (fields.length > 0) {
    throw new ApiError('invalid_endpoint', {}, { fields });
  }
  return checked;
}

async function checkUrl(text: string, rules: EndpointRules): Promise<string> {
  const url = parseTargetUrl(text, rules);
  if (!rules.allowPrivateNetworks) await checkPublicHost(url.hostname);
  return url.href;
}

function storedTypes(events: readonly string[]): string | null {
  if (events.length === 0 || events.includes('*')) return null;
  return eventTypes.filter((type) => events.includes(type)).join(' ');
}
