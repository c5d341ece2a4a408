import { timestamp } from '../../platform/clock.ts';
import type { SaleState } from '../inventory/index.ts';
import type { Room } from './calls.ts';

/** How long before the start of a sale visitors can gather. Before that, everyone sees the page of the event. */
const gatherMs = 30 * 60_000;

/**
 * The phase of a waiting room. `off`: everyone is admitted. `gathering`: visitors wait for the start of the sale. `running`: visitors
 * are called in turn. `sold_out`: nothing is left to wait for.
 */
export type Phase = 'off' | 'gathering' | 'running' | 'sold_out';

/**
 * @param room null if nobody has entered it yet
 * @param nowMs milliseconds since the epoch
 */
export function phaseOf(sale: SaleState | null, room: Pick<Room, 'opened_at'> | null, nowMs: number): Phase {
  if (sale === null || sale.admitPerMinute === null) return 'off';
  if (sale.typesOnSale > 0) return sale.typesLeft > 0 ? 'running' : 'sold_out';
  const { nextStartAt } = sale;
  if (nextStartAt === null || timestamp(nowMs + gatherMs) < nextStartAt) return 'off';
  // The clock of another process can be ahead of this one.
  return room?.opened_at && room.opened_at >= nextStartAt ? 'running' : 'gathering';
}

/** Whether visitors gather for another sale than the one for which the room was opened. */
export function isNextSale(phase: Phase, room: Pick<Room, 'opened_at'>): boolean {
  return phase === 'gathering' && room.opened_at !== null;
}
