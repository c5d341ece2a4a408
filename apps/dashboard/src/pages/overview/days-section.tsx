import { Group, SegmentedControl } from '@mantine/core';
import type { Overview, OverviewCurrency, OverviewDay } from '@organizer/shared/dashboard-api';
import { lazy, useMemo, useState } from 'react';
import { afterPaint } from '#app/parts/after-paint.ts';
import { ChartSection } from '#app/parts/chart-section.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { Money, moneyColumn } from '#app/parts/money.tsx';
import type { ShownFigure } from './days-chart.tsx';
import { everyDay } from './every-day.ts';

// The figures are drawn first, because the library for charts is as large as half of the dashboard.
const DaysChart = lazy(async () => {
  await afterPaint();
  return import('./days-chart.tsx');
});

const figures: readonly ShownFigure[] = ['gross', 'tickets', 'refunds', 'balance'];

interface DaysSectionProps {
  readonly period: Pick<Overview, 'from' | 'to' | 'previousFrom' | 'previousTo'>;
  readonly figures: OverviewCurrency;
}

/** A figure of each day beside that of the period before, as a chart or as a table. */
export function DaysSection({ period, figures: inCurrency }: DaysSectionProps) {
  const t = useMessages('overview');
  const { currency } = inCurrency;
  const { days, previousDays } = useMemo(() => daysOf(period, inCurrency), [period, inCurrency]);
  const [figure, setFigure] = useState<ShownFigure>('gross');
  const available = figures.filter((name) => name !== 'balance' || inCurrency.balance !== null);
  return (
    <ChartSection
      title={t.chart}
      controls={
        <Group>
          <SegmentedControl
            aria-label={t.figure}
            size="xs"
            value={figure}
            onChange={(value) => setFigure(value as ShownFigure)}
            data={available.map((name) => ({ value: name, label: t[name] }))}
          />
        </Group>
      }
      chart={<DaysChart figure={figure} currency={currency} days={days} previousDays={previousDays} />}
      table={<DaysTable days={days} currency={currency} />}
    />
  );
}

/** All days of the period and of the period before. */
function daysOf(
  { from, to, previousFrom, previousTo }: DaysSectionProps['period'],
  { days, previousDays, balanceBefore }: OverviewCurrency,
) {
  const previous = everyDay({ from: previousFrom, to: previousTo, balance: balanceBefore }, previousDays);
  const balance = previous.at(-1)?.balance ?? null;
  return { days: everyDay({ from, to, balance }, days), previousDays: previous };
}

function DaysTable({ days, currency }: { readonly days: readonly OverviewDay[]; readonly currency: string }) {
  const t = useMessages('overview');
  const { formats } = useLanguage();
  const columns: readonly Column<OverviewDay>[] = [
    { key: 'day', title: t.day, cell: ({ day }) => formats.day(day, 'UTC') },
    { key: 'orders', title: t.orders, align: 'end', cell: ({ orders }) => orders },
    { key: 'tickets', title: t.tickets, align: 'end', cell: ({ tickets }) => tickets },
    ...(['gross', 'refunds', 'fees', 'taxes', 'net'] as const).map((key) =>
      moneyColumn<OverviewDay>(key, t[key], currency),
    ),
    {
      key: 'balance',
      title: t.balance,
      align: 'end',
      cell: ({ balance }) => balance !== null && <Money amount={balance} currency={currency} />,
    },
  ];
  return <Rows rows={days.toReversed()} label={t.chart} columns={columns} rowKey={({ day }) => day} />;
}
