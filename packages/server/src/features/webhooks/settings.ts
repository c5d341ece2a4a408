import { readFlag, readSetting, type SettingGroup } from '../../platform/settings.ts';
import type { EndpointRules } from './endpoint-rules.ts';

export interface WebhookSettings extends Omit<EndpointRules, 'eventTypes'> {
  /** The word in the header `X-…-Signature`. */
  readonly brand: string;
}

export const webhookSettings: SettingGroup<WebhookSettings> = {
  names: ['BRAND', 'WEBHOOK_ALLOW_HTTP', 'WEBHOOK_ALLOW_PRIVATE_NETWORKS'],
  read: (env) => ({
    brand: readSetting(
      env,
      'BRAND',
      'SERVICE',
      (text) => (/^[A-Za-z0-9]([A-Za-z0-9-]{0,38}[A-Za-z0-9])?$/.test(text) ? text : null),
      'a word of at most 40 letters, digits and inner hyphens',
    ),
    allowHttp: readFlag(env, 'WEBHOOK_ALLOW_HTTP'),
    allowPrivateNetworks: readFlag(env, 'WEBHOOK_ALLOW_PRIVATE_NETWORKS'),
  }),
};
