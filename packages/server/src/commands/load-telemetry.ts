import type { Config } from '../config.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Telemetry } from '../platform/telemetry/otlp.ts';

/** Starts the export of traces and metrics if it is configured. Otherwise its packages are not loaded. */
export async function loadTelemetry(
  { telemetry: settings, databaseUrl }: Config,
  metrics: Metrics,
  log: Logger,
): Promise<Telemetry | null> {
  if (settings === null) return null;
  const { startTelemetry } = await import('../platform/telemetry/otlp.ts');
  return startTelemetry({ settings, databaseName: databaseUrl === null ? 'sqlite' : 'postgresql', metrics, log });
}
