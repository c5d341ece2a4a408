import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { useMessages } from '#app/parts/language.tsx';
import { Section } from '#app/parts/section.tsx';

/** Pixels. */
export const chartHeight = 280;

/** A chart, and the same numbers as a table. The chart is lazily loaded: its library is as large as the rest of the dashboard. */
export function ChartSection({
  title,
  controls,
  chart,
  table,
}: {
  readonly title: string;
  /** Shown above the chart. */
  readonly controls?: ReactNode;
  readonly chart: ReactNode;
  readonly table: ReactNode;
}) {
  const t = useMessages('parts');
  const [isTable, setIsTable] = useState(false);
  const toggle = (
    <Button variant="default" size="xs" onClick={() => setIsTable(!isTable)}>
      {isTable ? t.showChart : t.showTable}
    </Button>
  );
  return (
    <Section title={title} aside={toggle}>
      {controls}
      {isTable ? table : <Suspense fallback={<Skeleton height={chartHeight} />}>{chart}</Suspense>}
    </Section>
  );
}
