import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { useApp } from './harness/app.ts';
import { type EventView, OrganizerApi } from './harness/catalog.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { importAll, makeKey, orderLine, raceLines } from './harness/fixtures.ts';
import { expectProblem, jsonOf } from './harness/responses.ts';
import { TestClock } from './harness/test-clock.ts';
import { violations } from './invariants.ts';

describeOnBoth('catalog rules', (kind) => {
  const database = useDatabase(kind);
  const clock = new TestClock();
  const app = useApp(() => ({ db: database.db, clock, rateLimits: { api: 1_000_000 } }));
  let catalog: OrganizerApi;

  beforeEach(async () => {
    catalog = await OrganizerApi.create(database.db, app, clock);
  });
  afterAll(async () => {
    expect(await violations(database.db)).toEqual([]);
  });

  describe('the status of an event', () => {
    const steps = [
      ['draft', 'published', ['event.published']],
      ['draft', 'archived', ['event.archived']],
      ['published', 'archived', ['event.archived']],
    ] as const;
    test.each(steps)('changes from %s to %s, and the change emits webhook events', async (from, to, types) => {
      const { id } = await catalog.event({ status: from });
      await catalog.ticketType(id);
      const event = await catalog.get(id);
      const typesBefore = await catalog.emittedTypes();
      clock.advance(1_000);
      const response = await catalog.patch(`/events/${event.id}`, { status: to });
      const publicSlug = to === 'published' ? expect.stringMatching(String(event['slug'])) : event['publicSlug'];
      const updatedAt = new Date(clock.now()).toISOString();
      expect(jsonOf(response)).toEqual({ ...event, status: to, publicSlug, updatedAt });
      expect((await catalog.emittedTypes()).slice(typesBefore.length)).toEqual(types);
    });

    test('changes together with other fields, and emits webhook events for both changes', async () => {
      const { id } = await catalog.event();
      await catalog.ticketType(id);
      const countBefore = (await catalog.emittedEvents()).length;
      await catalog.patch(`/events/${id}`, { status: 'published', name: 'Out' });
      await catalog.patch(`/events/${id}`, { status: 'archived', name: 'Over' });
      const emittedEvents = (await catalog.emittedEvents()).slice(countBefore);
      const types = ['event.updated', 'event.published', 'event.updated', 'event.archived'];
      expect(emittedEvents.map(({ type }) => type)).toEqual(types);
      expect(emittedEvents.map(({ data }) => data['status'])).toEqual([
        'published',
        'published',
        'archived',
        'archived',
      ]);
    });

    test('cannot change back to draft with a key; the error names the permitted statuses', async () => {
      const { id } = await catalog.event({ status: 'published' });
      const problem = expectProblem(
        await catalog.expectRejected('PATCH', `/events/${id}`, { status: 'draft' }),
        409,
        'invalid_state',
      );
      expect(problem.detail).toBe('The event is published. Its status can only change to archived.');
      expect(problem.errors).toEqual([
        {
          path: 'status',
          code: 'status_not_reachable',
          params: { status: 'draft' },
          message: 'cannot change to draft',
        },
      ]);
    });

    test('cannot change to published without an active ticket type; the error says to add one', async () => {
      const { id } = await catalog.event();
      const publish = { status: 'published' };
      const expectRejected = async () => {
        const problem = expectProblem(
          await catalog.expectRejected('PATCH', `/events/${id}`, publish),
          409,
          'invalid_state',
        );
        expect(problem.detail).toContain('Add a ticket type, then publish the event.');
        expect(problem.errors?.map(({ path }) => path)).toEqual(['status']);
      };
      await expectRejected();
      await catalog.addon(id);
      await expectRejected();
      const type = await catalog.ticketType(id);
      await catalog.patch(`/events/${id}/ticket-types/${type.id}`, { status: 'archived' });
      await expectRejected();
      await catalog.patch(`/events/${id}/ticket-types/${type.id}`, { status: 'active' });
      expect(jsonOf(await catalog.patch(`/events/${id}`, publish))).toMatchObject({ status: 'published' });
    });

    test('cannot change after it is archived, and the offers cannot either; a patch without changes still succeeds', async () => {
      const { id } = await catalog.event();
      const [type, addon] = [await catalog.ticketType(id), await catalog.addon(id)];
      await catalog.patch(`/events/${id}`, { status: 'archived' });
      const writes = [
        ['PATCH', `/events/${id}`, { name: 'x' }],
        ['PATCH', `/events/${id}`, { status: 'draft' }],
        ['PATCH', `/events/${id}`, { status: 'published' }],
        ['PATCH', `/events/${id}`, { currency: 'USD' }],
        ['POST', `/events/${id}/ticket-types`, { name: 'x', price: 1 }],
        ['POST', `/events/${id}/addons`, { name: 'x', type: 'x', price: 1 }],
        ['PATCH', `/events/${id}/ticket-types/${type.id}`, { status: 'archived' }],
        ['PATCH', `/events/${id}/addons/${addon.id}`, { price: 1 }],
      ] as const;
      for (const [method, path, body] of writes) {
        const problem = expectProblem(await catalog.expectRejected(method, path, body), 409, 'invalid_state');
        expect(problem.detail).toBe(
          'The event is archived. The event, its ticket types and its add-ons can no longer be changed.',
        );
      }
      const dataBefore = await catalog.storedRows();
      expect((await catalog.patch(`/events/${id}`, { status: 'archived' })).status).toBe(200);
      expect((await catalog.patch(`/events/${id}/ticket-types/${type.id}`, { price: 2000 })).status).toBe(200);
      expect(await catalog.storedRows()).toEqual(dataBefore);
      expect(await catalog.get(id)).toMatchObject({ status: 'archived', ticketTypes: [type], addons: [addon] });
    });

    test('determines whether the event can be read with a publishable key', async () => {
      const { key } = await makeKey(database.db, catalog.organizer.id, { kind: 'publishable' });
      const { id } = await catalog.event();
      const readStatus = async () => (await app.request(`/api/v1/events/${id}`, { key })).status;
      expect(await readStatus()).toBe(404);
      await catalog.ticketType(id);
      await catalog.patch(`/events/${id}`, { status: 'published' });
      expect(await readStatus()).toBe(200);
      await catalog.patch(`/events/${id}`, { status: 'archived' });
      expect(await readStatus()).toBe(404);
    });
  });

  describe('the currency of an event', () => {
    test('changes together with the currency of its offers and its settlement, if the event has no orders', async () => {
      const { id } = await catalog.event();
      await catalog.ticketType(id);
      await catalog.addon(id);
      const response = jsonOf<EventView>(await catalog.patch(`/events/${id}`, { currency: 'CHF' }));
      expect(response).toMatchObject({
        currency: 'CHF',
        ticketTypes: [{ currency: 'CHF', price: 2000 }],
        addons: [{ currency: 'CHF' }],
      });
      const { data } = jsonOf<{ data: object[] }>(await catalog.send('GET', `/settlements?eventId=${id}`));
      expect(data).toMatchObject([{ currency: 'CHF' }]);
      const emittedEvents = (await catalog.emittedEvents()).slice(3);
      expect(emittedEvents.map(({ type, data: { currency } }) => [type, currency])).toEqual([
        ['settlement.updated', 'CHF'],
        ['event.updated', 'CHF'],
      ]);
      expect(await catalog.ticketType(id, { currency: 'CHF' })).toMatchObject({ currency: 'CHF' });
    });

    test.each(['pending', 'paid', 'cancelled'] as const)('cannot change if there is a %s order', async (status) => {
      await importAll(database.db, catalog.organizer, [...raceLines(), orderLine('one', { status })], clock);
      const { data } = jsonOf<{ data: EventView[] }>(await catalog.send('GET', '/events'));
      const { id } = first(data);
      const problem = expectProblem(
        await catalog.expectRejected('PATCH', `/events/${id}`, { currency: 'USD' }),
        409,
        'invalid_state',
      );
      expect(problem.detail).toContain('EUR');
      expect(problem.errors).toEqual([
        {
          path: 'currency',
          code: 'currency_in_use',
          params: { currency: 'EUR' },
          message: 'cannot change: there are orders in EUR',
        },
      ]);
      expectProblem(
        await catalog.expectRejected('PATCH', `/events/${id}`, { currency: 'USD', name: 'x' }),
        409,
        'invalid_state',
      );
      expect((await catalog.patch(`/events/${id}`, { currency: 'EUR', name: 'x' })).status).toBe(200);
    });
  });
});
