import type { KyselyPlugin } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { byOperator, listAudit } from '../src/features/audit/index.ts';
import { payOrder, refundOrder } from '../src/features/orders/index.ts';
import { changeSlug, createOrganizer, getOrganizer, type Organizer } from '../src/features/organizers/index.ts';
import { issueBuyerToken } from '../src/features/otp/buyer-tokens.ts';
import { openSandboxOf } from '../src/features/sandboxes/index.ts';
import type { LineFailure } from '../src/features/transfer/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { startApp, testSecrets, useApp } from './harness/app.ts';
import { type DashboardClient, signIn, signInOperator } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { exportLines, importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { queuedMails } from './harness/mails.ts';
import { baseUrl, expectFieldProblem, expectProblem, type TestResponse } from './harness/responses.ts';
import { waitUntil } from './harness/wait.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface EventBody {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly posterUrl: string | null;
  readonly ticketTypes: { id: string; name: string; sold: number; price: number }[];
  readonly addons: { id: string; name: string; sold: number }[];
}

interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly isOperator: boolean;
}

const bodyOf = <T = Record<string, unknown>>({ text }: TestResponse) => JSON.parse(text) as T;
/** The rows of all pages of a list. */
async function listPages<T>(client: DashboardClient, path: string): Promise<T[]> {
  const rows: T[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const response: TestResponse = await client.get(cursor === '' ? path : `${path}&cursor=${cursor}`);
    const { data, nextCursor } = bodyOf<{ data: T[]; nextCursor: string | null }>(response);
    rows.push(...data);
    cursor = nextCursor;
  }
  return rows;
}

const names = (offers: readonly { name: string }[]) => offers.map(({ name }) => name);

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

