import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Buyer, createSale, type ReservedBody, roundRobin, type Sale, serverEnv } from './harness/checkout.ts';
import { attributesOf, Collector } from './harness/collector.ts';
import { createDatabase, type TestDatabase } from './harness/databases.ts';
import { defined } from './harness/defined.ts';
import { receiverSettings } from './harness/event-receiver.ts';
import { eventually, startReceiver } from './harness/receiver.ts';
import { jsonOf } from './harness/responses.ts';
import { type ServerProcess, startServer } from './harness/server-process.ts';
import { makeEndpoint } from './harness/webhooks.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const callerSpanId = 'b7ad6b7169203331';

describe('traces and metrics', () => {
  let database: TestDatabase;
  let collector: Collector;
  let server: ServerProcess;
  let sale: Sale;
  beforeAll(async () => {
    database = await createDatabase('sqlite');
    collector = await Collector.start();
    const exportOften = { ...collector.env, OTEL_BSP_SCHEDULE_DELAY: '50', OTEL_METRIC_EXPORT_INTERVAL: '100' };
    server = await startServer({ ...serverEnv(database), ...receiverSettings, ...exportOften, LOG_LEVEL: 'info' });
    sale = await createSale(database.db, roundRobin([server.url]), 100);
  });
  afterAll(async () => {
    await server.kill();
    await collector.stop();
    await database.drop();
  });

  test('connect a purchase with the request of the caller, its statements and the delivery of its webhook', async () => {
    const receiver = await startReceiver();
    await makeEndpoint(database.db, sale.catalog.organizer.id, receiver.url);
    const traceparent = `00-${traceId}-${callerSpanId}-01`;
    const buyer = new Buyer(() => server.url, 'ada@example.com', { traceparent });
    const reserved = jsonOf<ReservedBody>(await buyer.reserve(sale.cart({ [sale.ticketA]: 2 })));
    expect((await buyer.pay(reserved)).status).toBe(200);
    const delivery = await eventually(() => {
      const index = receiver.bodies().findIndex(({ type }) => type === 'order.paid');
      return defined(receiver.requests[index], 'The delivery');
    });

    const find = (name: string, parentId: string) =>
      defined(
        collector
          .spans()
          .find((span) => span.name === name && span.traceId === traceId && span.parentSpanId === parentId),
        name,
      );
    const pay = await eventually(() => find('POST /api/public/v1/pay', callerSpanId));
    expect(attributesOf(pay)).toMatchObject({ 'http.route': '/api/public/v1/pay', 'http.response.status_code': 200 });
    expect(attributesOf(find('start payment', pay.spanId))).toMatchObject({ 'payment.method': 'test' });
    // The body of the request was parsed before these statements.
    expect(attributesOf(find('update orders', pay.spanId))).toMatchObject({ 'db.system.name': 'sqlite' });
    find('commit', pay.spanId);
    const sending = await eventually(() =>
      defined(
        collector.spans().find((span) => delivery.headers['traceparent'] === `00-${traceId}-${span.spanId}-01`),
        'The span of the delivery',
      ),
    );
    expect(sending).toMatchObject({ name: 'deliver webhook', traceId, parentSpanId: pay.spanId });
    expect(attributesOf(sending)).toMatchObject({ 'server.address': '127.0.0.1', 'http.response.status_code': 200 });
    find('POST /api/public/v1/reserve', callerSpanId);
    await eventually(() => expect(collector.spans().map(({ name }) => name)).toContain('send mail'));

    await eventually(() => {
      const names = new Set(collector.metrics().map(({ name }) => name));
      for (const name of ['queue_waiting', 'queue_oldest_due_seconds', 'nodejs_eventloop_lag_p99_seconds'])
        expect(names).toContain(name);
      const points = (metric: string) =>
        collector.metrics().flatMap(({ name, histogram }) => (name === metric ? (histogram?.dataPoints ?? []) : []));
      const pays = points('http.server.request.duration').map(attributesOf);
      expect(pays).toContainEqual({
        'http.request.method': 'POST',
        'http.route': '/api/public/v1/pay',
        'http.response.status_code': 200,
      });
      expect(points('webhook_attempt_duration_seconds').some(({ count }) => Number(count) > 0)).toBe(true);
    });
  });

  test('do not affect requests if the collector does not work, and the log says so once', async () => {
    const readEvent = async () => {
      const response = await fetch(`${server.url}/api/public/v1/events/${sale.eventId}`);
      expect(response.status).toBe(200);
      return response;
    };
    collector.rejectsAll = true;
    await eventually(async () => {
      await readEvent();
      for (const path of ['/v1/traces', '/v1/metrics'])
        expect(collector.rejectedPaths.filter((rejectedPath) => rejectedPath === path).length).toBeGreaterThan(2);
    });
    collector.rejectsAll = false;
    await eventually(async () => {
      await readEvent();
      expect(server.output()).toContain('Traces and metrics are exported again');
    });
    // The spans of the last requests are exported when the server stops.
    const { headers } = await readEvent();
    expect(await server.stop()).toBe(0);
    expect(server.output().split('cannot be exported')).toHaveLength(2);
    const requestIds = collector.spans().map((span) => attributesOf(span)['request.id']);
    expect(requestIds).toContain(headers.get('request-id'));
  });
});

test('without the setting, no module for traces is loaded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'organizer-packages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const report = join(folder, 'packages.json');
  const reportPackages = pathToFileURL(join(import.meta.dirname, 'harness/report-packages.ts')).href;
  const env = { DATA_DIR: folder, LOADED_PACKAGES: report, NODE_OPTIONS: `--import=${reportPackages}` };
  // The program without bundling. The bundle contains the packages.
  const server = await startServer(env, [], join(import.meta.dirname, '../bin/organizer.js'));
  await server.stop();
  const packages = JSON.parse(await readFile(report, 'utf8')) as string[];
  expect(packages).toContain('fastify');
  // `prom-client` loads this package, which does nothing without the others.
  expect(packages.filter((name) => name.startsWith('@opentelemetry/'))).toEqual(['@opentelemetry/api']);
});
