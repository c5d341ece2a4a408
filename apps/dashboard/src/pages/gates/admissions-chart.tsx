import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import type { Admissions } from '@organizer/shared/dashboard-api';
import { chartHeight } from '#app/parts/chart-section.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
/** More steps cannot be drawn quickly, and cannot be read. The server sends at most three weeks of hours. */
const stepsMax = 504;
/** With more gates, those with the fewest admissions are only in the table. */
const colors = ['brand.5', 'orange.6', 'teal.6', 'grape.5', 'yellow.6', 'cyan.7', 'red.5', 'lime.7'];

/** Longer names do not fit in the legend on phones. The table has them complete. */
const legendLengthMax = 20;

interface AdmissionsChartProps {
  readonly admissions: Admissions;
  readonly nameOf: (gateId: string) => string;
  /** The time zone of the event. */
  readonly zone: string;
}

/** The admissions of each gate in each step of the period. The same numbers are in a table. */
export default function AdmissionsChart({ admissions, nameOf, zone }: AdmissionsChartProps) {
  const t = useMessages('gates');
  const { locale, dateLocale } = useLanguage();
  const { stepMinutes } = admissions;
  const [fromMs, untilMs] = [Date.parse(admissions.from), Date.parse(admissions.until)];
  const hasDays = untilMs - fromMs >= dayMinutes * minuteMs;
  const timeFormat = new Intl.DateTimeFormat(dateLocale, {
    ...(hasDays ? ({ weekday: 'short' } as const) : {}),
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  });
  const number = new Intl.NumberFormat(locale);
  const gates = admissions.gates
    .map(({ gateId, steps }) => ({
      gateId,
      total: steps.reduce((sum, { admitted }) => sum + admitted, 0),
      admittedAt: new Map(steps.map(({ at, admitted }) => [Date.parse(at), admitted])),
    }))
    .sort((a, b) => b.total - a.total)
    .slice(0, colors.length);
  const stepMs = stepMinutes * minuteMs;
  const stepCount = Math.min(stepsMax, Math.floor((untilMs - fromMs) / stepMs) + 1);
  const data = Array.from({ length: stepCount }, (_, index) => {
    const atMs = untilMs - (stepCount - 1 - index) * stepMs;
    const counts = gates.map(({ gateId, admittedAt }) => [gateId, admittedAt.get(atMs) ?? 0]);
    return { step: timeFormat.format(atMs), ...Object.fromEntries(counts) };
  });
  return (
    <BarChart
      h={chartHeight}
      type="stacked"
      data={data}
      dataKey="step"
      series={gates.map(({ gateId }, index) => ({
        name: gateId,
        label: shortName(nameOf(gateId)),
        color: colors[index] ?? 'gray.5',
      }))}
      withLegend
      valueFormatter={(value) => number.format(value)}
      yAxisProps={{ allowDecimals: false, width: 40 }}
      barChartProps={{ accessibilityLayer: true, title: t.admissions }}
    />
  );
}

function shortName(name: string): string {
  const characters = [...name];
  return characters.length <= legendLengthMax ? name : `${characters.slice(0, legendLengthMax - 1).join('')}…`;
}
