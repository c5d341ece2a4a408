import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgeWaitingRooms } from '../src/features/waiting-room/jobs.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { OrganizerApi } from './harness/catalog.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { expectProblem, jsonOf, read } from './harness/responses.ts';
import { TestClock } from './harness/test-clock.ts';

const minuteMs = 60_000;

/** A browser with the cookies of one visitor. */
class Visitor {
  cookie: string | null = null;
  readonly #apps: readonly Pick<TestApp, 'request'>[];
  readonly #eventId: string;
  #requests = 0;

  constructor(apps: readonly Pick<TestApp, 'request'>[], eventId: string) {
    this.#apps = apps;
    this.#eventId = eventId;
  }

  /** Requests go to the processes in turn. */
  async request(path: string, options: RequestInit = {}): Promise<Response> {
    this.#requests += 1;
    const app = this.#apps[this.#requests % this.#apps.length]!;
    const cookies = this.cookie === null ? {} : { cookie: this.cookie };
    const response = await app.request(path, { ...options, headers: { ...options.headers, ...cookies } });
    const newCookie = response.headers.get('set-cookie');
    if (newCookie !== null) {
      expect(newCookie).toMatch(
        /^waiting_room_\w+=wtr_[\w-]+; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/,
      );
      this.cookie = newCookie.slice(0, newCookie.indexOf(';'));
    }
    return response;
  }

  /** What the page of the event shows: `event`, the number of visitors before this one, or another heading. */
  async open(): Promise<string | number> {
    return shownBy(await (await this.request(`/e/${this.#eventId}`)).text());
  }

  /** What the waiting page shows after it has asked for the place; null if it would load again. */
  async look(): Promise<string | number | null> {
    const { html } = (await (await this.request(`/e/${this.#eventId}/place`)).json()) as { html: string | null };
    return html === null ? null : shownBy(html);
  }

  reserve(ticketTypeId: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.request('/api/public/v1/reserve', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({
        eventId: this.#eventId,
        items: [{ ticketTypeId, quantity: 1 }],
        buyer: { email: 'ada@example.com' },
      }),
    });
  }
}

function shownBy(html: string): string | number {
  if (html.includes('data-event="evt_')) return 'event';
  const ahead = /([\d,]+) (?:person is|people are) before you/.exec(html)?.[1];
  if (ahead !== undefined) return Number(ahead.replaceAll(',', ''));
  if (html.includes('You are next.')) return 0;
  return /<h2>(.*?)<\/h2>/.exec(html)?.[1] ?? html;
}

const inTurn = async <T>(visitors: readonly Visitor[], work: (visitor: Visitor) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (const visitor of visitors) results.push(await work(visitor));
  return results;
};

const countEvents = (shown: readonly unknown[]) => shown.filter((page) => page === 'event').length;

