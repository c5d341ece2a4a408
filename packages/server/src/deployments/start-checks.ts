import { unpayableOrganizers } from '../features/checkout/index.ts';
import { paymentSetupHint } from '../features/organizers/index.ts';
import type { PaymentSettings } from '../features/payments/index.ts';
import { readHolds } from '../platform/queue/holds.ts';
import type { StartCheck } from '../server-parts.ts';

/** Warns if buyers in production can choose a payment method that only simulates payments. */
export function warnOfSimulatedPayments(config: { production: boolean; payments: PaymentSettings }): StartCheck {
  return ({ log }) => {
    const simulated = config.payments.configured.find(({ method }) => method.receivedBy === 'nobody');
    if (!config.production || simulated === undefined) return;
    log.warn(`PAYMENTS contains ${simulated.method.name}: buyers who choose it get tickets without paying`);
  };
}

/** Warns if something that leaves the service is held. */
export const warnOfHolds: StartCheck = async ({ db, log }) => {
  const held = Object.fromEntries(await readHolds(db));
  if (Object.keys(held).length === 0) return;
  log.warn({ held }, 'What leaves the service is held and not sent. See "organizer outgoing list"');
};

/** Warns if there are organizers whose orders cannot be paid. */
export function warnOfUnpayableOrganizers({ configured }: Pick<PaymentSettings, 'configured'>): StartCheck {
  return async ({ db, log }) => {
    const methods = configured.map(({ method }) => method);
    const organizers = await unpayableOrganizers(db, methods);
    if (organizers.length > 0)
      log.warn({ organizers }, `orders of these organizers cannot be paid. ${paymentSetupHint}`);
  };
}
