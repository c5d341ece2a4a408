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
 * @returns the chosen methods, in the order in which the shop shows them
 * @throws ConfigError if a value is invalid; the message names its variable
 */
export function configurePayments(methods: readonly PaymentMethod[], env: Environment): readonly ConfiguredMethod[] {
  const setting = env['PAYMENTS'] || manualMethod.name;
  const names = [...new Set(setting.split(',').map((name) => name.trim()))];
  const chosenMethods = names.map((name) => {
    const method = methods.find((candidate) => candidate.name === name);
    if (method === undefined) {
      const knownNames = methods.map((candidate) => candidate.name).join(', ');
      throw new ConfigError(
        `PAYMENTS must be a comma-separated list of these names: ${knownNames}. It is ${JSON.stringify(setting)}.`,
      );
    }
    return method;
  });
  return Object.freeze(chosenMethods.map((method) => Object.freeze({ method, connect: method.configure(env) })));
}

/**
 * The methods of orders of a sandbox: only the one that simulates payments, whether the operator has enabled it or not.
 */
export async function connectSandboxProviders(): Promise<readonly PaymentProvider[]> {
  return [{ method: testMethod, client: await testMethod.configure({})() }];
}

/** The providers with which a process refunds and closes payments of live organizers and of sandboxes. */
export function withSandboxProviders(
  providers: readonly PaymentProvider[],
  sandboxProviders: readonly PaymentProvider[],
): readonly PaymentProvider[] {
  const isMissing = ({ method }: PaymentProvider) =>
    !providers.some((provider) => provider.method.name === method.name);
  return [...providers, ...sandboxProviders.filter(isMissing)];
}

/** Creates the clients of the chosen methods. */
export async function connectProviders(configured: readonly ConfiguredMethod[]): Promise<readonly PaymentProvider[]> {
  return Promise.all(configured.map(async ({ method, connect }) => ({ method, client: await connect() })));
}
