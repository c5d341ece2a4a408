import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { Usage } from '@organizer/shared/dashboard-api';
import { useOrganizer } from '#app/parts/account.ts';
import { chartHeight } from '#app/parts/chart-section.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';

/** The number of requests over time. The page also has the numbers as a table. */
export function UsageChart({ usage }: { readonly usage: Usage }) {
  const t = useMessages('requests');
  const { locale, dateLocale } = useLanguage();
  const { timezone } = useOrganizer();
  const format = new Intl.DateTimeFormat(
    dateLocale,
    usage.interval === 'hour'
      ? { timeZone: timezone, weekday: 'short', hour: '2-digit', minute: '2-digit' }
      : { timeZone: 'UTC', day: 'numeric', month: 'short' },
  );
  const data = usage.series.map(({ start, requests, errors, limitRefusals }) => ({
    start: format.format(new Date(start)),
    succeeded: requests - errors - limitRefusals,
    errors,
    limitRefusals,
  }));
  return (
    <div role="img" aria-label={t.chart}>
      <BarChart
        h={chartHeight}
        data={data}
        dataKey="start"
        type="stacked"
        withLegend
        valueFormatter={(value) => value.toLocaleString(locale)}
        series={[
          { name: 'succeeded', label: t.succeededCount, color: 'brand.6' },
          { name: 'errors', label: t.errors, color: 'red.6' },
          { name: 'limitRefusals', label: t.limitRefusals, color: 'yellow.6' },
        ]}
      />
    </div>
  );
}
