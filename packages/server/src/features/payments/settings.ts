import type { SettingGroup } from '../../platform/settings.ts';
import { type ConfiguredMethod, configurePayments, paymentMethods } from './payment-methods.ts';
import type { PaymentMethod } from './provider.ts';

export interface PaymentSettings {
  /** All methods that an operator can choose. The API document lists their names. */
  readonly available: readonly PaymentMethod[];
  /** The methods that the operator has chosen, in the order in which the shop shows them. */
  readonly configured: readonly ConfiguredMethod[];
}

export const paymentSettings: SettingGroup<PaymentSettings> = {
  names: ['PAYMENTS', ...paymentMethods.flatMap(({ settingNames }) => settingNames)],
  read: (env) => ({ available: paymentMethods, configured: configurePayments(paymentMethods, env) }),
};
