import { type HrTime, ValueType } from '@opentelemetry/api';
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics';
import type { MetricValues } from '../metrics.ts';

type Sample = MetricValues['values'][number];

/** The metric that has names of the semantic conventions of OpenTelemetry. The others keep their names. */
const requestMetric = 'http_request_duration_seconds';

/**
 * Converts a metric of `prom-client` to the data of OpenTelemetry. Counters and histograms contain everything since the start of the
 * process.
 *
 * @param startTime the start of the process
 * @param endTime the current time
 */
export function metricDataOf(
  { name, help, type, values }: MetricValues,
  startTime: HrTime,
  endTime: HrTime,
): MetricData {
  const isRequests = name === requestMetric;
  const descriptor = {
    name: isRequests ? 'http.server.request.duration' : name,
    description: help,
    unit: unitOf(name),
    valueType: ValueType.DOUBLE,
  };
  const base = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  const pointOf = <T>(labels: Sample['labels'], value: T) => {
    return { startTime, endTime, attributes: isRequests ? requestAttributes(labels) : labels, value };
  };
  switch (String(type)) {
    case 'histogram': {
      const bySeries = Map.groupBy(values, ({ labels: { le, ...labels } }) => JSON.stringify(labels));
      const dataPoints = Array.from(bySeries, ([labels, samples]) => pointOf(JSON.parse(labels), histogramOf(samples)));
      return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints };
    }
    case 'counter': {
      const dataPoints = values.map(({ labels, value }) => pointOf(labels, value));
      return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
    }
    default: {
      const dataPoints = values.map(({ labels, value }) => pointOf(labels, value));
      return { ...base, dataPointType: DataPointType.GAUGE, dataPoints };
    }
  }
}

/** @param samples for each bound, the number of values up to it, and at last their sum and their number */
function histogramOf(samples: readonly Sample[]) {
  const buckets = samples.slice(0, -2);
  const [sum = 0, count = 0] = samples.slice(-2).map(({ value }) => value);
  const boundaries = buckets.slice(0, -1).map(({ labels }) => Number(labels['le']));
  const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0));
  return { buckets: { boundaries, counts }, sum, count };
}

function requestAttributes({ method, route, status }: Sample['labels']) {
  return { 'http.request.method': method, 'http.route': route, 'http.response.status_code': Number(status) };
}

/** The unit (UCUM), which is part of the name of a metric. */
function unitOf(name: string): string {
  if (/_seconds(?:_|$)/.test(name)) return 's';
  return /_bytes(?:_|$)/.test(name) ? 'By' : '1';
}
