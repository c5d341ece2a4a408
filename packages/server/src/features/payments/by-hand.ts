import type { PaymentProvider } from './provider.ts';

/** For trying things out: every payment succeeds at once, and no money moves. */
export const testProvider: PaymentProvider = {
  method: 'test',
  start: async () => ({ state: 'paid' }),
  refund: async () => null,
  close: async () => null,
};

/** The buyer pays the organizer in their own way, and the organizer tells when the money has come. */
export const manualProvider: PaymentProvider = {
  method: 'manual',
  start: async () => ({ state: 'awaits_organizer' }),
  refund: async () => null,
  close: async () => null,
};
