import { sql } from 'kysely';
import { localTimeToUtc, zoneOffsetMs } from '#shared/time-zone';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { getEventRow } from '../catalog/index.ts';
import { maxAdmissionSteps } from './bounds.ts';
import { listGates } from './gates.ts';
import { sumOf } from './read-stats.ts';
import type { AdmissionPeriod, AdmissionsView } from './schema.dashboard.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** How finely each period is divided: a step is the minutes whose stored times begin with the same characters. */
const steps = {
  hour: { minutes: 1, characters: '2026-05-20T15:30'.length, rest: ':00.000Z' },
  today: { minutes: 10, characters: '2026-05-20T15:3'.length, rest: '0:00.000Z' },
  event: { minutes: 60, characters: '2026-05-20T15'.length, rest: ':00:00.000Z' },
} as const satisfies Record<AdmissionPeriod, object>;

type StepTotal = { step: string; outcome: string; count: number };

const readSteps = statement<
  { organizerId: string; gateId: string; eventId: string; since: string; characters: number },
  StepTotal
>(
  (_, param) => sql<StepTotal>`
    select substr(minute, 1, ${param('characters')}) as step, outcome, cast(sum(scan_count) as integer) as count
    from gate_minutes
    where organizer_id = ${param('organizerId')} and event_id = ${param('eventId')} and gate_id = ${param('gateId')}
      and minute >= ${param('since')}
    group by 1, 2 order by 1`,
);

const readLastMinute = statement<{ organizerId: string; eventId: string }, { minute: string | null }>(
  (_, param) => sql<{ minute: string | null }>`
    select max(minute) as minute from gate_minutes
    where organizer_id = ${param('organizerId')} and event_id = ${param('eventId')}`,
);

/**
 * The scans of each gate in a period, by steps: the last hour by minutes, the current day of the event's time zone by 10 minutes, or the
 * last three weeks of the event by hours.
 */
export async function readAdmissions(
  db: Db,
  organizerId: string,
  eventId: string,
  { period, nowMs }: { readonly period: AdmissionPeriod; readonly nowMs: number },
): Promise<AdmissionsView> {
  const { minutes, characters, rest } = steps[period];
  const stepMs = minutes * minuteMs;
  const { timezone } = await getEventRow(db, organizerId, eventId);
  const since = timestamp(
    period === 'event' ? await beginOfEventChart(db, organizerId, eventId, stepMs) : beginOf(period, nowMs, timezone),
  );
  const gates: AdmissionsView['gates'] = [];
  for (const { id: gateId } of await listGates(db, organizerId, eventId)) {
    const totals = await readSteps(db, { organizerId, eventId, gateId, since, characters });
    const scanned = [...Map.groupBy(totals, ({ step }) => step)].map(([step, counts]) => ({
      at: step + rest,
      ...sumOf(counts),
    }));
    gates.push({ gateId, steps: scanned.slice(-maxAdmissionSteps) });
  }
  const times = gates.flatMap(({ steps: scanned }) => scanned.map(({ at }) => at)).sort();
  const now = timestamp(Math.floor(nowMs / stepMs) * stepMs);
  const [from, until] = period === 'event' ? [times[0] ?? now, times.at(-1) ?? now] : [since, now];
  return { stepMinutes: minutes, from, until, gates };
}

/** The begin of the chart of a whole event, which ends with the last scan and has at most `maxAdmissionSteps` steps. */
async function beginOfEventChart(db: Db, organizerId: string, eventId: string, stepMs: number): Promise<number> {
  const [last] = await readLastMinute(db, { organizerId, eventId });
  const lastStep = Math.floor(Date.parse(last?.minute || timestamp(0)) / stepMs);
  return Math.max(0, (lastStep - maxAdmissionSteps + 1) * stepMs);
}

function beginOf(period: 'hour' | 'today', nowMs: number, timezone: string): number {
  switch (period) {
    case 'hour':
      return (Math.floor(nowMs / minuteMs) - 59) * minuteMs;
    case 'today':
      return localTimeToUtc(timezone, Math.floor((nowMs + zoneOffsetMs(timezone, nowMs)) / dayMs) * dayMs);
  }
}
