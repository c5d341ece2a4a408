import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { endSessions } from '../src/features/accounts/sessions.ts';
import { byOperator } from '../src/features/audit/index.ts';
import { scanTicket } from '../src/features/gate/index.ts';
import { LiveHub } from '../src/features/live/live-hub.ts';
import { OrganizerFeed } from '../src/features/live/organizer-feed.ts';
import { payOrder } from '../src/features/orders/index.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import { startFiguresWorker } from '../src/features/sales-figures/worker.ts';
import { systemClock } from '../src/platform/clock.ts';
import { EventStream } from '../src/platform/http/event-stream.ts';
import { createLogTo } from '../src/platform/log.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { type DashboardClient, dashboardOrigin, signIn } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { makeGate, makeScanner } from './harness/gates.ts';
import { TestClock } from './harness/test-clock.ts';
import { waitUntil } from './harness/wait.ts';
import { makeEndpoint } from './harness/webhooks.ts';

/** An open stream. */
interface Stream {
  readonly events: { event: string; data: Record<string, unknown> }[];
  readonly isEnded: () => boolean;
  close(): void;
}

const types = ({ events }: Stream) => events.map(({ event, data }) => data['type'] ?? event);

describeOnBoth('the live stream', (kind) => {
  const t = useDatabase(kind);
  let app: TestApp;
  let organizer: Organizer;
  let streams: Stream[];
  beforeEach(async () => {
    streams = [];
    app = await startApp({ db: t.db });
    organizer = await makeOrganizer(t.db);
    await importAll(t.db, organizer, [
      ...raceLines(),
      ...[1, 2, 3].map((n) => orderLine(`order-${n}`, { status: 'pending' })),
    ]);
  });
  afterEach(async () => {
    for (const stream of streams) stream.close();
    await app.close();
  });

  const member = (role: 'owner' | 'manager' | 'developer' | 'viewer', of = organizer) =>
    signIn({ url: app.url, db: t.db }, { organizer: of, role });

  async function open({ cookie }: DashboardClient, slug = organizer.slug): Promise<Stream> {
    const abort = new AbortController();
    const response = await fetch(`${app.url}/dashboard/api/organizers/${slug}/live`, {
      headers: { cookie, origin: dashboardOrigin },
      signal: abort.signal,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    let isEnded = false;
    const stream: Stream = { events: [], isEnded: () => isEnded, close: () => abort.abort() };
    streams.push(stream);
    const read = async () => {
      let text = '';
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        const blocks = text.split('\n\n');
        text = blocks.pop()!;
        for (const block of blocks) {
          const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
          if (event !== undefined) stream.events.push({ event, data: JSON.parse(data!) });
        }
      }
    };
    read()
      .catch(() => {})
      .finally(() => {
        isEnded = true;
      });
    await waitUntil(() => types(stream).includes('ready'));
    return stream;
  }

  async function payNext(n: number): Promise<string> {
    const { order_number } = await t.db
      .selectFrom('orders')
      .select('order_number')
      .where('organizer_id', '=', organizer.id)
      .where('external_id', '=', `order-${n}`)
      .executeTakeFirstOrThrow();
    await payOrder(t.db, organizerScope(organizer.id, systemClock, byOperator), order_number);
    return order_number;
  }

  test('sends a payment to each tab, as far as its role may read it, and nothing to other organizers', async () => {
    const worker = startFiguresWorker({ db: t.db, log: createLogTo('silent', { write: () => {} }).logger });
    const other = await makeOrganizer(t.db);
    const [manager, viewer, stranger] = [
      await open(await member('manager')),
      await open(await member('viewer')),
      await open(await member('owner', other), other.slug),
    ];
    const orderNumber = await payNext(1);
    await waitUntil(() => types(manager).includes('figures') && types(viewer).includes('figures'));
    await worker.stop();
    await waitUntil(() => types(manager).includes('order.paid'));
    const { data } = manager.events.find(({ data }) => data['type'] === 'order.paid')!;
    expect(data).toMatchObject({ orderNumber, status: 'paid', total: 2_000, currency: 'EUR' });
    expect(JSON.stringify(manager.events)).not.toMatch(/@example\.com|Ada/);
    expect(types(viewer).filter((type) => String(type).startsWith('order.'))).toEqual([]);
    expect(types(stranger)).toEqual(['ready']);
  });

  test('announces changes of webhooks to members who may read them', async () => {
    const [developer, manager] = [await open(await member('developer')), await open(await member('manager'))];
    await makeEndpoint(t.db, organizer.id, 'https://1.1.1.1/hooks');
    await waitUntil(() => types(developer).includes('webhooks'));
    await payNext(3);
    await waitUntil(() => types(manager).includes('order.paid'));
    expect(types(manager)).not.toContain('webhooks');
  });

  test('announces each scan, refused ones too, to members who may read figures, and to no other organizer', async () => {
    const other = await makeOrganizer(t.db);
    const viewer = await open(await member('viewer'));
    const stranger = await open(await member('owner', other), other.slug);
    const gate = await makeGate(t.db, organizer);
    const scanner = await makeScanner(t.db, organizer);
    for (const count of [1, 2]) {
      const scan = { qrValue: 'no such ticket', gateId: gate.id, direction: 'entry', nonce: `nonce-${count}` } as const;
      const time = { organizerId: organizer.id, clock: systemClock };
      await scanTicket(t.db, time, scanner, { ...scan, scannedAt: '2026-11-20T09:00:00Z' });
      await waitUntil(() => types(viewer).filter((type) => type === 'scans').length === count);
    }
    expect(types(viewer)).toEqual(['ready', 'scans', 'scans']);
    expect(types(stranger)).toEqual(['ready']);
  });

  test('ends at once, not only at the next heartbeat, when the session or the membership ends', async () => {
    const { setInterval: startInterval } = globalThis;
    const noHeartbeat = vi
      .spyOn(globalThis, 'setInterval')
      .mockImplementation((work, ms) => startInterval(ms === 10_000 ? () => {} : work, ms));
    onTestFinished(() => noHeartbeat.mockRestore());
    const owner = await member('owner');
    const [removed, signedOut] = [await member('viewer'), await member('viewer')];
    const [removedTab, signedOutTab, ownTab] = [await open(removed), await open(signedOut), await open(owner)];
    expect(noHeartbeat).toHaveBeenCalledWith(expect.any(Function), 10_000);
    expect((await owner.delete(`/members/${removed.userId}`)).status).toBe(200);
    await t.db.transaction().execute((tx) => endSessions(tx, { id: signedOut.userId, email: signedOut.email }));
    await waitUntil(() => removedTab.isEnded() && signedOutTab.isEnded());
    expect(types(removedTab).at(-1)).toBe('ended');
    expect(types(signedOutTab).at(-1)).toBe('ended');
    expect(ownTab.isEnded()).toBe(false);
  });

  test('a further tab of a user closes the oldest one, and no session opens none', async () => {
    const owner = await member('owner');
    const tabs: Stream[] = [];
    for (let n = 0; n < 9; n += 1) tabs.push(await open(owner));
    await waitUntil(() => tabs[0]!.isEnded());
    expect(types(tabs[0]!)).toEqual(['ready', 'replaced']);
    expect(tabs.filter((tab) => tab.isEnded())).toHaveLength(1);
    expect((await app.request(`/dashboard/api/organizers/${organizer.slug}/live`)).status).toBe(401);
  });

  test('a client that disconnected during its authentication has no subscription', async () => {
    const clock = new TestClock();
    const hub = new LiveHub(t.db, clock);
    const checkedTabs = new Set<string>();
    const subscribedTabs = new Set<string>();
    const server = createServer(async (request, response) => {
      const userId = request.url!;
      if (userId === '/closed') {
        request.socket.destroy();
        await once(response, 'close');
      }
      const readPermissions = async () => new Set(checkedTabs.add(userId));
      const stream = new EventStream(response, {});
      await hub.subscribe({ topic: organizer.id, owner: userId, stream, permissions: new Set(), readPermissions });
      subscribedTabs.add(userId);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(fetch(`http://127.0.0.1:${port}/closed`)).rejects.toThrow();
    await waitUntil(() => subscribedTabs.has('/closed'));
    const tab = await fetch(`http://127.0.0.1:${port}/open`);
    await waitUntil(() => subscribedTabs.has('/open'));
    clock.advance(10_000);
    await payNext(1);
    await waitUntil(() => checkedTabs.has('/open'));
    expect([...checkedTabs]).toEqual(['/open']);
    await tab.body!.cancel();
    await hub.close();
    server.close();
  });

  test('a change is sent after a read that failed', async () => {
    let isFailing = false;
    const failure: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (isFailing && JSON.stringify(node).includes('figure_watermarks')) throw new Error('unavailable');
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const feed = new OrganizerFeed(t.db.withPlugin(failure), organizer.id, systemClock);
    await feed.start();
    await payNext(1);
    isFailing = true;
    await expect(feed.readChanges()).rejects.toThrow('unavailable');
    isFailing = false;
    const changes = await feed.readChanges();
    expect(changes.map(({ data }) => data)).toContainEqual(expect.objectContaining({ type: 'order.paid' }));
  });

  test('ends when the server stops, and the next server continues', async () => {
    const owner = await member('owner');
    const tab = await open(owner);
    await app.close();
    await waitUntil(() => tab.isEnded());
    app = await startApp({ db: t.db });
    const next = await open(owner);
    await payNext(2);
    await waitUntil(() => types(next).includes('order.paid'));
  });
});
