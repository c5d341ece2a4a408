import { beforeEach, expect, test } from 'vitest';
import type { Organizer } from '../src/features/organizers/index.ts';
import { useApp } from './harness/app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { defined, elementAt } from './harness/defined.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { expectProblem, jsonOf, type PageBody, read, type TestResponse } from './harness/responses.ts';
import { TestClock } from './harness/test-clock.ts';

interface Availability {
  eventId: string;
  soldOut: boolean;
  ticketTypes: { id: string; soldOut: boolean; onSale: boolean }[];
  addons: { id: string; soldOut: boolean }[];
}

const counts = ['quantity', 'sold', 'reserved', 'available'];

describeOnBoth('the embed plane', (kind) => {
  const database = useDatabase(kind);
  const clock = new TestClock();
  const app = useApp(() => ({ db: database.db, clock, rateLimits: { embed: 1_000_000 } }));
  let organizer: Organizer;
  let key: string;

  beforeEach(async () => {
    organizer = await makeOrganizer(database.db, clock);
    ({ key } = await makeKey(database.db, organizer.id));
  });

  const get = async (path: string, headers: Record<string, string> = {}, bearer = key): Promise<TestResponse> =>
    read(await app.request(`/api/embed/v1${path}`, { key: bearer, headers }));

  const eventIdOf = async (externalId: string) => {
    const { id } = await database.db
      .selectFrom('events')
      .select('id')
      .where('organizer_id', '=', organizer.id)
      .where('external_id', '=', externalId)
      .executeTakeFirstOrThrow();
    return id;
  };

  test('returns only published events, without counts, for both kinds of keys', async () => {
    const linesWithStatus = (prefix: string, status: 'draft' | 'archived') =>
      raceLines({ prefix }).map((line) => (line.type === 'event' ? { ...line, status } : line));
    await importAll(
      database.db,
      organizer,
      [...raceLines({ quantity: 20 }), ...linesWithStatus('draft-', 'draft'), ...linesWithStatus('old-', 'archived')],
      clock,
    );
    const published = await eventIdOf('race');
    const publishable = await makeKey(database.db, organizer.id, { kind: 'publishable' });
    for (const bearer of [key, publishable.key]) {
      const { data } = jsonOf<PageBody>(await get('/events', {}, bearer));
      expect(data.map(({ id }) => id)).toEqual([published]);
      const single = await get(`/events/${published}`, {}, bearer);
      expect(jsonOf(single)).toEqual(data[0]);
      for (const name of counts) expect(single.text).not.toContain(`"${name}"`);
      for (const hidden of [await eventIdOf('draft-race'), await eventIdOf('old-race')]) {
        expectProblem(await get(`/events/${hidden}`, {}, bearer), 404, 'not_found');
        expectProblem(await get(`/events/${hidden}/availability`, {}, bearer), 404, 'not_found');
      }
    }
  });

  test('returns 304 until the resource changes', async () => {
    await importAll(database.db, organizer, raceLines({ quantity: 1 }), clock);
    const eventId = await eventIdOf('race');
    const paths = ['/events', `/events/${eventId}`, `/events/${eventId}/availability`];
    const initialResponses = await Promise.all(paths.map((path) => get(path)));
    for (const [index, path] of paths.entries()) {
      const tag = defined(elementAt(initialResponses, index).headers.get('etag'), 'ETag');
      expect(tag).toMatch(/^"[\w-]+(:\w+)?"$/);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const response = await get(path, { 'if-none-match': known });
        expect({ status: response.status, text: response.text }).toEqual({ status: 304, text: '' });
        // With `*`, the tag in the response has no content coding.
        const expectedTag = known === '*' ? tag.replace(/:\w+"$/, '"') : tag;
        expect(response.headers.get('etag')).toBe(expectedTag);
        expect(response.headers.get('content-type')).toBeNull();
      }
      const responseToOtherTag = await get(path, { 'if-none-match': '"other"' });
      expect({ status: responseToOtherTag.status, text: responseToOtherTag.text }).toEqual({
        status: 200,
        text: elementAt(initialResponses, index).text,
      });
    }
    await importAll(database.db, organizer, [orderLine('last')], clock); // This sells the last ticket of the 10 km run.
    for (const [index, path] of paths.entries()) {
      const response = await get(path, {
        'if-none-match': defined(elementAt(initialResponses, index).headers.get('etag'), 'ETag'),
      });
      expect(response.status).toBe(200);
      expect(response.text).not.toBe(elementAt(initialResponses, index).text);
    }
  });

  test('returns how many tickets are left only where the organizer shows it; elsewhere, sales do not change the ETag', async () => {
    await importAll(database.db, organizer, raceLines({ quantity: 5 }), clock);
    const path = `/events/${await eventIdOf('race')}`;
    const readTypes = async () =>
      jsonOf<{ ticketTypes: { startsAt: string | null; quantityLeft: number | null }[] }>(await get(path)).ticketTypes;
    const hidden = { startsAt: null, quantityLeft: null };
    expect(await readTypes()).toMatchObject([hidden, hidden]);
    const tag = defined((await get(path)).headers.get('etag'), 'ETag');
    const ticketsOf = (quantity: number) => [{ kind: 'ticket' as const, ticketTypeId: 'run-10', quantity }];
    const pending = orderLine('pending', { items: ticketsOf(2), status: 'pending' });
    await importAll(database.db, organizer, [orderLine('paid', { items: ticketsOf(1) }), pending], clock);
    expect((await get(path, { 'if-none-match': tag })).status).toBe(304);

    const change = (values: { quantity?: number | null }) =>
      database.db
        .updateTable('ticket_types')
        .set({ shows_quantity_left: 1, starts_at: '2083-05-01T06:30:00.000Z', ...values })
        .where('organizer_id', '=', organizer.id)
        .where('external_id', '=', 'run-10')
        .execute();
    await change({});
    const shown = { startsAt: '2083-05-01T06:30:00.000Z', quantityLeft: 2 };
    expect(await readTypes()).toMatchObject([shown, hidden]);
    await importAll(database.db, organizer, [orderLine('last', { items: ticketsOf(2) })], clock);
    expect(await readTypes()).toMatchObject([{ soldOut: true, quantityLeft: 0 }, hidden]);
    await change({ quantity: null });
    expect(await readTypes()).toMatchObject([{ soldOut: false, quantityLeft: null }, hidden]);
  });

  test('returns the current availability', async () => {
    const timeAfter = (ms: number) => new Date(clock.now() + ms).toISOString();
    const hourMs = 3_600_000;
    const lines = raceLines({ quantity: 2 }).map((line) => {
      if (line.type === 'event') return { ...line, endsAt: '2083-05-01T15:00:00Z' };
      if (line.type !== 'ticketType' || line.externalId !== 'run-21') return line;
      return { ...line, salesStartAt: timeAfter(hourMs), salesEndAt: timeAfter(2 * hourMs) };
    });
    await importAll(database.db, organizer, lines, clock);
    const path = `/events/${await eventIdOf('race')}/availability`;
    const readAvailability = async () => {
      const { soldOut, ticketTypes, addons } = jsonOf<Availability>(await get(path));
      const flags = ticketTypes.map((type) => `${type.soldOut ? 'sold out' : 'left'}, ${type.onSale ? 'on' : 'off'}`);
      return { soldOut, flags, addons: addons.map((addon) => addon.soldOut) };
    };
    expect(await readAvailability()).toEqual({ soldOut: false, flags: ['left, on', 'left, off'], addons: [false] });
    clock.advance(hourMs); // The sales of the half marathon start.
    expect(await readAvailability()).toEqual({ soldOut: false, flags: ['left, on', 'left, on'], addons: [false] });
    clock.advance(hourMs); // The sales of the half marathon stop.
    expect(await readAvailability()).toEqual({ soldOut: false, flags: ['left, on', 'left, off'], addons: [false] });

    const items = (ticketTypeId: string) => [{ kind: 'ticket' as const, ticketTypeId, quantity: 2 }];
    const reserved = { items: items('run-10'), status: 'pending' as const };
    const drinks = [...items('run-21'), { kind: 'addon' as const, addonId: 'beer', quantity: 2 }];
    await importAll(database.db, organizer, [orderLine('one', reserved)], clock);
    expect(await readAvailability()).toEqual({
      soldOut: false,
      flags: ['sold out, off', 'left, off'],
      addons: [false],
    });
    await importAll(database.db, organizer, [orderLine('two', { items: drinks })], clock);
    expect(await readAvailability()).toEqual({
      soldOut: true,
      flags: ['sold out, off', 'sold out, off'],
      addons: [true],
    });
  });

  test('returns no ticket type as on sale after the start of the event', async () => {
    await importAll(database.db, organizer, raceLines(), clock);
    const path = `/events/${await eventIdOf('race')}/availability`;
    const onSale = async () => jsonOf<Availability>(await get(path)).ticketTypes.map((type) => type.onSale);
    expect(await onSale()).toEqual([true, true]);
    clock.advance(Date.parse('2083-05-01T06:00:00Z') - clock.now());
    expect(await onSale()).toEqual([false, false]);
  });
});
