import { AreaChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import type { OverviewDay } from '@organizer/shared/dashboard-api';
import { currencyDecimals } from '@organizer/shared/formats';
import { chartHeight } from '#app/parts/chart-section.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';

/** The figures that can be shown. */
export type ShownFigure = 'gross' | 'tickets' | 'refunds' | 'balance';

interface DaysChartProps {
  readonly figure: ShownFigure;
  readonly currency: string;
  readonly days: readonly OverviewDay[];
  readonly previousDays: readonly OverviewDay[];
}

/** The chart of a figure. The same values are in the table of the days. */
export default function DaysChart({ figure, currency, days, previousDays }: DaysChartProps) {
  const t = useMessages('overview');
  const { locale, dateLocale, formats } = useLanguage();
  const dayFormat = new Intl.DateTimeFormat(dateLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const unit = figure === 'tickets' ? 1 : 10 ** currencyDecimals(currency);
  const axisFormat = new Intl.NumberFormat(locale, {
    notation: 'compact',
    maximumFractionDigits: 1,
    ...(figure === 'tickets' ? {} : { style: 'currency', currency, minimumFractionDigits: 0 }),
  });
  const format = (value: number) =>
    figure === 'tickets' ? new Intl.NumberFormat(locale).format(value) : formats.money(value, currency);
  const data = days.map((day, index) => ({
    day: dayFormat.format(new Date(`${day.day}T00:00:00Z`)),
    current: day[figure] ?? 0,
    previous: previousDays[index]?.[figure] ?? 0,
  }));
  return (
    <AreaChart
      h={chartHeight}
      data={data}
      dataKey="day"
      series={[
        { name: 'previous', label: t.previousPeriod, color: 'gray.5', strokeDasharray: '4 4' },
        { name: 'current', label: t.thisPeriod, color: 'brand.5' },
      ]}
      curveType="linear"
      withLegend
      withDots={days.length <= 31}
      valueFormatter={format}
      yAxisProps={{
        tickFormatter: (value: number) => axisFormat.format(value / unit),
        width: 64,
        allowDecimals: figure !== 'tickets',
      }}
      areaChartProps={{ accessibilityLayer: true, title: `${t.chart}: ${t[figure]}` }}
    />
  );
}
