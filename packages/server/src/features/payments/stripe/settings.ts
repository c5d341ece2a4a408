import { type Environment, readSecret, readSetting } from '../../../platform/settings.ts';

/** The keys of a Stripe account and the origin of its API. */
export interface StripeSettings {
  /** A secret key, `sk_…`, or a restricted key, `rk_…`. */
  readonly secretKey: string;
  /** The signing secret of the webhook endpoint, `whsec_…`. */
  readonly webhookSecret: string;
  /** The origin of the API, such as `https://host:port`; null for Stripe's own origin. */
  readonly apiUrl: string | null;
}

export const stripeSettingNames = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL'] as const;

/** @throws ConfigError if a value is missing or invalid; the message names its variable */
export function readStripeSettings(env: Environment): StripeSettings {
  const requiredWhen = 'PAYMENTS includes stripe';
  return Object.freeze({
    secretKey: readSecret(env, 'STRIPE_SECRET_KEY', /^[sr]k_\w+$/, {
      requiredWhen,
      expected: 'a secret key (sk_…) or a restricted key (rk_…) of Stripe',
    }),
    webhookSecret: readSecret(env, 'STRIPE_WEBHOOK_SECRET', /^whsec_\S+$/, {
      requiredWhen,
      expected: 'the signing secret of a webhook endpoint, whsec_…',
    }),
    apiUrl: readSetting<string | null>(
      env,
      'STRIPE_API_URL',
      null,
      parseOrigin,
      'a URL such as https://host:port, without a path',
    ),
  });
}

function parseOrigin(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` ? url.origin : null;
}
