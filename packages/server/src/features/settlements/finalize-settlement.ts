import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { readSaleState } from '../inventory/index.ts';
import { emit } from '../webhooks/index.ts';
import { lockSettlement } from './assign-receivers.ts';
import { balanceColumns } from './balance.ts';
import { readEventEnd, readSettlement, type SettlementView } from './queries.ts';
import { settlementEvents } from './webhooks.ts';

/**
 * Finalizes an open settlement. The status becomes `paid` if the balance is 0. Otherwise it becomes `final`, and the balance can
 * be paid out. Later payments and refunds still change the amounts.
 *
 * @param options.beforeEnd false if the settlement must not be finalized before the event and its sale are over
 * @throws ApiError `event_not_found` if the organizer has no such event
 * @throws ApiError `settlement_not_open` if the settlement is not open
 * @throws ApiError `event_not_over` if the event is not over, and `beforeEnd` is false
 * @throws ApiError `event_on_sale` if its tickets can still be bought, and `beforeEnd` is false
 */
export async function finalizeSettlement(
  db: Db,
  scope: RequestScope,
  eventId: string,
  { beforeEnd = true }: { beforeEnd?: boolean } = {},
): Promise<SettlementView> {
  const { organizerId } = scope;
  const now = timestamp(scope.clock.now());
  return db.transaction().execute(async (tx) => {
    await lockSettlement(tx, organizerId, eventId);
    if (!beforeEnd) await assertEventOver(tx, organizerId, eventId, now);
    const { numUpdatedRows } = await tx
      .updateTable('settlements')
      .set({
        status: sql`case when ${balanceColumns} = 0 then 'paid' else 'final' end`,
        updated_at: now,
      })
      .where('organizer_id', '=', organizerId)
      .where('event_id', '=', eventId)
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow();
    const settlement = await readSettlement(tx, organizerId, eventId);
    if (numUpdatedRows === 0n) throw new ApiError('settlement_not_open', { status: settlement.status });
    await emit(tx, organizerId, settlementEvents(settlement, { balanceOrStatusChanged: true }), now);
    const { status, balance, currency } = settlement;
    await recordAudit(tx, scope, {
      action: 'settlement.finalize',
      subject: eventId,
      details: { status, balance, currency },
      at: now,
    });
    return settlement;
  });
}

/** An open settlement is not finalized by mistake while tickets can still be sold and refunded. */
async function assertEventOver(tx: Db, organizerId: string, eventId: string, now: string): Promise<void> {
  const { status, endsAt } = await readEventEnd(tx, organizerId, eventId);
  if (status !== 'open') return;
  if (endsAt > now) throw new ApiError('event_not_over', { endsAt });
  // A ticket type can be on sale after the end of its event.
  const sale = await readSaleState(tx, organizerId, eventId, now);
  if ((sale?.typesOnSale ?? 0) > 0) throw new ApiError('event_on_sale', {});
}
