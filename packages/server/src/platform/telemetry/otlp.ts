import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HrTime } from '@opentelemetry/api';
import type { IOtlpExportDelegate } from '@opentelemetry/otlp-exporter-base';
import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http';
import {
  type IExporterMetricsHelper,
  type ISerializer,
  JsonMetricsSerializer,
  JsonTraceSerializer,
  MetricsExporterMetricsHelper,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
  TraceExporterMetricsHelper,
} from '@opentelemetry/otlp-transformer';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import type { ResourceMetrics } from '@opentelemetry/sdk-metrics';
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
import { repeat } from '../repeat.ts';
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
  readonly metrics: Pick<Metrics, 'families' | 'observeStatement'>;
  readonly log: Logger;
}): Telemetry {
  const { settings, databaseName, metrics, log } = options;
  const resource = describeProcess(settings.serviceName);
  const outage = new OutageLog(log);
  const isJson = settings.protocol === 'http/json';
  const traceExporter = createExporter<ReadableSpan[]>(
    { signal: 'TRACES', path: 'v1/traces', isJson, metricsHelper: TraceExporterMetricsHelper, outage },
    isJson ? JsonTraceSerializer : ProtobufTraceSerializer,
  );
  const metricExporter = createExporter<ResourceMetrics>(
    { signal: 'METRICS', path: 'v1/metrics', isJson, metricsHelper: MetricsExporterMetricsHelper, outage },
    isJson ? JsonMetricsSerializer : ProtobufMetricsSerializer,
  );
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: traceExporter, scheduledDelayMillis: settings.spanDelayMs })],
  });
  const version = programVersion();
  const tracer = new SpanTracer(provider.getTracer(scopeName, version), databaseName);
  setTracing(tracer);

  const startTime = hrTimeOf(performance.timeOrigin);
  const exportMetrics = async () => {
    const families = await metrics.families();
    const scope = { name: scopeName, version };
    const scopeMetrics = [{ scope, metrics: metricDataOf(families, startTime, hrTimeOf(Date.now())) }];
    const { promise, resolve } = Promise.withResolvers<void>();
    metricExporter.export({ resource, scopeMetrics }, () => resolve());
    await promise;
  };
  const stopExports = repeat('export metrics', settings.metricIntervalMs, log, exportMetrics);
  return {
    observeStatement: (seconds, text) => {
      metrics.observeStatement(seconds);
      tracer.observeStatement(seconds, text);
    },
    traceRequests: (app) => tracer.traceRequests(app),
    stop: async () => {
      const flushed = Promise.allSettled([provider.shutdown(), stopExports().then(exportMetrics)]);
      await Promise.race([flushed, sleep(flushTimeoutMs, undefined, { ref: false })]);
    },
  };
}

type Signal = 'TRACES' | 'METRICS';

/** Logs when exports begin to fail, and when they succeed again. */
class OutageLog {
  readonly #log: Logger;
  readonly #failing = new Set<Signal>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** @param error null if the export has succeeded */
  record(signal: Signal, error: Error | null): void {
    const wasFailing = this.#failing.size > 0;
    if (error === null) this.#failing.delete(signal);
    else this.#failing.add(signal);
    if (error !== null && !wasFailing) {
      this.#log.warn({ err: error }, 'Traces and metrics cannot be exported and are discarded');
    }
    if (wasFailing && this.#failing.size === 0) this.#log.info('Traces and metrics are exported again');
  }
}

/** Creates an exporter whose URL, headers, timeout, compression and certificates the library reads from the environment. */
function createExporter<T>(
  options: {
    readonly signal: Signal;
    readonly path: string;
    readonly isJson: boolean;
    readonly metricsHelper: IExporterMetricsHelper<T>;
    readonly outage: OutageLog;
  },
  serializer: ISerializer<T, unknown>,
): Pick<IOtlpExportDelegate<T>, 'export' | 'forceFlush' | 'shutdown'> {
  const { signal, path, isJson, metricsHelper, outage } = options;
  const contentType = isJson ? 'application/json' : 'application/x-protobuf';
  const httpOptions = convertLegacyHttpOptions({}, signal, path, { 'content-type': contentType });
  const delegate = createOtlpHttpExportDelegate(
    httpOptions,
    serializer,
    'otlp_http_exporter',
    metricsHelper,
    undefined,
  );
  return {
    export: (items, onResult) =>
      delegate.export(items, (result) => {
        outage.record(signal, result.code === 0 ? null : (result.error ?? new Error('The export failed.')));
        onResult(result);
      }),
    forceFlush: () => delegate.forceFlush(),
    shutdown: () => delegate.shutdown(),
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

function hrTimeOf(epochMs: number): HrTime {
  const seconds = Math.floor(epochMs / 1_000);
  return [seconds, Math.round((epochMs - seconds * 1_000) * 1_000_000)];
}
