import { type RawBuilder, sql } from 'kysely';
import type { Receiver } from '../../platform/database/tables.ts';

/** The SQL of the balance of a row of `settlements`: what the platform has collected and not paid out, without its fees and taxes. */
export const balanceColumns = balanceOf('settlements');

/** The SQL of the amounts of a settlement that depend on who received the payments. `alias` is the alias of `settlements`. */
export function collectedByPlatformOf(alias: string): RawBuilder<number> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<number>`${column('gross')} - ${column('refunds')} - ${column('collected_by_organizer')} - ${column('collected_by_nobody')}`;
}

/** The SQL of the balance of a settlement. `alias` is the alias of `settlements`. */
export function balanceOf(alias: string): RawBuilder<number> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<number>`${collectedByPlatformOf(alias)} - ${column('platform_fees')} - ${column('payment_fees')} - ${column('taxes')}
    + ${column('deductions_of_nobody')} - ${column('paid_out')} - ${column('held')}`;
}

/** The amounts of a ledger entry, in minor units. A missing amount is zero. */
export interface EntryAmounts {
  /** Missing for a payout. */
  readonly receivedBy?: Receiver;
  readonly gross?: number;
  readonly refunds?: number;
  readonly platformFees?: number;
  readonly paymentFees?: number;
  readonly taxes?: number;
  readonly paidOut?: number;
}

/** By how much a ledger entry changes the balance of its settlement, minor units. */
export function balanceChangeOf(entry: EntryAmounts): number {
  const { receivedBy, gross = 0, refunds = 0, platformFees = 0, paymentFees = 0, taxes = 0, paidOut = 0 } = entry;
  if (receivedBy === 'nobody') return 0;
  const collected = receivedBy === 'organizer' ? 0 : gross - refunds;
  return collected - platformFees - paymentFees - taxes - paidOut;
}

/**
 * Who received a payment.
 *
 * @param row.received_by null in rows of an earlier version; then the method decides
 */
export function receiverOf(row: { received_by: Receiver | null; method: string | null }): Receiver {
  return row.received_by ?? receiversOfMethods.get(row.method ?? '') ?? 'platform';
}

/** The methods of earlier versions. Payments with other methods were received by the platform. */
const receiversOfMethods: ReadonlyMap<string, Receiver> = new Map([
  ['manual', 'organizer'],
  ['box_office', 'organizer'],
  ['test', 'nobody'],
]);
