import type { PaymentMethod } from '../provider.ts';
import { stripeStep } from './amounts.ts';
import { readStripeSettings, stripeSettingNames } from './settings.ts';

/** Less than the 24 hours after which Stripe closes a session. */
const redirectMs = 23 * 60 * 60 * 1_000;

/** The buyer pays on Stripe's own pages (Checkout). */
export const stripeMethod: PaymentMethod = {
  name: 'stripe',
  flow: { kind: 'redirect', redirectMs },
  receivedBy: 'platform',
  refundStep: stripeStep,
  settingNames: stripeSettingNames,
  configure: (env) => {
    const settings = readStripeSettings(env);
    return async () => {
      // Loaded on demand: a server that does not use Stripe does not need its package.
      const { stripeClient } = await import('./client.ts');
      return stripeClient(settings);
    };
  },
};
