import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrationFiles } from '../migrations/index.ts';
import packageJson from '../package.json' with { type: 'json' };
import { byOperator } from '../src/features/audit/index.ts';
import { queueMail } from '../src/features/mail/index.ts';
import { retryRefund } from '../src/features/payments/index.ts';
import { countEntries } from '../src/features/sales-figures/count-entries.ts';
import { findUncountedEvents } from '../src/features/sales-figures/index.ts';
import { systemClock, timestamp } from '../src/platform/clock.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { useApp } from './harness/app.ts';
import { signInOperator } from './harness/dashboard.ts';
import { type DatabaseKind, describeOnBoth, useDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { insertFailedRefund } from './harness/failed-refund.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { emitMany, makeEndpoint } from './harness/webhooks.ts';

const past = '2026-01-02T03:04:05.000Z';
const earlierPast = '2026-01-01T03:04:05.000Z';
const future = '2083-01-01T00:00:00.000Z';

const sizeStatements: Readonly<Record<DatabaseKind, RawBuilder<{ size: number }>>> = {
  sqlite: sql`select page_count * page_size as size from pragma_page_count(), pragma_page_size()`,
  postgres: sql`select pg_database_size(current_database()) as size`,
};

describeOnBoth('the health of the service', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db }));

  /** Two deliveries that are due, one that waits, and one of each other status. One endpoint works, one fails, one is disabled. */
  async function addWebhooks(organizerId: string): Promise<{ failing: string; disabled: string }> {
    await makeEndpoint(t.db, organizerId, 'https://1.1.1.1/works');
    await emitMany(t.db, organizerId, 6);
    const rows = await t.db.selectFrom('webhook_deliveries').select('id').orderBy('id').execute();
    const states = [
      { status: 'pending', next_attempt_at: past },
      { status: 'pending', next_attempt_at: earlierPast },
      { status: 'pending', next_attempt_at: future },
      { status: 'succeeded', next_attempt_at: null },
      { status: 'failed', next_attempt_at: null },
      { status: 'cancelled', next_attempt_at: null },
    ] as const;
    expect(rows).toHaveLength(states.length);
    for (const [index, { id }] of rows.entries()) {
      await t.db.updateTable('webhook_deliveries').set(states[index]!).where('id', '=', id).execute();
    }
    const [failing, disabled] = [
      await makeEndpoint(t.db, organizerId, 'https://1.1.1.1:8443/fails?token=5ecret'),
      await makeEndpoint(t.db, organizerId, 'https://1.1.1.1/disabled'),
    ];
    const endpoint = (id: string) => t.db.updateTable('webhook_endpoints').where('id', '=', id);
    await endpoint(failing.id).set({ failing_since: past }).execute();
    await endpoint(disabled.id).set({ failing_since: earlierPast, status: 'disabled' }).execute();
    return { failing: failing.id, disabled: disabled.id };
  }

  /** A mail that is due, two that wait, and three that could not be sent. */
  async function addMails(organizerId: string, orderNumber: string): Promise<void> {
    const states = [
      { status: 'pending', next_attempt_at: past },
      ...[1, 2].map(() => ({ status: 'pending' as const, next_attempt_at: future })),
      ...[1, 2, 3].map(() => ({ status: 'failed' as const, next_attempt_at: null })),
    ] as const;
    for (const state of states) {
      const mail = { kind: 'tickets', organizerId, orderNumber } as const;
      await t.db.transaction().execute((tx) => queueMail(tx, mail, timestamp(systemClock.now())));
      const { id } = await t.db.selectFrom('order_mails').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
      await t.db.updateTable('order_mails').set(state).where('id', '=', id).execute();
    }
  }

  /** Two refunds that the provider has rejected. The second one is retried. */
  async function addRefunds(organizerId: string, orderNumber: string): Promise<void> {
    await insertFailedRefund(t.db, organizerId, orderNumber, systemClock);
    const retried = await insertFailedRefund(t.db, organizerId, orderNumber, systemClock);
    const retry = await retryRefund(t.db, organizerScope(organizerId, systemClock, byOperator), retried);
    await t.db.updateTable('payment_refunds').set({ next_attempt_at: past }).where('id', '=', retry).execute();
  }

  const readSize = async () => Number(first((await sizeStatements[kind].execute(t.db)).rows).size);

  test('has the numbers of the database', async () => {
    const organizer = await makeOrganizer(t.db);
    await importAll(t.db, organizer, [...raceLines(), orderLine('counted')]);
    for (const event of await findUncountedEvents(t.db)) await countEntries(t.db, event);
    const uncounted = await makeOrganizer(t.db);
    await importAll(t.db, uncounted, [...raceLines(), orderLine('uncounted')]);
    const { order_number: orderNumber } = await t.db
      .selectFrom('orders')
      .select('order_number')
      .where('organizer_id', '=', organizer.id)
      .executeTakeFirstOrThrow();
    const endpoints = await addWebhooks(organizer.id);
    await addMails(organizer.id, orderNumber);
    await addRefunds(organizer.id, orderNumber);

    const operator = await signInOperator({ url: app.url, db: t.db });
    const smallest = await readSize();
    const { settings, ...health } = JSON.parse((await operator.get('/health')).text);
    const ofOrganizer = { organizerSlug: organizer.slug, organizerName: organizer.name };
    expect(health).toEqual({
      version: packageJson.version,
      database: { kind, sizeBytes: expect.any(Number) },
      migrations: Object.keys(migrationFiles).sort(),
      queues: {
        webhooks: { waiting: 3, due: 2, oldestDueAt: earlierPast },
        mails: { waiting: 3, due: 1, oldestDueAt: past },
        refunds: { waiting: 1, due: 1, oldestDueAt: past },
      },
      failingEndpointCount: 2,
      failingEndpoints: [
        {
          ...ofOrganizer,
          id: endpoints.disabled,
          host: '1.1.1.1',
          failingSince: earlierPast,
          isDisabled: true,
          undelivered: 0,
        },
        {
          ...ofOrganizer,
          id: endpoints.failing,
          host: '1.1.1.1:8443',
          failingSince: past,
          isDisabled: false,
          undelivered: 0,
        },
      ],
      disabledEndpointCount: 1,
      outgoing: ['mails', 'webhooks', 'payments'].map((kind) => ({
        ...{ kind, heldSince: null, waiting: kind === 'payments' ? 1 : 3 },
      })),
      newestFailedMails: [1, 2, 3].map(() => ({
        ...{ id: expect.any(String), ...ofOrganizer, orderNumber, kind: 'tickets', error: null },
        failedAt: expect.any(String),
      })),
      failedMails: 3,
      failedRefunds: 1,
      uncountedEvents: 1,
      uncountedEventsMax: expect.any(Number),
    });
    expect(health.database.sizeBytes).toBeGreaterThanOrEqual(smallest);
    expect(health.database.sizeBytes).toBeLessThanOrEqual(await readSize());
    expect(settings).toContainEqual({ name: 'BASE_URL', value: expect.anything() });
  });
});
