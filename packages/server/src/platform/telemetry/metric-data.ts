import { type HrTime, ValueType } from '@opentelemetry/api';
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics';
import type { Labels, MetricFamily } from '../metric-family.ts';

/** The names of the semantic conventions of OpenTelemetry for the duration of requests. Other metrics keep their names. */
const requestMetric = 'http_request_duration_seconds';
const semanticNames: Readonly<Record<string, string>> = {
  [requestMetric]: 'http.server.request.duration',
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
};

/**
 * Converts metrics to the data of OpenTelemetry. Counters and histograms contain everything since the start of the process.
 *
 * @param startTime the start of the process
 * @param endTime the current time
 */
export function metricDataOf(families: readonly MetricFamily[], startTime: HrTime, endTime: HrTime): MetricData[] {
  return families.map((family): MetricData => {
    const isRequests = family.name === requestMetric;
    const descriptor = {
      name: isRequests ? semanticNames[requestMetric]! : family.name,
      description: family.help,
      unit: unitOf(family.name),
      valueType: ValueType.DOUBLE,
    };
    const base = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
    const times = { startTime, endTime };
    if (family.type === 'histogram') {
      const dataPoints = family.series.map(({ labels, counts, sum }) => ({
        ...times,
        attributes: isRequests ? withSemanticNames(labels) : labels,
        value: {
          buckets: { boundaries: [...family.bounds], counts: [...counts] },
          count: counts.reduce((total, count) => total + count, 0),
          sum,
        },
      }));
      return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints };
    }
    const dataPoints = family.series.map(({ labels, value }) => ({ ...times, attributes: labels, value }));
    return family.type === 'counter'
      ? { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
      : { ...base, dataPointType: DataPointType.GAUGE, dataPoints };
  });
}

function withSemanticNames(labels: Labels): Labels {
  const entries = Object.entries(labels).map(([name, value]) => {
    const semanticName = semanticNames[name] ?? name;
    return [semanticName, name === 'status' ? Number(value) : value];
  });
  return Object.fromEntries(entries);
}

/** The unit (UCUM), which is part of the name of a metric. */
function unitOf(name: string): string {
  if (/_seconds(?:_|$)/.test(name)) return 's';
  return /_bytes(?:_|$)/.test(name) ? 'By' : '1';
}
