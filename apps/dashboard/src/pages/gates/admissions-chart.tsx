import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import type { GateCounts } from '@organizer/shared/dashboard-api';
import { gateMessages } from '#app/messages/gates.ts';
import { chartHeight } from '#app/parts/chart-section.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';

const minuteMs = 60_000;
const shownMinutes = 60;
/** With more gates, those with the fewest admissions are only in the table. */
const colors = ['brand.5', 'orange.6', 'teal.6', 'grape.5', 'yellow.6', 'cyan.7', 'red.5', 'lime.7'];

/** Longer names do not fit in the legend on phones. The table has them complete. */
const legendLengthMax = 20;

interface AdmissionsChartProps {
  readonly gates: readonly (GateCounts & { readonly name: string })[];
  readonly nowMs: number;
  /** The time zone of the event. */
  readonly zone: string;
}

/** The admissions of each gate in each minute of the last hour. The same numbers are in a table. */
export default function AdmissionsChart({ gates, nowMs, zone }: AdmissionsChartProps) {
  const t = useMessages(gateMessages);
  const { locale, dateLocale } = useLanguage();
  const minuteFormat = new Intl.DateTimeFormat(dateLocale, { hour: '2-digit', minute: '2-digit', timeZone: zone });
  const number = new Intl.NumberFormat(locale);
  const recent = gates
    .map((gate) => ({ ...gate, recent: gate.minutes.reduce((sum, { admitted }) => sum + admitted, 0) }))
    .sort((a, b) => b.recent - a.recent)
    .slice(0, colors.length);
  const lastMinute = Math.floor(nowMs / minuteMs) * minuteMs;
  const data = Array.from({ length: shownMinutes }, (_, index) => {
    const at = new Date(lastMinute - (shownMinutes - 1 - index) * minuteMs).toISOString();
    const counts = recent.map(({ gateId, minutes }) => [
      gateId,
      minutes.find((minute) => minute.at === at)?.admitted ?? 0,
    ]);
    return { minute: minuteFormat.format(new Date(at)), ...Object.fromEntries(counts) };
  });
  return (
    <BarChart
      h={chartHeight}
      type="stacked"
      data={data}
      dataKey="minute"
      series={recent.map(({ gateId, name }, index) => ({
        name: gateId,
        label: shortName(name),
        color: colors[index] ?? 'gray.5',
      }))}
      withLegend
      valueFormatter={(value) => number.format(value)}
      yAxisProps={{ allowDecimals: false, width: 40 }}
      barChartProps={{ accessibilityLayer: true, title: t.lastHour }}
    />
  );
}

function shortName(name: string): string {
  const characters = [...name];
  return characters.length <= legendLengthMax ? name : `${characters.slice(0, legendLengthMax - 1).join('')}…`;
}
