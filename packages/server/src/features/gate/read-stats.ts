import { sql } from 'kysely';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { countSoldTickets } from '../catalog/index.ts';
import { minutesOfStats } from './bounds.ts';
import { listGates } from './gates.ts';
import type { GateStatsView, RefusalReason } from './schema.gate.ts';

type Total = { gateId: string; outcome: string; count: number };
type MinuteTotal = Total & { minute: string };

const readTotals = statement<{ organizerId: string; eventId: string }, Total>(
  (_, param) => sql<Total>`
    select gate_id as "gateId", outcome, cast(sum(scan_count) as integer) as count from gate_minutes
    where organizer_id = ${param('organizerId')} and event_id = ${param('eventId')} group by gate_id, outcome`,
);

const readMinutes = statement<{ organizerId: string; gateId: string; eventId: string; since: string }, MinuteTotal>(
  (_, param) => sql<MinuteTotal>`
    select gate_id as "gateId", minute, outcome, cast(sum(scan_count) as integer) as count from gate_minutes
    where organizer_id = ${param('organizerId')} and event_id = ${param('eventId')} and gate_id = ${param('gateId')}
      and minute >= ${param('since')}
    group by gate_id, minute, outcome order by minute`,
);

/**
 * The number of sold tickets of an event, and the numbers of its scans: in total, for each gate, and for each minute of the last hour. They equal the stored
 * scans without undone ones.
 */
export async function readStats(db: Db, organizerId: string, eventId: string, nowMs: number): Promise<GateStatsView> {
  const totals = await readTotals(db, { organizerId, eventId });
  const since = timestamp(nowMs - minutesOfStats * 60_000);
  const gates: GateStatsView['gates'] = [];
  for (const { id: gateId } of await listGates(db, organizerId, eventId)) {
    const minutes = await readMinutes(db, { organizerId, eventId, gateId, since });
    gates.push({
      gateId,
      ...sumOf(totals.filter((total) => total.gateId === gateId)),
      minutes: [...Map.groupBy(minutes, ({ minute }) => minute)]
        .map(([at, counts]) => ({ at, ...sumOf(counts) }))
        .slice(-minutesOfStats),
    });
  }
  const { admitted, exited } = sumOf(totals);
  const refused: Partial<Record<RefusalReason, number>> = {};
  for (const { outcome, count } of totals) {
    if (!isRefusal(outcome)) continue;
    refused[outcome as RefusalReason] = (refused[outcome as RefusalReason] ?? 0) + count;
  }
  const conflicts = countOf(totals, (outcome) => outcome === 'conflict');
  const tickets = await countSoldTickets(db, organizerId, eventId);
  return { tickets, admitted, exited, inside: admitted - exited, conflicts, refused, gates };
}

const isRefusal = (outcome: string) => !['admitted', 'exited', 'conflict'].includes(outcome);

/** Adds up the outcomes of scans. */
export function sumOf(totals: readonly Pick<Total, 'outcome' | 'count'>[]): {
  admitted: number;
  exited: number;
  refused: number;
} {
  return {
    admitted: countOf(totals, (outcome) => outcome === 'admitted'),
    exited: countOf(totals, (outcome) => outcome === 'exited'),
    refused: countOf(totals, isRefusal),
  };
}

function countOf(totals: readonly Pick<Total, 'outcome' | 'count'>[], isCounted: (outcome: string) => boolean): number {
  return totals.reduce((sum, { outcome, count }) => (isCounted(outcome) ? sum + count : sum), 0);
}
