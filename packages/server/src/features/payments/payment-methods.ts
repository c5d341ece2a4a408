import { ConfigError, type Environment } from '../../platform/settings.ts';
import { manualMethod } from './manual/index.ts';
import type { PaymentMethod, PaymentProvider, ProviderClient } from './provider.ts';
import { testMethod } from './simulated/index.ts';
import { stripeMethod } from './stripe/index.ts';

/** The methods that an operator can choose from in `PAYMENTS`. */
export const paymentMethods: readonly PaymentMethod[] = [testMethod, manualMethod, stripeMethod];

/** A method that the operator has chosen, with its settings. */
export interface ConfiguredMethod {
  readonly method: PaymentMethod;
  readonly connect: () => Promise<ProviderClient>;
}

/**
 * Reads `PAYMENTS`, a list of names, and the settings of these methods.
 *
 * @param methods the methods that the operator can choose from
 * @returns the chosen methods in the order in which buyers are offered them
 * @throws ConfigError naming the variable whose value cannot be used
 */
export function configurePayments(methods: readonly PaymentMethod[], env: Environment): readonly ConfiguredMethod[] {
  const text = env['PAYMENTS'] || manualMethod.name;
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const chosen = names.map((name) => {
    const method = methods.find((one) => one.name === name);
    if (method === undefined) {
      const known = methods.map((one) => one.name);
      const list = `${known.slice(0, -1).join(', ')} and ${known.at(-1)}`;
      throw new ConfigError(
        `PAYMENTS must be a list of ${list}, separated by commas, but it is ${JSON.stringify(text)}.`,
      );
    }
    return method;
  });
  return Object.freeze(chosen.map((method) => Object.freeze({ method, connect: method.configure(env) })));
}

/** Creates the clients of the chosen methods. */
export async function connectProviders(configured: readonly ConfiguredMethod[]): Promise<readonly PaymentProvider[]> {
  return Promise.all(configured.map(async ({ method, connect }) => ({ method, client: await connect() })));
}
