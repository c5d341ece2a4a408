import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeOnBoth, useDatabase } from '../../../test/harness/databases.ts';
import { makeOrganizer, rollAnyKey } from '../../../test/harness/fixtures.ts';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { withoutIds } from '../../../test/harness/without-ids.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { changeGrant, createKey, type KeyPolicy, revokeKey } from '../keys/index.ts';
import { byOperator, listAudit, recordAudit } from './index.ts';

const policy: KeyPolicy = { secretDefault: ['events:read', 'orders:read'], granted: ['orders:read:pii'] };
const newKey = { kind: 'secret' as const, name: 'The till of Ada Lovelace' };
const limit = 100;

/** An organizer's entries, newest first, without the entry for its creation. */
async function entriesOf(db: Db, organizerId: string, query: { since?: string; limit: number } = { limit }) {
  const entries = await listAudit(db, organizerId, query);
  return entries.filter(({ action }) => action !== 'organizer.create');
}

describeOnBoth('the audit log', (kind) => {
  const database = useDatabase(kind);

  test('records every change to a key with the actor and the IP address, but neither a part of the key nor its name', async () => {
    const { db } = database;
    const clock = new TestClock();
    const { id: organizerId } = await makeOrganizer(db, clock);
    const member = { actor: 'mbr_ada', address: '192.0.2.7', requestId: 'req_1' };
    const times: string[] = [];
    // Notes the time of the change that was just made, and advances the clock.
    const recordTime = <T>(result: T): T => {
      times.push(new Date(clock.now()).toISOString());
      clock.advance(1_000);
      return result;
    };
    const key = recordTime(await createKey(db, { organizerId, origin: member }, newKey, policy, clock));
    recordTime(
      await changeGrant(db, { organizerId, origin: byOperator }, key.id, { grant: 'orders:read:pii' }, policy, clock),
    );
    const rolledKey = recordTime(await rollAnyKey({ db, clock, origin: member }, organizerId, key.id, 60_000));
    recordTime(
      await changeGrant(db, { organizerId, origin: byOperator }, key.id, { ungrant: 'orders:read:pii' }, policy, clock),
    );
    recordTime(await revokeKey(db, { organizerId, origin: member }, key.id, clock));

    const entries = await entriesOf(db, organizerId);
    const ofNewKey = entries.filter(({ subject }) => subject === rolledKey.id);
    expect(ofNewKey).toMatchObject([{ ...byOperator, action: 'key.ungrant', at: times[3] }]);
    const ofOldKey = entries.filter(({ subject }) => subject === key.id);
    const scopes = ['events:read', 'orders:read', 'orders:read:pii'];
    const previousUntil = rolledKey.previous.expiresAt;
    const id = expect.stringMatching(/^aud_/);
    expect(ofOldKey.reverse()).toEqual(
      [
        {
          ...member,
          action: 'key.create',
          details: { kind: 'secret', scopes: policy.secretDefault, expiresAt: null },
        },
        { ...byOperator, action: 'key.grant', details: { scope: 'orders:read:pii' } },
        {
          ...member,
          action: 'key.roll',
          details: { newKeyId: rolledKey.id, scopes, expiresAt: previousUntil, newExpiresAt: null },
        },
        { ...byOperator, action: 'key.ungrant', details: { scope: 'orders:read:pii' } },
        { ...member, action: 'key.revoke', details: {} },
      ].map((entry, index) => ({ id, at: times[index], subject: key.id, ...entry })),
    );
    const text = JSON.stringify(entries);
    for (const secret of [key.key, rolledKey.key]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(secret.slice(3, 15));
      expect(withoutIds(text)).not.toContain(secret.slice(-4));
    }
    expect(text).not.toContain('Lovelace');
  });

  test('has no entries for calls that change nothing or are rejected', async () => {
    const { db } = database;
    const clock = new TestClock();
    const { id: organizerId } = await makeOrganizer(db, clock);
    const key = await createKey(db, { organizerId, origin: byOperator }, newKey, policy, clock);
    const grant = () =>
      changeGrant(db, { organizerId, origin: byOperator }, key.id, { grant: 'orders:read:pii' }, policy, clock);
    await changeGrant(db, { organizerId, origin: byOperator }, key.id, { ungrant: 'orders:read:pii' }, policy, clock);
    expect(await grant()).toEqual(await grant());
    expect(await revokeKey(db, { organizerId, origin: byOperator }, key.id, clock)).toEqual(
      await revokeKey(db, { organizerId, origin: byOperator }, key.id, clock),
    );
    await expect(grant()).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(rollAnyKey({ db, clock }, organizerId, key.id, 0)).rejects.toMatchObject({
      code: 'invalid_state',
    });
    const actions = (await entriesOf(db, organizerId)).map(({ action }) => action);
    expect(actions.sort()).toEqual(['key.create', 'key.grant', 'key.revoke']);
  });

  test('has one entry for concurrent revocations of a key', async () => {
    const clock = new TestClock();
    const { id: organizerId } = await makeOrganizer(database.db, clock);
    const key = await createKey(database.db, { organizerId, origin: byOperator }, newKey, policy, clock);
    await Promise.all(
      Array.from({ length: 8 }, () => revokeKey(database.db, { organizerId, origin: byOperator }, key.id, clock)),
    );
    const entries = await listAudit(database.db, organizerId, { limit });
    expect(entries.filter(({ action }) => action === 'key.revoke')).toHaveLength(1);
  });

  test('rolls back a change that it cannot record', async () => {
    const { db } = database;
    const clock = new TestClock();
    const { id: organizerId } = await makeOrganizer(db, clock);
    const key = await createKey(db, { organizerId, origin: byOperator }, newKey, policy, clock);
    const rows = () => db.selectFrom('api_keys').selectAll().where('organizer_id', '=', organizerId).execute();
    const rowsBefore = await rows();
    await sql`alter table audit_entries rename to audit_entries_renamed`.execute(db);
    try {
      await expect(createKey(db, { organizerId, origin: byOperator }, newKey, policy, clock)).rejects.toThrow(
        /audit_entries/,
      );
      await expect(rollAnyKey({ db, clock }, organizerId, key.id, 0)).rejects.toThrow(/audit_entries/);
      await expect(revokeKey(db, { organizerId, origin: byOperator }, key.id, clock)).rejects.toThrow(/audit_entries/);
      const grant = { grant: 'orders:read:pii' };
      await expect(changeGrant(db, { organizerId, origin: byOperator }, key.id, grant, policy, clock)).rejects.toThrow(
        /audit_entries/,
      );
    } finally {
      await sql`alter table audit_entries_renamed rename to audit_entries`.execute(db);
    }
    expect(await rows()).toEqual(rowsBefore);
  });

  test("lists only the organizer's entries, newest first, filtered by since and limit", async () => {
    const clock = new TestClock('2026-11-20T09:00:00.000Z');
    const [organizer, otherOrganizer] = [
      await makeOrganizer(database.db, clock),
      await makeOrganizer(database.db, clock),
    ];
    for (const { id, slug } of [organizer, otherOrganizer]) {
      for (let number = 0; number < 4; number += 1) {
        const at = new Date(clock.now() + Math.floor(number / 2) * 1_000).toISOString();
        const entry = { action: 'key.revoke' as const, details: {}, at };
        await recordAudit(
          database.db,
          { organizerId: id, origin: byOperator },
          { ...entry, subject: `${slug} ${number}` },
        );
      }
    }
    const subjects = async (query: { since?: string; limit: number }) =>
      (await entriesOf(database.db, organizer.id, query)).map(({ subject }) => subject);
    const all = [3, 2, 1, 0].map((number) => `${organizer.slug} ${number}`);
    expect(await subjects({ limit })).toEqual(all);
    expect(await subjects({ limit: 3 })).toEqual(all.slice(0, 3));
    expect(await subjects({ limit, since: '2026-11-20T09:00:01.000Z' })).toEqual(all.slice(0, 2));
    expect(await subjects({ limit, since: '2026-11-20T09:00:01.001Z' })).toEqual([]);
  });
});
