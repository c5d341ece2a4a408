import { SimpleGrid, Stack } from '@mantine/core';
import type { GateCounts, GateMinute, GateStats } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { gateMessages } from '#app/messages/gates.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { afterPaint } from '#app/parts/after-paint.ts';
import { ChartSection } from '#app/parts/chart-section.tsx';
import { Figure } from '#app/parts/facts.tsx';
import { GateIcon } from '#app/parts/icons.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { Section } from '#app/parts/section.tsx';
import { EmptyState, Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import { statsQuery } from './gate-queries.ts';
import type { GateSectionProps } from './gates-page.tsx';

// The figures are drawn first, because the library for charts is large.
const AdmissionsChart = lazy(async () => {
  await afterPaint();
  return import('./admissions-chart.tsx');
});

/** The numbers of scans as they happen: in total, for each gate, and for each minute of the last hour. */
export function ScansSection({ event, gates }: GateSectionProps) {
  const t = useMessages(gateMessages);
  const { slug, clockAheadMs } = useOrganizer();
  const query = useQuery(statsQuery(slug, event.id));
  const nameOf = (gateId: string) => gates.find(({ id }) => id === gateId)?.name ?? gateId;
  return (
    <Loaded query={query}>
      {(stats) =>
        gates.length === 0 ? (
          <EmptyState icon={GateIcon} title={t.noGates} text={t.noGatesForReader} />
        ) : (
          <>
            <CounterSection stats={stats} nameOf={nameOf} />
            <ChartSection
              title={t.lastHour}
              chart={
                <AdmissionsChart
                  gates={stats.gates.map((counts) => ({ ...counts, name: nameOf(counts.gateId) }))}
                  nowMs={query.dataUpdatedAt + clockAheadMs}
                  zone={event.timezone}
                />
              }
              table={<MinuteTable stats={stats} nameOf={nameOf} zone={event.timezone} />}
            />
          </>
        )
      }
    </Loaded>
  );
}

interface StatsProps {
  readonly stats: GateStats;
  readonly nameOf: (gateId: string) => string;
}

function CounterSection({ stats, nameOf }: StatsProps) {
  const t = useMessages(gateMessages);
  const { locale } = useLanguage();
  const number = new Intl.NumberFormat(locale);
  const refused = Object.entries(stats.refused).sort(([, a], [, b]) => b - a);
  const refusedTotal = refused.reduce((sum, [, count]) => sum + count, 0);
  const figures = [
    ['admitted', stats.admitted],
    ['inside', stats.inside],
    ['exited', stats.exited],
    ['refused', refusedTotal],
    ['conflicts', stats.conflicts],
  ] as const;
  const gateColumns: readonly Column<GateCounts>[] = [
    { key: 'gate', title: t.gate, cell: ({ gateId }) => <bdi>{nameOf(gateId)}</bdi> },
    ...(['admitted', 'exited', 'refused'] as const).map((key) => countColumn<GateCounts>(key, t[key], number)),
  ];
  const reasonColumns: readonly Column<(typeof refused)[number]>[] = [
    { key: 'reason', title: t.reason, cell: ([reason]) => t.reasons[reason] ?? reason },
    { key: 'count', title: t.refused, align: 'end', cell: ([, count]) => number.format(count) },
  ];
  return (
    <Section title={t.now} text={t.nowText}>
      <SimpleGrid cols={{ base: 2, sm: 3, md: 5 }}>
        {figures.map(([name, count]) => (
          <Figure key={name} title={t[name]}>
            {number.format(count)}
          </Figure>
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: refused.length > 0 ? 2 : 1 }}>
        <Rows rows={stats.gates} label={t.perGate} columns={gateColumns} rowKey={({ gateId }) => gateId} />
        {refused.length > 0 && (
          <Rows rows={refused} label={t.perReason} columns={reasonColumns} rowKey={([reason]) => reason} />
        )}
      </SimpleGrid>
    </Section>
  );
}

function countColumn<Row extends Record<Key, number>, Key extends string = 'admitted' | 'exited' | 'refused'>(
  key: Key,
  title: string,
  number: Intl.NumberFormat,
): Column<Row> {
  return { key, title, align: 'end', cell: (row) => number.format(row[key]) };
}

function MinuteTable({ stats, nameOf, zone }: StatsProps & { readonly zone: string }) {
  const t = useMessages(gateMessages);
  const { locale } = useLanguage();
  const number = new Intl.NumberFormat(locale);
  type Row = GateMinute & { readonly gateId: string };
  const rows: readonly Row[] = stats.gates
    .flatMap(({ gateId, minutes }) => minutes.map((minute) => ({ ...minute, gateId })))
    .sort((a, b) => (a.at < b.at ? 1 : -1));
  const columns: readonly Column<Row>[] = [
    { key: 'minute', title: t.minute, cell: ({ at }) => <Time at={at} zone={zone} /> },
    { key: 'gate', title: t.gate, cell: ({ gateId }) => <bdi>{nameOf(gateId)}</bdi> },
    ...(['admitted', 'exited', 'refused'] as const).map((key) => countColumn<Row>(key, t[key], number)),
  ];
  if (rows.length === 0) return <Stack>{t.noneLately}</Stack>;
  return <Rows rows={rows} label={t.lastHour} columns={columns} rowKey={({ at, gateId }) => `${at} ${gateId}`} />;
}
