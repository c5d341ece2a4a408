import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ImportLine } from '../../server/src/features/transfer/index.ts';
import { systemClock, timestamp } from '../../server/src/platform/clock.ts';
import { useApp } from '../../server/test/harness/app.ts';
import { describeOn, useDatabase } from '../../server/test/harness/databases.ts';
import { defined, first } from '../../server/test/harness/defined.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from '../../server/test/harness/fixtures.ts';
import { importTickets, makeDevice, makeGate } from '../../server/test/harness/gates.ts';
import { emitMany } from '../../server/test/harness/webhooks.ts';
import {
  InvalidRequestError,
  NotFoundError,
  type Order,
  Organizer,
  PermissionError,
  PreconditionFailedError,
} from '../src/index.ts';

/** A response whose body fails after some bytes. */
function breakAfter(response: Response, byteCount: number): Response {
  const reader = defined(response.body, 'The body').getReader();
  let remaining = byteCount;
  const breaking = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        if (remaining <= 0) return controller.error(new Error('The connection was reset.'));
        const { value } = await reader.read();
        if (value === undefined) return controller.close();
        controller.enqueue(value.subarray(0, remaining));
        remaining -= value.length;
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(breaking, response);
}

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const row of rows) collected.push(row);
  return collected;
}

// The lists, streams and writes of the server have suites on both databases.
describeOn('sqlite', 'the client of the SDK', (kind) => {
  const database = useDatabase(kind);
  const app = useApp(() => ({ db: database.db, rateLimits: { api: 1_000_000, public: 1_000_000 } }));

  /** Creates an organizer with the events of `raceLines`, and a client with a key that has all scopes. */
  async function createCaller(lines: ImportLine[] = []) {
    const organizer = await makeOrganizer(database.db);
    await importAll(database.db, organizer, [...raceLines(), ...lines]);
    const { key } = await makeKey(database.db, organizer.id, { granted: ['events:write', 'tickets:write'] });
    return { organizer, key, client: new Organizer({ baseUrl: app.url, apiKey: key }) };
  }

  test('iterates over all rows of a list that existed at the start, each once, while rows are added', async () => {
    const lines = (count: number, prefix: string) =>
      Array.from({ length: count }, (_, index) => orderLine(`${prefix}${index}`));
    const { organizer, client } = await createCaller(lines(30, 'old'));
    const expected = await collect(client.orders.list());
    const numbers: string[] = [];
    for await (const { orderNumber } of client.orders.list({ limit: 7 })) {
      if (numbers.length % 5 === 0) await importAll(database.db, organizer, lines(2, `new${numbers.length}-`));
      numbers.push(orderNumber);
    }
    expect(numbers).toEqual(expected.map(({ orderNumber }) => orderNumber));
    expect(expected).toHaveLength(30);
    const page = await client.orders.list({ status: 'refunded', limit: 5 }).page();
    expect([page.data.length, page.hasMore]).toEqual([0, false]);
  });

  test('checks in tickets with a key, and works as a paired device', async () => {
    const { organizer, client } = await createCaller();
    const { eventId, tickets } = await importTickets(database.db, organizer, 2);
    const { id: gateId } = await makeGate(database.db, organizer);
    const [{ qrValue }, { id: ticketId }] = [tickets[0]!, tickets[1]!];
    const checkIn = await client.checkIns.create({ eventId, qrValue, nonce: 'turnstile-1-1' });
    expect([checkIn.result, checkIn.ticket?.holderName]).toEqual(['admitted', undefined]);

    const { pairingCode } = await makeDevice(database.db, organizer);
    const { token } = await new Organizer({ baseUrl: app.url }).gate.pair(pairingCode);
    const { gate } = new Organizer({ baseUrl: app.url, apiKey: token });
    expect((await gate.device()).gates).toMatchObject([{ id: gateId }]);
    expect((await gate.search('holder')).tickets).toHaveLength(2);
    const scanned = { gateId, direction: 'entry', scannedAt: timestamp(systemClock.now()) } as const;
    const refused = await gate.scan({ ...scanned, qrValue, nonce: 'phone-1-1' });
    expect(refused).toMatchObject({ reason: 'already_used', previous: { scanId: checkIn.id, deviceName: 'Test' } });
    const offline = { offline: true, deviceResult: 'admitted', deviceReason: null } as const;
    const { results } = await gate.sendScans([{ ...scanned, ...offline, ticketId, nonce: 'phone-1-2' }]);
    expect(await client.checkIns.undo(first(results).id)).toMatchObject({ ticket: { id: ticketId, status: 'valid' } });
    expect((await gate.undo(checkIn.id)).ticket).toMatchObject({ status: 'valid', holderName: 'Holder 0' });
    expect(await gate.stats()).toMatchObject({ admitted: 0, refused: { already_used: 1 } });
  });

  test('a stream returns each row once, although its connection breaks, and parameters have one value or several', async () => {
    const { key, client } = await createCaller(Array.from({ length: 1_101 }, (_, index) => orderLine(`${index}`)));
    const cursors: (string | null)[] = [];
    // The first connection breaks within the second page, the second one within the first line.
    const breaks = [300_000, 100];
    const breaking = new Organizer({
      baseUrl: app.url,
      apiKey: key,
      fetch: async (input, init) => {
        cursors.push(new URL(String(input)).searchParams.get('cursor'));
        const byteCount = breaks.shift();
        const response = await fetch(input, init);
        return byteCount === undefined ? response : breakAfter(response, byteCount);
      },
    });
    const expected = await collect(client.orders.list());
    const stream = breaking.orders.stream({ status: ['paid', 'refunded'] });
    expect(await collect(stream)).toEqual(expected);
    expect(cursors).toEqual([null, expect.any(String), cursors[1]]);
    expect(
      await collect(client.orders.stream({ status: 'paid', cursor: defined(stream.position, 'The position') })),
    ).toEqual(expected.slice(1_000));
    expect(await collect(client.orders.stream({ status: 'cancelled' }))).toEqual([]);
  });

  describe('syncSince', () => {
    /** A copy of the orders, as a program would store it: the position is stored together with the rows. */
    class Copy {
      readonly orders = new Map<string, Order>();
      readonly returned: string[] = [];
      position: string | null = null;

      async read(client: Organizer, { limit, pageCount }: { limit: number; pageCount: number }): Promise<void> {
        let pages = 0;
        for await (const { data, position } of client.orders.syncSince(this.position, { limit }).pages()) {
          for (const order of data) this.orders.set(order.orderNumber, order);
          this.returned.push(...data.map((order) => JSON.stringify(order)));
          this.position = position;
          pages += 1;
          if (pages === pageCount) return;
        }
      }
    }

    const age = fc.integer({ min: 0, max: 20_000 });
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), ageMs: age }),
      // Without a new time: two changes in one millisecond.
      fc.record({ kind: fc.constant('change' as const), ageMs: fc.option(age, { nil: null }), index: fc.nat(20) }),
      fc.record({
        kind: fc.constant('read' as const),
        limit: fc.integer({ min: 1, max: 4 }),
        pageCount: fc.integer({ min: 1, max: 3 }),
      }),
    );

    test('returns each state of a row at most once and misses no change, even if changes become visible up to 20 s late', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          const { organizer, client } = await createCaller([
            orderLine('old', { updatedAt: '2026-01-01T00:00:00.000Z' }),
          ]);
          const copy = new Copy();
          for (const [index, action] of steps.entries()) {
            if (action.kind === 'read') await copy.read(client, action);
            if (action.kind === 'add') {
              const times = {
                createdAt: '2026-01-01T00:00:00.000Z',
                updatedAt: timestamp(systemClock.now() - action.ageMs),
              };
              await importAll(database.db, organizer, [orderLine(`order-${index}`, times)]);
            }
            if (action.kind === 'change') {
              const orders = await database.db
                .selectFrom('orders')
                .select('order_number')
                .where('organizer_id', '=', organizer.id)
                .orderBy('order_number')
                .execute();
              const { order_number: number } = defined(orders[action.index % orders.length], 'The order');
              await database.db
                .updateTable('orders')
                .set((eb) => ({
                  ticket_count: eb('ticket_count', '+', 1),
                  ...(action.ageMs === null ? {} : { updated_at: timestamp(systemClock.now() - action.ageMs) }),
                }))
                .where('organizer_id', '=', organizer.id)
                .where('order_number', '=', number)
                // A change without a new time follows a change that is as recent as the other changes of this test.
                .$if(action.ageMs === null, (query) =>
                  query.where('updated_at', '>', timestamp(systemClock.now() - 20_000)),
                )
                .execute();
            }
          }
          await copy.read(client, { limit: 100, pageCount: 100 });
          const byNumber = (a: Order, b: Order) => (a.orderNumber < b.orderNumber ? -1 : 1);
          expect([...copy.orders.values()].sort(byNumber)).toEqual(
            (await collect(client.orders.list())).sort(byNumber),
          );
          expect(new Set(copy.returned).size).toBe(copy.returned.length);
        }),
        { numRuns: 15 },
      );
    });

    test('returns nothing if nothing has changed, and starts at a time', async () => {
      const { client } = await createCaller([
        orderLine('older', { updatedAt: '2026-01-01T00:00:00.000Z' }),
        orderLine('old', { updatedAt: '2026-02-01T00:00:00.000Z' }),
        orderLine('new'),
      ]);
      const changes = client.orders.syncSince('2026-02-01T00:00:00Z');
      expect((await collect(changes)).length).toBe(2);
      expect(await collect(client.orders.syncSince(changes.position))).toEqual([]);
      // The hashes of old rows are no longer needed.
      expect(JSON.parse(changes.position).returned).toHaveLength(1);
      expect(await collect(client.tickets.syncSince(null, { limit: 1 }))).toHaveLength(3);
      expect((await collect(client.events.syncSince())).length).toBe(1);
      expect(() => client.orders.syncSince('yesterday')).toThrow('neither a position of syncSince nor a time');
    });
  });

  test('returns null for an unchanged event, and rejects a change of an outdated version', async () => {
    const { client } = await createCaller();
    const { id } = first((await client.events.list().page()).data);
    const { data: event, headers, requestId, rateLimit } = await client.events.get(id).withResponse();
    const etag = defined(headers.get('etag'), 'The ETag');
    expect([event.name, requestId?.slice(0, 4), rateLimit?.limit]).toEqual(['Race ', 'req_', 1_000_000]);
    expect(client.rateLimit).toEqual(rateLimit);
    expect(await client.events.get(id, { ifNoneMatch: etag })).toBeNull();
    const list = client.embed.list();
    const tagOfList = defined((await list.page().withResponse()).headers.get('etag'), 'The ETag');
    expect(await list.page({ ifNoneMatch: tagOfList })).toBeNull();
    await client.events.update(id, { name: 'Night race' }, { ifMatch: etag });
    await expect(client.events.update(id, { name: 'Race' }, { ifMatch: etag })).rejects.toThrow(
      PreconditionFailedError,
    );
    expect((await client.events.get(id, { ifNoneMatch: etag }))?.name).toBe('Night race');
  });

  test('a write whose response is lost has its effect once', async () => {
    const line = orderLine('ada', {
      items: [
        { kind: 'ticket', ticketTypeId: 'run-10', quantity: 1 },
        { kind: 'addon', addonId: 'beer', quantity: 1 },
      ],
      status: 'paid',
    });
    const { key } = await createCaller([line]);
    let requests = 0;
    const client = new Organizer({
      baseUrl: app.url,
      apiKey: key,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        requests += 1;
        if (requests % 2 === 1 && init?.method === 'POST') throw new TypeError('The connection was reset.');
        return response;
      },
    });
    const { id: entitlementId } = first(await collect(client.entitlements.list()));
    requests = 0;
    const { replayed, entitlement } = await client.entitlements.consume({ entitlementId, units: 2, ref: 'till-1' });
    expect([requests, replayed, entitlement.unitsRemaining]).toEqual([2, true, 3]);
    const { id: eventId } = first((await client.events.list().page()).data);
    requests = 0;
    const { id } = await client.ticketTypes.create(eventId, { name: 'Children', price: 500 });
    const { ticketTypes } = await client.events.get(eventId);
    expect([requests, ticketTypes.filter(({ name }) => name === 'Children').map((type) => type.id)]).toEqual([3, [id]]);
  });

  test('a stream returns each event once and in order, however often its connection breaks', async () => {
    const { organizer, key } = await createCaller();
    const firstIds = await emitMany(database.db, organizer.id, 12);
    let connections = 0;
    const client = new Organizer({
      baseUrl: app.url,
      apiKey: key,
      fetch: async (url, init) => {
        connections += 1;
        // Each connection breaks after more bytes, within an event or between two events.
        return breakAfter(await fetch(url, init), connections * 500);
      },
    });
    let positions = 0;
    let reasons = 0;
    const onConnect = () => {
      positions += 1;
    };
    const onDisconnect = () => {
      reasons += 1;
    };
    const stream = client.webhookEvents.stream({ after: 0 }, { onConnect, onDisconnect });
    const ids: string[] = [];
    let laterIds: string[] = [];
    for await (const { id } of stream) {
      ids.push(id);
      if (ids.length === firstIds.length)
        laterIds = await emitMany(database.db, organizer.id, 5, { type: 'order.created' });
      if (ids.length === firstIds.length + 4) break;
    }
    expect(ids).toEqual([...firstIds, ...laterIds.slice(0, 4)]);
    expect(connections).toBeGreaterThan(2);
    expect(reasons).toBe(connections - 1);
    expect(positions).toBeLessThanOrEqual(connections);
    expect(positions).toBeGreaterThan(1);
    // The event at which the loop was left was not handled.
    const remaining = await collect(client.webhookEvents.list({ after: defined(stream.position, 'The position') }));
    expect(remaining.map(({ id }) => id)).toEqual(laterIds.slice(3));
    expect((await client.webhookEvents.get(defined(laterIds[0], 'The id'))).type).toBe('order.created');
  });

  test('a stream ends with the error if the key may not read it, or the response is not from the service', async () => {
    const { organizer } = await createCaller();
    const { key } = await makeKey(database.db, organizer.id, { kind: 'publishable' });
    const client = new Organizer({ baseUrl: app.url, apiKey: key });
    await expect(collect(client.webhookEvents.stream())).rejects.toThrow(PermissionError);
    const website = new Organizer({ baseUrl: 'https://tickets.example.com', fetch: () => fetch(`${app.url}/healthz`) });
    await expect(collect(website.webhookEvents.stream())).rejects.toThrow('not text/event-stream');
  });

  test('errors have the class, the code and the fields of the problem', async () => {
    const { client, organizer } = await createCaller();
    await expect(client.orders.get('7K3Q9MX2PA')).rejects.toThrow(NotFoundError);
    const error = await client.orders
      .list({ limit: 1_000 })
      .page()
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ code: 'invalid_request', errors: [{ path: 'limit' }], status: 400 });
    expect(error.requestId).toMatch(/^req_/);
    const { key } = await makeKey(database.db, organizer.id, { kind: 'publishable' });
    const website = new Organizer({ baseUrl: `${app.url}/api/v1`, apiKey: key });
    expect((await collect(website.embed.list())).map(({ name }) => name)).toEqual(['Race ']);
    await expect(website.orders.list().page()).rejects.toThrow(PermissionError);
  });

  describe('the checkout', () => {
    let eventId: string;
    beforeAll(async () => {
      const { client } = await createCaller();
      eventId = first((await client.events.list().page()).data).id;
    });

    test('reserves, reads and cancels without a key', async () => {
      const { checkout } = new Organizer({ baseUrl: app.url });
      const { ticketTypes } = await checkout.event(eventId);
      const items = [{ ticketTypeId: first(ticketTypes).id, quantity: 2 }];
      const { feeBreakdown } = await checkout.quote({ eventId, items });
      const { orderNumber, reservationToken } = await checkout.reserve({
        eventId,
        items,
        buyer: { email: 'ada@example.com', name: 'Ada' },
      });
      const order = await checkout.order(orderNumber, reservationToken);
      expect([order.status, order.total, order.buyer.email]).toEqual([
        'pending',
        feeBreakdown.total,
        'ada@example.com',
      ]);
      expect((await checkout.cancel({ orderNumber, reservationToken })).status).toBe('cancelled');
    });
  });
});
