import type { NewEvent } from '../webhooks/index.ts';
import type { SettlementView } from './queries.ts';

/** What to tell when a settlement has changed: that it did, and where that is so that it is paid now. */
export function settlementEvents(settlement: SettlementView): NewEvent[] {
  const data = JSON.stringify(settlement);
  const updated = { type: 'settlement.updated', data } as const;
  return settlement.status === 'paid' ? [updated, { type: 'settlement.paid', data }] : [updated];
}
