import { randomUUID } from 'node:crypto';
import { type ExportResult, ExportResultCode, millisToHrTime } from '@opentelemetry/core';
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  MeterProvider,
  type MetricProducer,
  PeriodicExportingMetricReader,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance } from 'fastify';
import type { StatementObserver } from '../database/dialect.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { programVersion } from '../program-folder.ts';
import { withTimeout } from '../with-timeout.ts';
import { metricDataOf } from './metric-data.ts';
import type { TelemetrySettings } from './settings.ts';
import { SpanTracer } from './span-tracer.ts';
import { setTracing } from './spans.ts';

const scopeName = 'organizer';
/** How long `stop` waits for the last export. */
const flushTimeoutMs = 2_000;

/** The export of traces and metrics of a process. */
export interface Telemetry {
  /** Measures a statement, and creates its span. */
  readonly observeStatement: StatementObserver;
  /** Registers the hooks that create the spans of requests. */
  readonly traceRequests: (app: FastifyInstance) => void;
  /** Exports what was not exported yet, for at most two seconds. */
  stop(): Promise<void>;
}

/**
 * Starts to export traces and metrics by OTLP over HTTP. Only this module and those that it imports load OpenTelemetry, so import it
 * only if the export is configured. Spans and metrics are exported in the background. If the collector does not respond, they are
 * discarded, and the first failure is logged.
 *
 * @param databaseName the value of `db.system.name`
 */
export function startTelemetry(options: {
  readonly settings: TelemetrySettings;
  readonly databaseName: string;
  readonly metrics: Pick<Metrics, 'values' | 'observeStatement'>;
  readonly log: Logger;
}): Telemetry {
  const { settings, databaseName, metrics, log } = options;
  const resource = describeProcess(settings.serviceName);
  const isJson = settings.protocol === 'http/json';
  // The library reads the URL, headers, timeout, compression and certificates from the environment.
  const traceExporter = isJson ? new JsonTraceExporter() : new ProtobufTraceExporter();
  const metricExporter = isJson ? new JsonMetricExporter() : new ProtobufMetricExporter();
  const logOutages = outageLog(log);
  logOutages<ReadableSpan[]>(traceExporter);
  logOutages<ResourceMetrics>(metricExporter);
  const tracers = new TracerProvider({
    resource,
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: traceExporter, scheduledDelayMillis: settings.spanDelayMs })],
  });
  const version = programVersion();
  const tracer = new SpanTracer(tracers.getTracer(scopeName, version), databaseName);
  setTracing(tracer);

  const startTime = millisToHrTime(performance.timeOrigin);
  const producer: MetricProducer = {
    collect: async () => {
      const endTime = millisToHrTime(Date.now());
      const data = (await metrics.values()).map((values) => metricDataOf(values, startTime, endTime));
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: scopeName, version }, metrics: data }] },
        errors: [],
      };
    },
  };
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: settings.metricIntervalMs,
    metricProducers: [producer],
  });
  const meters = new MeterProvider({ resource, readers: [reader] });
  return {
    observeStatement: (seconds, text) => {
      metrics.observeStatement(seconds);
      tracer.observeStatement(seconds, text);
    },
    traceRequests: (app) => tracer.traceRequests(app),
    stop: async () => {
      const flushed = Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
      await withTimeout(flushed, flushTimeoutMs).catch(() => {});
    },
  };
}

/** @returns a function that adds an exporter whose outages are logged: one line when exports begin to fail, one when all succeed again */
function outageLog(log: Logger) {
  const failing = new Set<unknown>();
  return <Items>(exporter: { export(items: Items, onResult: (result: ExportResult) => void): void }): void => {
    const send = exporter.export.bind(exporter);
    exporter.export = (items, onResult) =>
      send(items, (result) => {
        const wasFailing = failing.size > 0;
        if (result.code === ExportResultCode.SUCCESS) failing.delete(exporter);
        else failing.add(exporter);
        const isFailing = failing.size > 0;
        if (isFailing && !wasFailing) {
          log.warn({ err: result.error }, 'Traces and metrics cannot be exported and are discarded');
        }
        if (wasFailing && !isFailing) log.info('Traces and metrics are exported again');
        onResult(result);
      });
  };
}

/** The attributes of this process. Those in `OTEL_RESOURCE_ATTRIBUTES` have priority. */
function describeProcess(serviceName: string): Resource {
  const own = resourceFromAttributes({
    'service.name': serviceName,
    'service.version': programVersion(),
    'service.instance.id': randomUUID(),
  });
  return defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }));
}

function samplerOf({ sampler, sampledRatio }: TelemetrySettings): Sampler {
  const root = sampler.endsWith('always_off')
    ? new AlwaysOffSampler()
    : sampler.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(sampledRatio)
      : new AlwaysOnSampler();
  return sampler.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root;
}