describeOnBoth('the dashboard of an organizer', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db }));
  let organizer: Organizer;
  let owner: DashboardClient;
  let event: EventBody;
  const member = (role: 'owner' | 'manager' | 'developer' | 'viewer', of = organizer) =>
    signIn({ url: app.url, db: t.db }, { organizer: of, role });
  beforeEach(async () => {
    organizer = await makeOrganizer(t.db);
    owner = await member('owner');
    await importAll(t.db, organizer, [...raceLines(), orderLine('one'), orderLine('two', { status: 'pending' })]);
    event = bodyOf<{ data: EventBody[] }>(await owner.get('/events')).data[0]!;
  });

  const upload = (client: DashboardClient, content: Buffer, type = 'image/png') =>
    client.request(`/dashboard/api/organizers/${organizer.slug}/events/${event.id}/poster`, {
      method: 'PUT',
      body: new Uint8Array(content),
      headers: { 'content-type': type },
    });

  test('creates, changes and publishes events by the rules of the API', async () => {
    const created = await owner.post('/events', { name: 'Concert', startsAt: '2083-06-01T18:00:00Z' });
    expect(created.status).toBe(201);
    const { id, status } = bodyOf<EventBody>(created);
    expect(status).toBe('draft');
    expect(created.headers.get('location')).toBe(`${baseUrl}/dashboard/api/organizers/${organizer.slug}/events/${id}`);
    const tooEarly = await owner.patch(`/events/${id}`, { status: 'published' });
    expect(bodyOf(tooEarly)).toMatchObject({ code: 'invalid_state' });
    const type = await owner.post(`/events/${id}/ticket-types`, { name: 'Seat', price: 2_500, quantity: 10 });
    expect(type.status).toBe(201);
    expect(bodyOf(await owner.patch(`/events/${id}`, { status: 'published' }))).toMatchObject({ status: 'published' });
    for (const role of ['developer', 'viewer'] as const) {
      const client = await member(role);
      expect((await client.get('/events')).status).toBe(200);
      expect((await client.post('/events', { name: 'X', startsAt: '2083-06-01T18:00:00Z' })).status).toBe(403);
    }
  });

  test('the audit log has each change to events with its member or its API key', async () => {
    const { id, key } = await makeKey(t.db, organizer.id, { granted: ['events:write'] });
    const headers = { 'content-type': 'application/json' };
    const patch = { method: 'PATCH', key, headers, body: '{"name":"By key"}' };
    expect((await app.request(`/api/v1/events/${event.id}`, patch)).status).toBe(200);
    expect((await upload(owner, png)).status).toBe(200);
    const entries = bodyOf<{ data: Record<string, unknown>[] }>(await owner.get('/audit?limit=2')).data;
    expect(entries).toMatchObject([
      { action: 'event.set_poster', actor: owner.userId, subject: event.id, address: '127.0.0.1' },
      { action: 'event.update', actor: id, subject: event.id, address: '127.0.0.1', details: { changed: ['name'] } },
    ]);
  });

  test('duplicates an event as a draft without sales', async () => {
    const copied = await owner.post(`/events/${event.id}/copies`, {
      name: 'Next race',
      startsAt: '2084-05-01T06:00:00Z',
    });
    expect(copied.status).toBe(201);
    const copy = bodyOf<EventBody>(copied);
    expect(copy).toMatchObject({ name: 'Next race', status: 'draft' });
    expect(copy.id).not.toBe(event.id);
    expect(names(copy.ticketTypes)).toEqual(names(event.ticketTypes));
    expect(names(copy.addons)).toEqual(names(event.addons));
    expect(copy.ticketTypes.map(({ price, sold }) => ({ price, sold }))).toEqual([
      { price: 2_000, sold: 0 },
      { price: 3_500, sold: 0 },
    ]);
    const other = await makeOrganizer(t.db);
    const stranger = await member('owner', other);
    expect(
      (await stranger.post(`/events/${event.id}/copies`, { name: 'X', startsAt: '2084-05-01T06:00:00Z' })).status,
    ).toBe(404);
  });

  test('changes the sequence of ticket types, and rejects a sequence that does not name each of them once', async () => {
    const ids = event.ticketTypes.map(({ id }) => id);
    const path = `/events/${event.id}/ticket-types/sequence`;
    const changed = bodyOf<EventBody>(await owner.put(path, { ids: ids.toReversed() }));
    expect(changed.ticketTypes.map(({ id }) => id)).toEqual(ids.toReversed());
    for (const wrong of [[ids[0]!], [ids[0]!, ids[0]!], [...ids, event.addons[0]!.id]]) {
      expect(bodyOf(await owner.put(path, { ids: wrong }))).toMatchObject({ reason: 'offers_changed' });
    }
    const stored = bodyOf<EventBody>(await owner.get(`/events/${event.id}`));
    expect(stored.ticketTypes.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  test('stores a poster that everyone can read at a URL whose content never changes', async () => {
    const { posterUrl } = bodyOf<EventBody>(await upload(owner, png));
    expect(posterUrl).toMatch(/^https:\/\/tickets\.example\.com\/posters\/org_\w+\/[0-9a-f]{32}\.png$/);
    const path = posterUrl!.slice(baseUrl.length);
    const response = await app.request(path);
    expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const other = Buffer.concat([png, Buffer.from([0])]);
    expect(bodyOf<EventBody>(await upload(owner, other)).posterUrl).not.toBe(posterUrl);
    expect((await app.request(path)).status).toBe(404);
  });

  test('deletes a poster when no event uses it any more', async () => {
    const { posterUrl } = bodyOf<EventBody>(await upload(owner, png));
    const statusOf = async () => (await app.request(posterUrl!.slice(baseUrl.length))).status;
    const copied = await owner.post(`/events/${event.id}/copies`, { name: 'Next', startsAt: '2084-05-01T06:00:00Z' });
    const { id: copyId } = bodyOf<EventBody>(copied);
    await upload(owner, Buffer.concat([png, Buffer.from([0])]));
    expect(await statusOf()).toBe(200);
    await owner.patch(`/events/${copyId}`, { description: 'Again' });
    expect(await statusOf()).toBe(200);
    await owner.patch(`/events/${copyId}`, { posterUrl: null });
    expect(await statusOf()).toBe(404);
  });

  test('an export contains uploaded posters, and an import stores them with the URL of its server', async () => {
    await upload(owner, png);
    const { id } = bodyOf<EventBody>(
      await owner.post('/events', {
        name: 'Other',
        startsAt: '2084-05-01T06:00:00Z',
        posterUrl: 'https://a.example/b.png',
      }),
    );
    const lines = await exportLines(t.db, organizer.id);
    const other = await makeOrganizer(t.db);
    expect((await importAll(t.db, other, lines)).created).toMatchObject({ event: 2, poster: 1 });
    expect(await exportLines(t.db, other.id)).toEqual(lines);
    const stranger = await member('owner', other);
    const { data } = bodyOf<{ data: EventBody[] }>(await stranger.get('/events'));
    const { posterUrl } = data.find(({ name }) => name === event.name)!;
    expect(posterUrl).toContain(`${baseUrl}/posters/${other.id}/`);
    const response = await app.request(posterUrl!.slice(baseUrl.length));
    expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true);
    expect(data.find(({ name }) => name === 'Other')).toMatchObject({ posterUrl: 'https://a.example/b.png' });
    expect(await importAll(t.db, other, lines)).toMatchObject({ created: { poster: 0 }, unchanged: lines.length });
    const failures: LineFailure[] = [];
    const wrong = { type: 'poster' as const, externalId: 'x', eventId: id, content: 'bm8gaW1hZ2U=' };
    await importAll(t.db, organizer, [wrong], systemClock, failures);
    expect(failures).toMatchObject([{ externalId: 'x', errors: [{ path: 'content' }] }]);
  });

  test('rejects posters that are not images or too large, of any declared type', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect(bodyOf(await upload(owner, svg))).toMatchObject({ reason: 'not_an_image' });
    const unsupported = await upload(owner, svg, 'image/svg+xml');
    const types = ['image/png', 'image/jpeg', 'image/webp'];
    expect(unsupported.status).toBe(415);
    expect(bodyOf(unsupported)).toMatchObject({ reason: 'unsupported_body_type', params: { types } });
    const large = Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024 + 1 - png.length)]);
    for (const content of [large, Buffer.concat([large, large])]) {
      const rejected = await upload(owner, content);
      expect(rejected.status).toBe(413);
      expect(bodyOf(rejected)).toMatchObject({ reason: 'body_too_large', params: { bytesMax: 2 * 1024 * 1024 } });
      expect(rejected.text).toContain('larger than 2 MiB');
    }
    expect((await upload(await member('viewer'), png)).status).toBe(403);
    expect(bodyOf<EventBody>(await owner.get(`/events/${event.id}`)).posterUrl).toBeNull();
  });

  test('shows the ledger of a settlement in pages and as CSV, in the sequence of its entries', async () => {
    const { order_number } = await t.db
      .selectFrom('orders')
      .select('order_number')
      .where('organizer_id', '=', organizer.id)
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    await payOrder(t.db, organizerScope(organizer.id, systemClock, byOperator), order_number);
    await refundOrder(t.db, organizerScope(organizer.id, systemClock, byOperator), order_number, []);
    const path = `/settlements/${event.id}`;
    expect(bodyOf(await owner.get(path))).toMatchObject({
      gross: 4_000,
      refunds: 2_000,
      collectedByPlatform: 2_000,
      collectedByOrganizer: 0,
      balance: 2_000,
      status: 'open',
    });
    const entries: Record<string, unknown>[] = [];
    let cursor = '';
    do {
      const page = bodyOf<{ data: Record<string, unknown>[]; nextCursor: string | null }>(
        await owner.get(`${path}/ledger?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`),
      );
      entries.push(...page.data);
      cursor = page.nextCursor ?? '';
    } while (cursor !== '');
    expect(entries.map(({ position, kind, receivedBy, change }) => [position, kind, receivedBy, change])).toEqual([
      [3, 'refund', 'organizer', 0],
      [2, 'sale', 'organizer', 0],
      [1, 'sale', 'platform', 2_000],
    ]);
    const csv = await owner.get(`${path}/ledger.csv`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = csv.text.split('\r\n');
    expect(lines.at(-1)).toBe('');
    expect(lines.slice(1, -1).map((line) => line.split(',').filter((_, index) => [0, 2, 3].includes(index)))).toEqual([
      ['1', 'sale', expect.any(String)],
      ['2', 'sale', order_number],
      ['3', 'refund', order_number],
    ]);
    expect((await (await member('developer')).get(path)).status).toBe(403);
    const stranger = await member('owner', await makeOrganizer(t.db));
    for (const suffix of ['', '/ledger', '/ledger.csv'])
      expect((await stranger.get(`${path}${suffix}`)).status).toBe(404);
  });

  test('changes settings by the rules of the command line, with an audit entry', async () => {
    const wrong = await owner.patch('/settings/profile', { iban: 'DE00', contactEmail: 'hello@example.com' });
    expect(bodyOf(wrong)).toMatchObject({ reason: 'invalid_settings', errors: [{ path: 'iban' }] });
    const changed = await owner.patch('/settings/profile', {
      contactEmail: 'hello@example.com',
      accentColor: '#0B6E99',
    });
    expect(bodyOf(changed)).toMatchObject({
      profile: { contactEmail: 'hello@example.com', accentColor: '#0b6e99', iban: null },
    });
    const limits = await owner.patch('/settings/hold-limits', { perEmail: 4 });
    expect(bodyOf(limits)).toMatchObject({ holdLimits: { perAddress: null, perEmail: 4 } });
    const viewer = await member('viewer');
    expect(bodyOf(await viewer.get('/settings'))).toMatchObject({
      holdLimits: { perEmail: 4 },
      feePolicy: { paidBy: 'buyer' },
    });
    expect((await viewer.patch('/settings/profile', { contactEmail: '' })).status).toBe(403);
    const entries = await t.db
      .selectFrom('audit_entries')
      .select(['action', 'actor'])
      .where('organizer_id', '=', organizer.id)
      .where('actor', '=', owner.userId)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['organizer.update', 'organizer.set_hold_limits']);
  });

  test('exports the same lines as the command line, to owners only', async () => {
    const response = await owner.get('/export.jsonl');
    expect(response.status).toBe(200);
    expect(response.text.split('\n').slice(0, -1)).toEqual(await exportLines(t.db, organizer.id));
    for (const role of ['manager', 'developer', 'viewer'] as const) {
      expect((await (await member(role)).get('/export.jsonl')).status).toBe(403);
    }
  });

  test('one export of an organizer runs at a time, and an export that nobody reads does not stop those of others', async () => {
    const gate = Promise.withResolvers<void>();
    const exportQueries = new WeakSet<object>();
    let running = 0;
    const holdExports: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        if (JSON.stringify(node).includes('from events as t ')) exportQueries.add(queryId);
        return node;
      },
      transformResult: async ({ result, queryId }) => {
        if (!exportQueries.has(queryId)) return result;
        running += 1;
        await gate.promise;
        return result;
      },
    };
    const held = await startApp({ db: t.db.withPlugin(holdExports) });
    const client = await signIn({ url: held.url, db: t.db }, { organizer, role: 'owner' });
    const ownExport = client.get('/export.jsonl');
    await waitUntil(() => running === 1);
    expectProblem(await client.get('/export.jsonl'), 409, 'invalid_state');
    const others = await Promise.all(
      Array.from({ length: 4 }, async () =>
        signIn({ url: held.url, db: t.db }, { organizer: await makeOrganizer(t.db), role: 'owner' }),
      ),
    );
    const otherExports = others.slice(0, 3).map((other) => other.get('/export.jsonl'));
    await waitUntil(() => running === 4);
    expectProblem(await others[3]!.get('/export.jsonl'), 503, 'unavailable');
    gate.resolve();
    const ended = await Promise.all([ownExport, ...otherExports]);
    expect(ended.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await client.get('/export.jsonl')).status).toBe(200);
    await held.close();
  });

  test('the operator creates organizers, sets fees, and finalizes and pays out settlements; other users do not', async () => {
    const operator = await signInOperator({ url: app.url, db: t.db });
    const slug = `new-${organizer.slug}`;
    const newOrganizer = { name: 'New', slug, currency: 'EUR', timezone: 'Europe/Berlin' };
    expect((await operator.post('/organizers', newOrganizer)).status).toBe(201);
    expect(bodyOf(await operator.post('/organizers', newOrganizer))).toMatchObject({ reason: 'organizer_slug_taken' });
    const fees = {
      platformFeeBps: 250,
      platformFeeFixed: 49,
      paymentFeeBps: 0,
      paymentFeeFixed: 0,
      taxBps: 0,
      taxMode: 'included',
      paidBy: 'organizer',
    };
    expect(bodyOf(await operator.put(`/organizers/${slug}/fees`, fees))).toMatchObject({ slug, feePolicy: fees });
    const settlement = `/organizers/${organizer.slug}/settlements/${event.id}`;
    expect(bodyOf(await operator.post(`${settlement}/payouts`, { amount: 1 }))).toMatchObject({
      reason: 'settlement_not_final',
    });
    expect(bodyOf(await operator.post(`${settlement}/finalize?beforeEnd=true`))).toMatchObject({
      status: 'final',
      balance: 2_000,
    });
    const due = async () =>
      (await listPages<{ eventId: string }>(operator, '/payouts?limit=1')).filter(
        ({ eventId }) => eventId === event.id,
      );
    const account = { holder: organizer.name, iban: null, bic: null };
    expect(await due()).toMatchObject([{ organizerSlug: organizer.slug, balance: 2_000, account }]);
    expect(bodyOf(await operator.post(`${settlement}/payouts`, { amount: 2_001 }))).toMatchObject({
      reason: 'payout_out_of_range',
    });
    // The form repeats a request whose response was lost, with the same key.
    const partly = {
      method: 'POST',
      body: JSON.stringify({ amount: 500, reference: 'Nov 1' }),
      headers: { 'content-type': 'application/json', 'idempotency-key': 'payout-nov-1' },
    };
    for (const _ of [1, 2]) {
      const paid = await operator.request(`/dashboard/api/operator${settlement}/payouts`, partly);
      expect(bodyOf(paid)).toMatchObject({ status: 'final', balance: 1_500 });
    }
    expect(await due()).toMatchObject([{ balance: 1_500 }]);
    expect(bodyOf(await operator.post(`${settlement}/payouts`, { amount: 1_500, reference: 'Nov 2' }))).toMatchObject({
      status: 'paid',
    });
    expect(await due()).toEqual([]);
    const health = bodyOf(await operator.get('/health'));
    expect(health).toMatchObject({
      database: { kind, sizeBytes: expect.any(Number) },
      queues: { webhooks: { due: 0 }, mails: expect.any(Object), refunds: { due: 0 } },
      migrations: expect.arrayContaining(['0001-initial-schema', '0008-figures']),
    });
  });

  test('an owner changes the slug; the old one leads to the organizer and its sandbox, and nobody else gets it', async () => {
    const own = await makeOrganizer(t.db);
    const otherOrganizer = await makeOrganizer(t.db);
    const other = await signIn(app, { organizer: otherOrganizer, role: 'owner' });
    const owner = await signIn(app, { organizer: own, role: 'owner' });
    const { key } = await makeKey(t.db, own.id);
    const sandbox = await openSandboxOf(t.db, own.slug, systemClock, byOperator);
    const at = async (client: DashboardClient, slug: string) =>
      (await client.request(`/dashboard/api/organizers/${slug}/settings`)).text;
    const [before, slug] = [own.slug, `${own.slug}-renamed`];
    for (const invalid of ['Über', 'a.test', '']) {
      expectFieldProblem(await owner.put('/settings/slug', { slug: invalid }), 'slug');
    }
    const taken = { slug: otherOrganizer.slug };
    expect(expectProblem(await owner.put('/settings/slug', taken), 409, 'invalid_state').reason).toBe(
      'organizer_slug_taken',
    );
    expect(bodyOf(await owner.put('/settings/slug', { slug }))).toMatchObject({ slug });
    for (const known of [before, slug]) {
      expect(JSON.parse(await at(owner, known))).toMatchObject({ slug });
      expect(JSON.parse(await at(owner, `${known}.test`))).toMatchObject({ slug: `${slug}.test` });
      expect(await getOrganizer(t.db, `${known}.test`)).toMatchObject({ id: sandbox.id });
      expect(expectProblem(await other.put('/settings/slug', { slug: known }), 409, 'invalid_state').reason).toBe(
        'organizer_slug_taken',
      );
      expect(JSON.parse(await at(other, known))).toMatchObject({ reason: 'organizer_not_found' });
    }
    const inSandbox = await owner.request(`/dashboard/api/organizers/${slug}.test/settings/slug`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ slug: 'sandbox' }),
    });
    expect(bodyOf(inSandbox)).toMatchObject({ reason: 'live_only' });
    const newOrganizer = { name: 'New', slug: before, currency: 'EUR', timezone: 'UTC' };
    await expect(createOrganizer(t.db, systemClock, newOrganizer, byOperator)).rejects.toMatchObject({
      reason: 'organizer_slug_taken',
    });
    for (const plane of ['v1', 'embed/v1']) {
      expect((await app.request(`/api/${plane}/events`, { key })).status).toBe(200);
    }
    expect(await listAudit(t.db, own.id, { limit: 1 })).toMatchObject([
      { action: 'organizer.update', actor: owner.userId, details: { slug, before } },
    ]);

    // A sandbox has the old slugs of its organizer, also those from before it was created.
    const slugs = [otherOrganizer.slug, `${otherOrganizer.slug}-2`, `${otherOrganizer.slug}-3`] as const;
    await changeSlug(t.db, organizerScope(otherOrganizer.id, systemClock, byOperator), slugs[1]);
    const otherSandbox = await openSandboxOf(t.db, slugs[1], systemClock, byOperator);
    await changeSlug(t.db, organizerScope(otherOrganizer.id, systemClock, byOperator), slugs[2]);
    for (const known of slugs) expect(await getOrganizer(t.db, `${known}.test`)).toMatchObject({ id: otherSandbox.id });

    // Back to the old slug; of several that want the same slug, one gets it.
    expect(bodyOf(await owner.put('/settings/slug', { slug: before }))).toMatchObject({ slug: before });
    const wanted = `${before}-wanted`;
    const wanting = await Promise.all(
      Array.from({ length: 4 }, async () => signIn(app, { organizer: await makeOrganizer(t.db), role: 'owner' })),
    );
    const responses = await Promise.all(wanting.map((client) => client.put('/settings/slug', { slug: wanted })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test('the operator finds organizers by a part of their name or slug, page by page', async () => {
    const operator = await signInOperator({ url: app.url, db: t.db });
    for (const name of ['Hundert % Laufen', 'Hundert Meilen', 'Ärzte']) {
      const { currency, timezone } = organizer;
      await createOrganizer(t.db, systemClock, { name, slug: slugOf(name), currency, timezone }, byOperator);
    }
    const found = async (query: string) =>
      names(await listPages<{ name: string }>(operator, `/organizers?limit=1&${query}`));
    expect(await found(`text=${encodeURIComponent('Hundert %')}`)).toEqual(['Hundert % Laufen']);
    expect(await found('text=hundert')).toEqual(['Hundert % Laufen', 'Hundert Meilen']);
    expect(await found(`text=${encodeURIComponent('Ärz')}`)).toEqual(['Ärzte']);
    expect(await found('text=meilen')).toEqual(['Hundert Meilen']);
    await operator.post(`/organizers/${slugOf('Hundert Meilen')}/suspend`);
    expect(await found('text=hundert&status=suspended')).toEqual(['Hundert Meilen']);
    expect(await found('text=hundert&status=active')).toEqual(['Hundert % Laufen']);
  });

  test('buyers and members can buy nothing from a suspended organizer, until the operator resumes it', async () => {
    const operator = await signInOperator({ url: app.url, db: t.db });
    const { ticketTypes } = bodyOf<EventBody>(await owner.patch(`/events/${event.id}`, { status: 'published' }));
    const items = [{ ticketTypeId: ticketTypes[0]!.id, quantity: 1 }];
    const buyer = { email: 'ada@example.com' };
    const sendAsBuyer = (path: string, body: object) =>
      app.request(`/api/public/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const reserve = () => sendAsBuyer('reserve', { eventId: event.id, items, buyer });
    const reserved = await (await reserve()).json();
    const { token: buyerToken } = issueBuyerToken(testSecrets, buyer.email, systemClock.now());
    const { orderNumber, reservationToken } = reserved as { orderNumber: string; reservationToken: string };
    const pay = () => sendAsBuyer('pay', { orderNumber, reservationToken, buyerToken, method: 'test' });
    const buy = async () => {
      const page = await app.request(`/e/${event.id}`);
      const fromPage = await reserve();
      const byHand = await owner.post('/orders', { eventId: event.id, items, buyer, sale: 'box_office' });
      return [page.status, fromPage.status, byHand.status];
    };
    expect(await buy()).toEqual([200, 201, 201]);
    const [manager, disabledOwner] = [await member('manager'), await member('owner')];
    await operator.post(`/users/${disabledOwner.userId}/disable`);
    const settings = await operator.post(`/organizers/${organizer.slug}/suspend`);
    expect(bodyOf(settings)).toMatchObject({ slug: organizer.slug, suspendedAt: expect.any(String) });
    expect(await buy()).toEqual([404, 404, 409]);
    expect(await (await pay()).json()).toMatchObject({ reason: 'sale_closed' });
    await operator.post(`/organizers/${organizer.slug}/suspend`);
    const account = await owner.request('/dashboard/api/account/me');
    expect(bodyOf(account)).toMatchObject({ organizers: [{ slug: organizer.slug, isSuspended: true }] });
    expect((await owner.get('/orders')).status).toBe(200);
    await operator.post(`/organizers/${organizer.slug}/resume`);
    expect(await buy()).toEqual([200, 201, 201]);
    expect(await (await pay()).json()).toMatchObject({ status: 'paid' });
    const mails = await queuedMails(t.db, 'suspension', owner.email);
    expect(mails).toMatchObject([
      { organizerName: organizer.name, isSuspended: true },
      { organizerName: organizer.name, isSuspended: false },
    ]);
    for (const other of [manager, disabledOwner]) {
      expect(await queuedMails(t.db, 'suspension', other.email)).toEqual([]);
    }
  });

  test('the operator finds users with their organizers, and disables and enables them', async () => {
    const operator = await signInOperator({ url: app.url, db: t.db });
    const manager = await member('manager');
    const text = encodeURIComponent(manager.email.toUpperCase());
    const find = async (query = '') =>
      bodyOf<{ data: UserRow[] }>(await operator.get(`/users?text=${text}${query}`)).data;
    const listed = { id: manager.userId, email: manager.email, isOperator: false, disabledAt: null };
    const { slug, name } = organizer;
    expect(await find()).toMatchObject([{ ...listed, organizers: [{ slug, name, role: 'manager' }] }]);
    const disabled = await operator.post(`/users/${manager.userId}/disable`);
    expect(bodyOf(disabled)).toEqual({ id: manager.userId, disabledAt: expect.any(String) });
    expectProblem(await manager.get('/orders'), 401, 'not_signed_in');
    expect(await find('&status=active')).toEqual([]);
    expect(await find('&status=disabled')).toHaveLength(1);
    expect(bodyOf(await operator.post(`/users/${manager.userId}/enable`))).toMatchObject({ disabledAt: null });
    expect(await find()).toMatchObject([{ ...listed, organizers: [{ role: 'manager' }] }]);
    const entries = await listAudit(t.db, organizer.id, { limit: 2 });
    expect(entries).toMatchObject([
      { action: 'user.enable', actor: operator.userId, subject: manager.userId },
      { action: 'user.disable', actor: operator.userId, subject: manager.userId },
    ]);
    expect(bodyOf(await operator.post(`/users/${operator.userId}/disable`))).toMatchObject({ reason: 'own_user' });
    expect(bodyOf(await operator.post('/users/unknown/disable'))).toMatchObject({ reason: 'user_not_found' });
    for (const list of ['users', 'organizers', 'payouts', 'scope-requests']) {
      expect(bodyOf(await operator.get(`/${list}?cursor=unknown`)), list).toMatchObject({ reason: 'invalid_cursor' });
    }
    const operators = await listPages<UserRow>(operator, '/users?limit=1&isOperator=true');
    expect(operators.every(({ isOperator }) => isOperator)).toBe(true);
    expect(operators.map(({ id }) => id)).toContain(operator.userId);
    const emails = (await listPages<UserRow>(operator, '/users?limit=1')).map(({ email }) => email);
    expect(emails).toEqual([...new Set(emails)].sort());
    expect(emails).toEqual(expect.arrayContaining([manager.email, owner.email, operator.email]));
  });

  test('the operator manages the settings and members of an organizer, and finds no organizer that does not exist', async () => {
    const operator = await signInOperator({ url: app.url, db: t.db });
    const path = `/organizers/${organizer.slug}`;
    const { userId } = await member('viewer');
    expect((await operator.patch(`${path}/settings/hold-limits`, { perEmail: 3 })).status).toBe(200);
    expect((await operator.patch(`${path}/members/${userId}`, { role: 'manager' })).status).toBe(200);
    expect((await operator.post(`${path}/invitations`, { email: 'grace@example.com', role: 'owner' })).status).toBe(
      201,
    );
    expect((await operator.delete(`${path}/members/${owner.userId}`)).status).toBe(409);
    expect(bodyOf(await operator.get(`${path}/settings`))).toMatchObject({ holdLimits: { perEmail: 3 } });
    const { members, invitations } = bodyOf<{ members: { id: string; role: string }[]; invitations: object[] }>(
      await owner.get('/members'),
    );
    expect(members.find(({ id }) => id === userId)).toMatchObject({ role: 'manager' });
    expect(invitations).toHaveLength(1);
    const actors = await t.db
      .selectFrom('audit_entries')
      .select('action')
      .where('organizer_id', '=', organizer.id)
      .where('actor', '=', operator.userId)
      .orderBy('id')
      .execute();
    expect(actors.map(({ action }) => action)).toEqual(['organizer.set_hold_limits', 'member.set', 'member.invite']);
    expect(bodyOf(await operator.get('/organizers/unknown/settings'))).toMatchObject({ reason: 'organizer_not_found' });
  });
});