describeOnBoth('waiting rooms', (kind) => {
  const database = useDatabase(kind);
  const clock = new TestClock();
  const rateLimits = { public: 100_000 };
  let otherDb: ReturnType<typeof openDatabase>;
  let first: TestApp;
  let second: TestApp;
  let writer: OrganizerApi;

  beforeAll(async () => {
    otherDb = openDatabase(database);
    first = await startApp({ db: database.db, clock, rateLimits });
    second = await startApp({ db: otherDb, clock, rateLimits });
    writer = await OrganizerApi.create(database.db, first, clock);
  });
  afterAll(async () => {
    await first?.close();
    await second?.close();
    await otherDb?.destroy();
  });

  /** A published event with a waiting room, and one ticket type. */
  async function openEvent(admitPerMinute: number, ticketType: Record<string, unknown> = {}) {
    const event = await writer.event({ status: 'published', waitingRoom: { admitPerMinute } });
    expect(event['waitingRoom']).toEqual({ admitPerMinute });
    const type = await writer.ticketType(event.id, { quantity: 1_000, ...ticketType });
    const arrive = (count: number, apps = [first, second]) =>
      Array.from({ length: count }, () => new Visitor(apps, event.id));
    return { event, type, arrive };
  }

  const inMinutes = (minutes: number) => new Date(clock.now() + minutes * minuteMs).toISOString();

  test('draw the places of all who gather before the sale, then number those who arrive, and admit exactly as many as set', async () => {
    const { event, arrive } = await openEvent(60, { salesStartAt: inMinutes(40) });
    const early = arrive(1)[0]!;
    expect(await early.open()).toBe('event');
    clock.advance(15 * minuteMs);
    const gathered = arrive(40);
    const shownBefore = await Promise.all(gathered.map((visitor) => visitor.open()));
    expect(new Set(shownBefore)).toEqual(new Set(['The sale has not started yet']));
    const tokens = gathered.map(({ cookie }) => cookie);
    expect(new Set(tokens).size).toBe(40);
    // The same browser has one place, however often it opens the page.
    await Promise.all(gathered.map((visitor) => visitor.open()));
    expect(gathered.map(({ cookie }) => cookie)).toEqual(tokens);

    clock.advance(25 * minuteMs);
    // In an empty room, ten seconds' worth of visitors can enter at once.
    const atStart = await Promise.all(gathered.map((visitor) => visitor.open()));
    expect(countEvents(atStart)).toBe(10);
    const places = atStart.map((shown) => (shown === 'event' ? -1 : Number(shown)));
    expect(places.filter((place) => place >= 0).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, i) => i),
    );
    // The probability that a lot keeps the order of 30 arrivals is 1 in 30!.
    expect(places.filter((place) => place >= 0)).not.toEqual(Array.from({ length: 30 }, (_, i) => i));
    expect(await inTurn(arrive(3), (visitor) => visitor.open())).toEqual([30, 31, 32]);

    clock.advance(7_000);
    const called = await Promise.all(gathered.map((visitor) => visitor.look()));
    expect(called.map((shown, index) => shown === null && places[index]! >= 0 && places[index]! < 7)).toEqual(
      places.map((place) => place >= 0 && place < 7),
    );
    const later = await Promise.all(gathered.map((visitor) => visitor.open()));
    expect(countEvents(later)).toBe(17);
    expect(later.filter((shown) => shown !== 'event').toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 23 }, (_, i) => i),
    );

    // A process that has just started knows the same places.
    const restarted = await startApp({ db: database.db, clock, rateLimits });
    try {
      const before = await Promise.all(gathered.map((visitor) => visitor.look()));
      const resumed = gathered.map(({ cookie }) => {
        const visitor = new Visitor([restarted], event.id);
        visitor.cookie = cookie;
        return visitor;
      });
      expect(await Promise.all(resumed.map((visitor) => visitor.look()))).toEqual(before);
    } finally {
      await restarted.close();
    }
  });

  test('are entered at once while nobody waits, and number a crowd without a gap in any process', async () => {
    const { arrive } = await openEvent(6);
    const [alone] = arrive(1);
    expect(await alone!.open()).toBe('event');
    clock.advance(3 * 60 * minuteMs);
    const crowd = arrive(60);
    const shown = await Promise.all(crowd.map((visitor) => visitor.open()));
    expect(shown.filter((page) => page !== 'event').toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 59 }, (_, i) => i),
    );
  });

  test('reject reservations without a turn, and places that are forged, of another event, or of an earlier turn', async () => {
    const { event, type, arrive } = await openEvent(6);
    const other = await openEvent(6);
    const [admitted, waiting, nobody] = arrive(3) as [Visitor, Visitor, Visitor];
    expect(await admitted.open()).toBe('event');
    expect(await waiting.open()).toBe(0);
    for (const visitor of [nobody, waiting]) {
      const response = await read(await visitor.reserve(type.id));
      expect(expectProblem(response, 403, 'not_admitted')).toMatchObject({ reason: 'waiting_room' });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const [stranger] = other.arrive(1) as [Visitor];
    expect(await stranger.open()).toBe('event');
    const name = admitted.cookie!.split('=')[0]!;
    const forgeries = [
      admitted.cookie!.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      admitted.cookie!.replace(/_1_/, '_0_'),
      `${name}=${stranger.cookie!.split('=')[1]}`,
      `${name}=wtr_`,
    ];
    for (const cookie of forgeries) {
      expect(cookie).not.toBe(admitted.cookie);
      const forger = new Visitor([first, second], event.id);
      forger.cookie = cookie;
      expectProblem(await read(await forger.reserve(type.id)), 403, 'not_admitted');
      expect(await forger.look()).toBeNull();
    }

    clock.advance(10 * minuteMs);
    const reserved = jsonOf<{ orderNumber: string }>(await read(await admitted.reserve(type.id)));
    // The reservation extends the turn: until five minutes after it expires.
    clock.advance(15 * minuteMs - 1_000);
    expect([await admitted.open(), admitted.cookie]).toEqual(['event', admitted.cookie]);
    clock.advance(1_000);
    expectProblem(await read(await admitted.reserve(type.id)), 403, 'not_admitted');
    const endedCookie = admitted.cookie;
    await admitted.open();
    expect(admitted.cookie).not.toBe(endedCookie);
    const order = await database.db
      .selectFrom('orders')
      .select('order_number')
      .where('organizer_id', '=', writer.organizer.id)
      .where('event_id', '=', event.id)
      .execute();
    expect(order).toEqual([{ order_number: reserved.orderNumber }]);

    await writer.patch(`/events/${event.id}`, { waitingRoom: null });
    clock.advance(1_000);
    expect(await waiting.open()).toBe('event');
    expect((await nobody.reserve(type.id)).status).toBe(201);
  });

  test('permit only few reservations for one admission', async () => {
    const { type, arrive } = await openEvent(6);
    const [visitor] = arrive(1) as [Visitor];
    expect(await visitor.open()).toBe('event');
    const responses = await Promise.all(Array.from({ length: 14 }, () => visitor.reserve(type.id)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(201), ...Array(4).fill(403)]);
  });

  test('pass on the turns of visitors who have left, and close when everything is sold', async () => {
    const { event, type, arrive } = await openEvent(6, { quantity: 3 });
    const leaving = arrive(61);
    await Promise.all(leaving.map((visitor) => visitor.open()));
    const [last] = arrive(1) as [Visitor];
    const ahead = [await last.open()];
    for (let minutes = 1; minutes <= 7; minutes += 1) {
      clock.advance(minuteMs);
      ahead.push((await last.look()) ?? 'called');
    }
    // Six are called in a minute. Five minutes later, as many others are called in the place of those who did not come.
    expect(ahead).toEqual([60, 54, 48, 42, 36, 30, 18, 6]);
    // Who was called and comes too late gets a new place.
    const called = leaving.find(({ cookie }) => cookie?.includes('_2_')) as Visitor;
    expect(await called.open()).toBe(7);
    clock.advance(minuteMs);
    expect(await last.look()).toBeNull();
    expect(await last.open()).toBe('event');

    expect((await last.reserve(type.id)).status).toBe(201);
    await writer.patch(`/events/${event.id}/ticket-types/${type.id}`, { quantity: 1 });
    clock.advance(1_000);
    // A reservation that is not paid can expire, so visitors wait.
    const late = arrive(2);
    expect(await inTurn(late, (visitor) => visitor.open())).toEqual(['event', 0]);
    await database.db
      .updateTable('ticket_types')
      .set({ sold: 1, reserved: 0 })
      .where('organizer_id', '=', writer.organizer.id)
      .where('id', '=', type.id)
      .execute();
    clock.advance(1_000);
    expect([await late[1]!.look(), await arrive(1)[0]!.open()]).toEqual(['Sold out', 'Sold out']);
    expect(await last.open()).toBe('event');
  });

  test('begin with new places for the next sale of the event, and are deleted a week after their last visitor', async () => {
    const { event, type, arrive } = await openEvent(6);
    const [visitor] = arrive(1) as [Visitor];
    expect(await visitor.open()).toBe('event');
    const [firstCookie] = [visitor.cookie];
    await writer.patch(`/events/${event.id}/ticket-types/${type.id}`, { salesStartAt: inMinutes(20) });
    clock.advance(1_000);
    expect(await visitor.open()).toBe('The sale has not started yet');
    expect(visitor.cookie).not.toBe(firstCookie);
    const countRows = async () => {
      const ofEvent = { rooms: 'waiting_rooms', visitors: 'waiting_room_visitors' } as const;
      const counts = Object.entries(ofEvent).map(async ([name, table]) => {
        const rows = await database.db
          .selectFrom(table)
          .select('round')
          .where('organizer_id', '=', writer.organizer.id)
          .where('event_id', '=', event.id)
          .execute();
        return [name, rows.length];
      });
      return Object.fromEntries(await Promise.all(counts));
    };
    expect(await countRows()).toEqual({ rooms: 1, visitors: 2 });
    await purgeWaitingRooms({ db: database.db, clock });
    expect(await countRows()).toEqual({ rooms: 1, visitors: 1 });
    clock.advance(8 * 24 * 60 * minuteMs);
    await purgeWaitingRooms({ db: database.db, clock });
    expect(await countRows()).toEqual({ rooms: 0, visitors: 0 });
  });
});
