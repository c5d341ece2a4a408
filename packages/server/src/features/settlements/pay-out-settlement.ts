import { ApiError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { formatAmount } from '../../platform/money.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { emit } from '../webhooks/index.ts';
import { lockSettlement } from './assign-receivers.ts';
import { postEntries } from './post-entries.ts';
import { readSettlement, type SettlementView } from './queries.ts';
import { settlementEvents } from './webhooks.ts';

/**
 * Records a payout to the organizer, in the transaction of the caller or in an own one. If the new balance is zero, the status of the settlement becomes `paid`.
 *
 * @param payout.amount minor units, at most the balance; by default, the whole balance
 * @param payout.reference the reference of the bank transfer
 * @throws ApiError `event_not_found` if the organizer has no such event
 * @throws ApiError `settlement_not_final` if the status is not `final`
 * @throws ApiError `payout_out_of_range` if the amount is out of range
 */
export async function payOutSettlement(
  db: Db,
  scope: RequestScope,
  eventId: string,
  payout: { amount?: number; reference?: string },
): Promise<SettlementView> {
  const { organizerId } = scope;
  return inTransaction(db, async (tx) => {
    await lockSettlement(tx, organizerId, eventId);
    const settlement = await readSettlement(tx, organizerId, eventId);
    if (settlement.status !== 'final') {
      throw new ApiError('settlement_not_final', { status: settlement.status });
    }
    const amount = payout.amount ?? settlement.balance;
    const { balance, currency } = settlement;
    if (!Number.isSafeInteger(amount) || amount < 1 || amount > balance) {
      throw new ApiError(
        'payout_out_of_range',
        { balance, currency, balanceText: formatAmount(balance, currency) },
        { fields: [fieldError('amount', 'out_of_range', { minimum: 1, maximum: balance })] },
      );
    }
    const now = timestamp(scope.clock.now());
    const reference = payout.reference === undefined ? {} : { reference: payout.reference };
    await postEntries(
      tx,
      organizerId,
      [{ kind: 'payout', eventId, currency, paidOut: amount, at: now, ...reference }],
      now,
    );
    const updatedSettlement = await readSettlement(tx, organizerId, eventId);
    await emit(tx, organizerId, settlementEvents(updatedSettlement, { balanceOrStatusChanged: true }), now);
    await recordAudit(tx, scope, {
      action: 'settlement.payout',
      subject: eventId,
      details: { amount, currency, balance: updatedSettlement.balance },
      at: now,
    });
    return updatedSettlement;
  });
}
