import type { SettingGroup } from '../../platform/settings.ts';
import { type ConfiguredMethod, configurePayments, paymentMethods } from './payment-methods.ts';
import type { PaymentMethod } from './provider.ts';

export interface PaymentSettings {
  /** The methods that an operator can choose from: the API document lists their names. */
  readonly available: readonly PaymentMethod[];
  /** The methods that the operator has chosen, in the order in which buyers are offered them. */
  readonly configured: readonly ConfiguredMethod[];
}

export const paymentSettings: SettingGroup<PaymentSettings> = {
  names: ['PAYMENTS', ...paymentMethods.flatMap(({ settingNames }) => settingNames)],
  read: (env) => ({ available: paymentMethods, configured: configurePayments(paymentMethods, env) }),
};
