import type { NewEvent } from '../webhooks/index.ts';
import type { SettlementView } from './queries.ts';
import type { SettlementEventType } from './webhook-types.ts';

/**
 * The events of a changed settlement: `settlement.updated`, and `settlement.paid` if it is paid now.
 *
 * @param change.balanceOrStatusChanged whether its balance or status changed; if not, a paid settlement was paid before
 */
export function settlementEvents(
  settlement: SettlementView,
  change: { balanceOrStatusChanged: boolean },
): NewEvent<SettlementEventType>[] {
  const data = JSON.stringify(settlement);
  const updated = { type: 'settlement.updated', data } as const;
  const isPaidNow = settlement.status === 'paid' && change.balanceOrStatusChanged;
  return isPaidNow ? [updated, { type: 'settlement.paid', data }] : [updated];
}
