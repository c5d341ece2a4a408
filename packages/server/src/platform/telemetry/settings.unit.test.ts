import { expect, test } from 'vitest';
import { ConfigError } from '../settings.ts';
import { telemetrySettings } from './settings.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' };

test('nothing is exported without an endpoint, whatever the other settings are', () => {
  expect(telemetrySettings.read({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toBeNull();
  expect(telemetrySettings.read({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBeNull();
});

test('the settings of the specification are read', () => {
  expect(
    telemetrySettings.read({
      ...endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic YTpiYQ==, x-tenant=7',
      OTEL_RESOURCE_ATTRIBUTES: 'service.namespace=tickets,deployment.environment.name=test',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }),
  ).toEqual({
    protocol: 'http/protobuf',
    serviceName: 'organizer',
    sampler: 'parentbased_traceidratio',
    sampledRatio: 0.25,
    spanDelayMs: 5_000,
    metricIntervalMs: 60_000,
  });
});

test.for([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_METRIC_EXPORT_INTERVAL', '0'],
] as const)('%s cannot be %s', ([name, value]) => {
  const read = () => telemetrySettings.read({ ...endpoint, [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(name);
  if (name.endsWith('HEADERS')) expect(read).not.toThrow(value);
});
