import { expect, test } from 'vitest';
import { roles } from '../src/features/accounts/index.ts';
import { byOperator, recordAudit } from '../src/features/audit/index.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import { timestamp } from '../src/platform/clock.ts';
import { useApp } from './harness/app.ts';
import { signIn } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { makeOrganizer } from './harness/fixtures.ts';
import { jsonOf, type PageBody } from './harness/responses.ts';

const start = Date.parse('2026-11-20T09:00:00.000Z');

describeOnBoth('the audit log of the dashboard', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db }));

  /** Records entries, one a minute, whose subject is their number. Key `key_a` is the actor of every second entry. */
  async function record(organizer: Organizer, count: number): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      const origin = { ...byOperator, actor: number % 2 === 0 ? 'key_a' : 'cli:ada' };
      await recordAudit(
        t.db,
        { organizerId: organizer.id, origin },
        {
          action: number < 2 ? 'key.revoke' : 'webhook.test',
          subject: String(number),
          details: { units: number, host: 'a, "b"' },
          at: timestamp(start + number * 60_000),
        },
      );
    }
  }

  test('is filtered by action, actor and time, page by page', async () => {
    const organizer = await makeOrganizer(t.db);
    const owner = await signIn(app, { organizer, role: 'owner' });
    await record(organizer, 5);
    const subjects = async (query: string) =>
      jsonOf<PageBody>(await owner.get(`/audit?${query}`)).data.map(({ subject }) => subject);
    expect(await subjects('action=key.revoke')).toEqual(['1', '0']);
    expect(await subjects('actor=key_a')).toEqual(['4', '2', '0']);
    expect(await subjects('actor=key_a&action=webhook.test')).toEqual(['4', '2']);
    const period = 'since=2026-11-20T09:01:00Z&until=2026-11-20T09:03:00Z';
    expect(await subjects(period)).toEqual(['2', '1']);
    const { nextCursor } = jsonOf<PageBody>(await owner.get('/audit?actor=key_a&limit=2'));
    expect(await subjects(`actor=key_a&limit=2&cursor=${nextCursor}`)).toEqual(['0']);
    expect((await owner.get('/audit?action=key.steal')).status).toBe(400);
  });

  test('is a CSV file with the same filters, whatever its length', async () => {
    const organizer = await makeOrganizer(t.db);
    const owner = await signIn(app, { organizer, role: 'owner' });
    await record(organizer, 1_203);
    const { headers, text } = await owner.get('/audit.csv?actor=key_a&since=2026-11-20T00:00:00Z');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(1 + 602 + 1);
    expect(lines[0]).toBe('time,actor,action,subject,details,address,request');
    const details = '"{""units"":1202,""host"":""a, \\""b\\""""}"';
    expect(lines[1]).toBe(`${timestamp(start + 1_202 * 60_000)},key_a,webhook.test,1202,${details},,`);
  });

  test('is for owners, and only of their organizer', async () => {
    const organizer = await makeOrganizer(t.db);
    for (const role of roles) {
      const client = await signIn(app, { organizer, role });
      const status = role === 'owner' ? 200 : 403;
      for (const path of ['/audit', '/audit.csv']) expect((await client.get(path)).status).toBe(status);
    }
    const stranger = await signIn(app, { organizer: await makeOrganizer(t.db), role: 'owner' });
    expect((await stranger.get('/audit.csv')).text).not.toContain(organizer.id);
    const foreign = await stranger.request(`/dashboard/api/organizers/${organizer.slug}/audit.csv`);
    expect(foreign.status).toBe(404);
  });
});
