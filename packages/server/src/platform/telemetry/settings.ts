import {
  type Environment,
  isUrlWithProtocol,
  parseChoice,
  parseInteger,
  readFlag,
  readSecret,
  readSecretUrl,
  readSetting,
  type SettingGroup,
} from '../settings.ts';

/** The samplers of the OpenTelemetry specification. */
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** The settings of the export of traces and metrics. The names and the defaults are those of the OpenTelemetry specification. */
export interface TelemetrySettings {
  readonly protocol: 'http/protobuf' | 'http/json';
  /** The attribute `service.name`. */
  readonly serviceName: string;
  readonly sampler: (typeof samplers)[number];
  /** The fraction of traces that a sampler with `traceidratio` takes, 0 to 1. */
  readonly sampledRatio: number;
  /** The maximum time between the end of a span and its export. */
  readonly spanDelayMs: number;
  readonly metricIntervalMs: number;
}

/** A list such as `name=value,name2=value2`. */
const pairsPattern = /^[^=,\s]+=[^,]*(?:,\s*[^=,\s]+=[^,]*)*$/;

/** The settings; null if nothing is exported. The library itself reads the endpoint, the headers and the attributes. */
export const telemetrySettings: SettingGroup<TelemetrySettings | null> = {
  names: [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_SERVICE_NAME',
    'OTEL_RESOURCE_ATTRIBUTES',
    'OTEL_TRACES_SAMPLER',
    'OTEL_TRACES_SAMPLER_ARG',
    'OTEL_BSP_SCHEDULE_DELAY',
    'OTEL_METRIC_EXPORT_INTERVAL',
    'OTEL_SDK_DISABLED',
  ],
  read: (env) => {
    const endpoint = readSecretUrl(
      env,
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      isUrlWithProtocol(['http:', 'https:']),
      'a URL that begins with http:// or https://',
    );
    // Other programs on the machine can have settings that this program does not support.
    if (endpoint === null || readFlag(env, 'OTEL_SDK_DISABLED')) return null;
    const protocol = readSetting<TelemetrySettings['protocol']>(
      env,
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      'http/protobuf',
      parseChoice(['http/protobuf', 'http/json']),
      '"http/protobuf" or "http/json"',
    );
    readPairs(env, 'OTEL_EXPORTER_OTLP_HEADERS');
    readPairs(env, 'OTEL_RESOURCE_ATTRIBUTES');
    return {
      protocol,
      serviceName: env['OTEL_SERVICE_NAME'] || 'organizer',
      sampler: readSetting<TelemetrySettings['sampler']>(
        env,
        'OTEL_TRACES_SAMPLER',
        'parentbased_always_on',
        parseChoice(samplers),
        `one of ${samplers.join(', ')}`,
      ),
      sampledRatio: readSetting(env, 'OTEL_TRACES_SAMPLER_ARG', 1, parseRatio, 'a number from 0 to 1'),
      spanDelayMs: readMilliseconds(env, 'OTEL_BSP_SCHEDULE_DELAY', 5_000),
      metricIntervalMs: readMilliseconds(env, 'OTEL_METRIC_EXPORT_INTERVAL', 60_000),
    };
  },
};

function readMilliseconds(env: Environment, name: string, fallback: number): number {
  return readSetting(env, name, fallback, parseInteger(1, 999_999_999), 'a number of milliseconds from 1');
}

function readPairs(env: Environment, name: string): void {
  if (env[name])
    readSecret(env, name, pairsPattern, { requiredWhen: '', expected: 'a list such as name=value,name2=value2' });
}

function parseRatio(text: string): number | null {
  return /^(?:0(?:\.\d+)?|1(?:\.0+)?|\.\d+)$/.test(text) ? Number(text) : null;
}
