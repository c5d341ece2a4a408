import { parseInteger, readSetting } from '../../../platform/settings.ts';
import type { PaymentMethod } from '../provider.ts';

const hourMs = 60 * 60 * 1_000;

/** The buyer pays the organizer directly, for example by bank transfer, and the organizer confirms the payment. */
export const manualMethod: PaymentMethod = {
  name: 'manual',
  flow: { kind: 'organizer' },
  receivedBy: 'organizer',
  refundStep: () => null,
  settingNames: ['MANUAL_HOLD_HOURS'],
  configure: (env) => {
    const hours = readSetting(
      env,
      'MANUAL_HOLD_HOURS',
      72,
      parseInteger(1, 720),
      'a whole number of hours from 1 to 720',
    );
    return async () => ({ start: async () => ({ state: 'awaits_organizer', holdMs: hours * hourMs }) });
  },
};
