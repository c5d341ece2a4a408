import { pino } from 'pino';
import {
  configurePayments,
  connectProviders,
  type PaymentProvider,
  paymentMethods,
} from '../../src/features/payments/index.ts';
import { receivePayment } from '../../src/features/received-money/index.ts';
import type { ServiceClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/dialect.ts';

/** The payment providers of these methods, with default settings. */
export function providersOf(...names: readonly ('test' | 'manual')[]): Promise<readonly PaymentProvider[]> {
  return connectProviders(configurePayments(paymentMethods, { PAYMENTS: names.join(',') }));
}

/** The services that receive payments. They log nothing. */
export function receivingServices(db: Db, clock: ServiceClock) {
  return { db, clock, log: pino({ level: 'silent' }) };
}

/** Records the money of a payment, as a webhook of the provider does. */
export function receive(db: Db, clock: ServiceClock, ...payment: DropFirst<Parameters<typeof receivePayment>>) {
  return receivePayment(receivingServices(db, clock), ...payment);
}

type DropFirst<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;
