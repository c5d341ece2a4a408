import type { Registry } from 'prom-client';

export type Labels = Readonly<Record<string, string | number>>;

/** A counter or a gauge as data, with a value for each combination of labels. */
interface ValueFamily {
  readonly type: 'counter' | 'gauge';
  readonly name: string;
  readonly help: string;
  readonly series: readonly { readonly labels: Labels; readonly value: number }[];
}

/** A histogram as data. */
interface HistogramFamily {
  readonly type: 'histogram';
  readonly name: string;
  readonly help: string;
  /** Upper bounds of the buckets, ascending. */
  readonly bounds: readonly number[];
  /** For each combination of labels, the number of samples in each bucket. The last bucket has no bound. */
  readonly series: readonly { readonly labels: Labels; readonly counts: readonly number[]; readonly sum: number }[];
}

/** A metric as data. */
export type MetricFamily = ValueFamily | HistogramFamily;

type LibraryMetric = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

/**
 * Converts a metric of `prom-client`. For each combination of labels, its histograms have a value for each bucket, in the order of
 * the bounds: the number of all samples at or below the bound.
 */
export function familyOf({ name, help, type, values }: LibraryMetric): MetricFamily {
  const kind = String(type);
  if (kind !== 'histogram') {
    const series = values.map(({ labels, value }) => ({ labels: withoutUndefined(labels), value }));
    return { type: kind === 'counter' ? 'counter' : 'gauge', name, help, series };
  }
  const bounds = new Set<number>();
  const byLabels = new Map<string, { labels: Labels; cumulative: number[]; sum: number }>();
  for (const sample of values) {
    const { le, ...labels } = withoutUndefined(sample.labels);
    const key = JSON.stringify(labels);
    const entry = byLabels.get(key) ?? { labels, cumulative: [], sum: 0 };
    byLabels.set(key, entry);
    if (le !== undefined) {
      entry.cumulative.push(sample.value);
      if (le !== '+Inf') bounds.add(Number(le));
    } else if ('metricName' in sample && sample.metricName === `${name}_sum`) entry.sum = sample.value;
  }
  const series = Array.from(byLabels.values(), ({ labels, cumulative, sum }) => ({
    labels,
    counts: cumulative.map((count, index) => count - (cumulative[index - 1] ?? 0)),
    sum,
  }));
  return { type: 'histogram', name, help, bounds: [...bounds], series };
}

function withoutUndefined(
  labels: Readonly<Record<string, string | number | undefined>>,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(labels).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
