import { Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import type { AdmissionStep, Admissions, GateCounts, GateStats } from '@organizer/shared/dashboard-api';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { useOrganizer } from '#app/parts/account.ts';
import { afterPaint } from '#app/parts/after-paint.ts';
import { ChartSection } from '#app/parts/chart-section.tsx';
import { Figure } from '#app/parts/facts.tsx';
import { GateIcon } from '#app/parts/icons.tsx';
import { textOrName, useLanguage, useMessages } from '#app/parts/language.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { Section } from '#app/parts/section.tsx';
import { EmptyState, Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import { admissionsQuery, type GateSectionProps, type Period, statsQuery } from './gate-queries.ts';

// The figures are drawn first, because the library for charts is large.
const AdmissionsChart = lazy(async () => {
  await afterPaint();
  return import('./admissions-chart.tsx');
});

/** The numbers of scans as they happen: in total, for each gate, and in the course of a period. */
export function ScansSection({ event, gates }: GateSectionProps) {
  const t = useMessages('gates');
  const { slug } = useOrganizer();
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
            <AdmissionsSection
              event={event}
              nameOf={nameOf}
              // After the event, the last hour is empty.
              firstPeriod={stats.gates.some(({ minutes }) => minutes.length > 0) ? 'hour' : 'event'}
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
  const t = useMessages('gates');
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
    { key: 'reason', title: t.reason, cell: ([reason]) => textOrName(t.reasons, reason) },
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

interface AdmissionsSectionProps {
  readonly event: GateSectionProps['event'];
  readonly nameOf: (gateId: string) => string;
  /** The period that is shown until another one is chosen. */
  readonly firstPeriod: Period;
}

/** The admissions of each gate in a period that can be chosen. */
function AdmissionsSection({ event, nameOf, firstPeriod }: AdmissionsSectionProps) {
  const t = useMessages('gates');
  const { slug } = useOrganizer();
  const [period, setPeriod] = useState(firstPeriod);
  const query = useQuery(admissionsQuery(slug, event.id, period));
  const props = { nameOf, zone: event.timezone };
  return (
    <ChartSection
      title={t.admissions}
      controls={
        <Group>
          <SegmentedControl
            aria-label={t.period}
            size="xs"
            value={period}
            onChange={(value) => setPeriod(value as Period)}
            data={(['hour', 'today', 'event'] as const).map((value) => ({ value, label: t.periods[value] }))}
          />
        </Group>
      }
      chart={
        <Loaded query={query}>
          {(admissions) =>
            admissions.gates.some(({ steps }) => steps.length > 0) ? (
              <AdmissionsChart admissions={admissions} {...props} />
            ) : (
              <Text size="sm">{t.noneInPeriod}</Text>
            )
          }
        </Loaded>
      }
      table={<Loaded query={query}>{(admissions) => <StepTable admissions={admissions} {...props} />}</Loaded>}
    />
  );
}

interface StepTableProps {
  readonly admissions: Admissions;
  readonly nameOf: (gateId: string) => string;
  readonly zone: string;
}

function StepTable({ admissions, nameOf, zone }: StepTableProps) {
  const t = useMessages('gates');
  const { locale } = useLanguage();
  const number = new Intl.NumberFormat(locale);
  type Row = AdmissionStep & { readonly gateId: string };
  const rows: readonly Row[] = admissions.gates
    .flatMap(({ gateId, steps }) => steps.map((step) => ({ ...step, gateId })))
    .sort((a, b) => (a.at < b.at ? 1 : -1));
  const columns: readonly Column<Row>[] = [
    { key: 'step', title: t.stepTitle, cell: ({ at }) => <Time at={at} zone={zone} /> },
    { key: 'gate', title: t.gate, cell: ({ gateId }) => <bdi>{nameOf(gateId)}</bdi> },
    ...(['admitted', 'exited', 'refused'] as const).map((key) => countColumn<Row>(key, t[key], number)),
  ];
  if (rows.length === 0) return <Stack>{t.noneInPeriod}</Stack>;
  return <Rows rows={rows} label={t.admissions} columns={columns} rowKey={({ at, gateId }) => `${at} ${gateId}`} />;
}
