import type { NewEvent } from '../webhooks/index.ts';
import type { SettlementView } from './queries.ts';
import type { SettlementEventType } from './webhook-types.ts';

/**
 * Creates the webhook events of a changed settlement: `settlement.updated`, and `settlement.paid` if it became paid.
 *
 * @param change.balanceOrStatusChanged false if only other fields changed: then a paid settlement was already paid before
 */
export function settlementEvents(
  settlement: SettlementView,
  change: { balanceOrStatusChanged: boolean },
): NewEvent<SettlementEventType>[] {
  const data = JSON.stringify(settlement);
  const updatedEvent = { type: 'settlement.updated', data } as const;
  const becamePaid = settlement.status === 'paid' && change.balanceOrStatusChanged;
  return becamePaid ? [updatedEvent, { type: 'settlement.paid', data }] : [updatedEvent];
}
