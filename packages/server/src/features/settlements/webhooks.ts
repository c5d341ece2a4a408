import type { NewEvent } from '../webhooks/index.ts';
import type { SettlementView } from './queries.ts';
import type { SettlementEventType } from './webhook-types.ts';

/**
 * What to tell when a settlement has changed: that it did, and where that is so that it is paid now.
 *
 * @param change.isMoved whether its balance or state did: where neither did, a settlement that is paid was paid before
 */
export function settlementEvents(
  settlement: SettlementView,
  change: { isMoved: boolean },
): NewEvent<SettlementEventType>[] {
  const data = JSON.stringify(settlement);
  const updated = { type: 'settlement.updated', data } as const;
  const isPaidNow = settlement.status === 'paid' && change.isMoved;
  return isPaidNow ? [updated, { type: 'settlement.paid', data }] : [updated];
}
