import { expect, test } from 'vitest';
import { createTestUser } from '../../../test/harness/dashboard.ts';
import { describeOnBoth, useDatabase } from '../../../test/harness/databases.ts';
import { makeOrganizer } from '../../../test/harness/fixtures.ts';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { makeEndpoint, webhookSecrets } from '../../../test/harness/webhooks.ts';
import { timestamp } from '../../platform/clock.ts';
import { disableUser, type Role, setMember } from '../accounts/index.ts';
import { byOperator } from '../audit/index.ts';
import type { DueMail } from '../mail/index.ts';
import { alertFailingEndpoints, type EndpointAlert } from './alert-failing-endpoints.ts';
import { webhookMailRenderers } from './mails.ts';

const dayMs = 24 * 3_600_000;

describeOnBoth('alerts about failing endpoints', (kind) => {
  const database = useDatabase(kind);

  test('owners and developers get one e-mail for each series of failures, two days before the endpoint is disabled', async () => {
    const { db } = database;
    const clock = new TestClock();
    const organizer = await makeOrganizer(db, clock);
    const addMember = async (role: Role) => {
      const user = await createTestUser(db);
      await db
        .transaction()
        .execute((tx) =>
          setMember(tx, { organizerId: organizer.id, origin: byOperator }, { userId: user.id, role }, clock),
        );
      return user.email;
    };
    const [owner, developer, disabled] = [
      await addMember('owner'),
      await addMember('developer'),
      await addMember('owner'),
    ];
    await addMember('manager');
    await disableUser(db, disabled, clock, byOperator);
    const endpoint = await makeEndpoint(db, organizer.id, 'https://1.1.1.1/hooks/token', { clock });
    await makeEndpoint(db, organizer.id, 'https://1.1.1.1/healthy', { clock });
    const update = (changes: { failing_since?: string | null; status?: 'enabled' | 'disabled' }) =>
      db
        .updateTable('webhook_endpoints')
        .set(changes)
        .where('organizer_id', '=', organizer.id)
        .where('id', '=', endpoint.id)
        .execute();
    /** The new alerts, after two processes have searched at the same time. */
    const readIds = new Set<string>();
    const takeAlerts = async (): Promise<EndpointAlert[]> => {
      await Promise.all([1, 2].map(() => alertFailingEndpoints(db, clock, webhookSecrets)));
      const rows = await db
        .selectFrom('mails')
        .select(['id', 'payload'])
        .where('kind', '=', 'endpoint_failing')
        .execute();
      const alerts = rows
        .filter(({ id }) => !readIds.has(id))
        .map(({ id, payload }) => JSON.parse(webhookSecrets.mailKey.open(payload!, id)) as EndpointAlert);
      for (const { id } of rows) readIds.add(id);
      return alerts.sort((a, b) => (a.to < b.to ? -1 : 1));
    };
    const { endpoint_failing: render } = webhookMailRenderers({ db, baseUrl: 'https://tickets.example.com' });
    const renderAlert = (payload: EndpointAlert) => render({ payload } as DueMail);

    const failingSince = timestamp(clock.now());
    await update({ failing_since: failingSince });
    clock.advance(3 * dayMs - 1);
    expect(await takeAlerts()).toEqual([]);
    clock.advance(1);
    const alerts = await takeAlerts();
    const alert = { organizerId: organizer.id, endpointId: endpoint.id, failingSince };
    expect(alerts).toEqual([owner, developer].sort().map((to) => ({ to, ...alert })));
    expect(await takeAlerts()).toEqual([]);
    const mail = await renderAlert(alerts[0]!);
    expect(mail).toMatchObject({ to: alerts[0]!.to, subject: expect.stringContaining('1.1.1.1') });
    expect(mail!.text).toContain(timestamp(clock.now() + 2 * dayMs).slice(0, 10));
    expect(mail!.text).toContain(`/dashboard/organizers/${organizer.slug}/webhooks/endpoints/${endpoint.id}`);
    expect(mail!.text + mail!.html).not.toContain('hooks/token');

    // An alert that waits is not sent after a success, or after the endpoint was disabled.
    await update({ failing_since: null });
    expect(await renderAlert(alerts[0]!)).toBeNull();
    await update({ failing_since: timestamp(clock.now()) });
    clock.advance(4 * dayMs);
    const [again] = await takeAlerts();
    expect(await renderAlert(again!)).not.toBeNull();
    await update({ status: 'disabled' });
    expect(await renderAlert(again!)).toBeNull();
    await update({ failing_since: timestamp(clock.now() - 4 * dayMs - 1) });
    expect(await takeAlerts()).toEqual([]);
  });
});
