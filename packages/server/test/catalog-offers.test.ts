import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { maxOffersPerKind } from '../src/features/event-views/schema.ts';
import { newId } from '../src/platform/ids.ts';
import { useApp } from './harness/app.ts';
import { type EventView, inDefaultLanguage, type Offer, OrganizerApi } from './harness/catalog.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { defined } from './harness/defined.ts';
import { importAll, orderLine, raceLines } from './harness/fixtures.ts';
import { expectProblem, jsonOf } from './harness/responses.ts';
import { TestClock } from './harness/test-clock.ts';
import { violations } from './invariants.ts';

/** For each kind: the required fields, the defaults and values of the others, and which fields can and cannot be null. */
const kinds = [
  {
    path: 'ticket-types',
    list: 'ticketTypes',
    prefix: 'tty',
    required: { name: 'Half marathon', price: 4900 },
    defaults: {
      bibs: { first: null, last: null },
      description: null,
      category: null,
      minPerOrder: 1,
      maxPerOrder: null,
      salesStartAt: null,
      salesEndAt: null,
      startsAt: null,
      showsQuantityLeft: false,
      holderName: 'optional',
      ageRule: null,
      categoryRule: null,
      position: 0,
    },
    complete: {
      description: 'Start at 10:00',
      category: '21K',
      quantity: 2000,
      minPerOrder: 2,
      maxPerOrder: 10,
      salesStartAt: '2026-09-01T10:00:00+02:00',
      salesEndAt: '2083-05-01T10:00:00Z',
      startsAt: '2083-05-02T10:30:00+02:00',
      showsQuantityLeft: true,
      holderName: 'none',
      ageRule: { on: 'date', date: '2026-01-01', leapRule: 'feb28', minimum: null, maximum: null },
      categoryRule: { prefix: '21K', bySex: false, ageClasses: 'none', table: [] },
      status: 'archived',
      position: 7,
    },
    cleared: {
      description: null,
      category: null,
      quantity: null,
      maxPerOrder: null,
      salesStartAt: null,
      salesEndAt: null,
      startsAt: null,
      ageRule: null,
      categoryRule: null,
    },
    notNull: ['name', 'price', 'currency', 'minPerOrder', 'showsQuantityLeft', 'holderName', 'status', 'position'],
  },
  {
    path: 'addons',
    list: 'addons',
    prefix: 'add',
    required: { name: 'Drinks', type: 'drink', price: 450 },
    defaults: { unitsPerPurchase: 1, assignedTo: 'order', maxPerHolder: null },
    complete: { quantity: 1000, unitsPerPurchase: 5, assignedTo: 'holder', maxPerHolder: 2, status: 'archived' },
    cleared: { quantity: null },
    notNull: ['name', 'type', 'price', 'currency', 'unitsPerPurchase', 'assignedTo', 'status'],
  },
] as const;

const computed = ['id', 'eventId', 'sold', 'reserved', 'available'];

describeOnBoth('the offers of an event', (kind) => {
  const database = useDatabase(kind);
  const clock = new TestClock();
  const app = useApp(() => ({ db: database.db, clock, rateLimits: { api: 1_000_000 } }));
  let catalog: OrganizerApi;
  let event: EventView;

  beforeEach(async () => {
    catalog = await OrganizerApi.create(database.db, app, clock);
    event = await catalog.event();
  });
  afterAll(async () => {
    expect(await violations(database.db)).toEqual([]);
  });

  const fieldErrorsOf = async (method: 'POST' | 'PATCH', path: string, body: unknown) =>
    Object.keys(await catalog.fieldErrorsOf(method, path, body)).sort();

  describe.each(kinds)('$path', ({ path, list, prefix, required, defaults, complete, cleared, notNull }) => {
    const listPath = () => `/events/${event.id}/${path}`;
    const create = async (fields: object = {}) =>
      jsonOf<Offer>(await catalog.post(listPath(), { ...required, ...fields }));

    test('are returned with their Location if they are created with only their required fields, and are in the JSON of the event', async () => {
      clock.advance(1_000);
      const response = await catalog.post(listPath(), required);
      expect(response.status).toBe(201);
      const offer = jsonOf<Offer>(response);
      expect(offer).toEqual({
        id: expect.stringMatching(`^${prefix}_`),
        eventId: event.id,
        ...required,
        ...defaults,
        currency: 'EUR',
        quantity: null,
        sold: 0,
        reserved: 0,
        available: null,
        status: 'active',
        externalId: null,
        metadata: {},
        translations: {},
      });
      const location = `https://tickets.example.com/api/v1/events/${event.id}/${path}/${offer.id}`;
      expect(response.headers.get('location')).toBe(location);
      const changedEvent = await catalog.get(event.id);
      expect(changedEvent[list]).toEqual([offer]);
      expect(changedEvent['updatedAt']).toBe(new Date(clock.now()).toISOString());
      expect((await catalog.emittedEvents()).slice(1)).toMatchObject([
        { type: 'event.updated', data: inDefaultLanguage(changedEvent) },
      ]);
    });

    test('have all fields of the request, and are listed after the existing ones', async () => {
      const first = await create();
      const offer = await create({ ...complete, currency: 'EUR' });
      const times =
        path === 'ticket-types'
          ? {
              salesStartAt: '2026-09-01T08:00:00.000Z',
              salesEndAt: '2083-05-01T10:00:00.000Z',
              startsAt: '2083-05-02T08:30:00.000Z',
            }
          : {};
      expect(offer).toMatchObject({ ...complete, ...times, available: complete.quantity });
      const last = await create();
      expect((await catalog.get(event.id))[list].map(({ id }) => id)).toEqual([first.id, offer.id, last.id]);
    });

    test('are patched field by field: absent fields do not change, null clears a field', async () => {
      const offer = await create(complete);
      const changedOffer = jsonOf<Offer>(await catalog.patch(`${listPath()}/${offer.id}`, { name: 'Other', price: 0 }));
      expect(changedOffer).toEqual({ ...offer, name: 'Other', price: 0 });
      const offerWithoutOptionalFields = jsonOf<Offer>(await catalog.patch(`${listPath()}/${offer.id}`, cleared));
      expect(offerWithoutOptionalFields).toEqual({ ...changedOffer, ...cleared, available: null });
      expect((await catalog.get(event.id))[list]).toEqual([offerWithoutOptionalFields]);
      expect(await catalog.emittedTypes()).toEqual([
        'event.created',
        'event.updated',
        'event.updated',
        'event.updated',
      ]);
    });

    test('are returned by a patch that does not change them, and no webhook event is emitted', async () => {
      const offer = await create(complete);
      const dataBefore = await catalog.storedRows();
      clock.advance(60_000);
      for (const patch of [{}, complete, { ...required, currency: 'EUR' }]) {
        expect(jsonOf(await catalog.patch(`${listPath()}/${offer.id}`, patch))).toEqual(offer);
      }
      expect(await catalog.storedRows()).toEqual(dataBefore);
    });

    test('can be archived and made active again', async () => {
      const { id } = await create();
      for (const status of ['archived', 'active', 'archived']) {
        expect(jsonOf(await catalog.patch(`${listPath()}/${id}`, { status }))).toMatchObject({ id, status });
      }
      expect(await catalog.emittedTypes()).toEqual(['event.created', ...Array(4).fill('event.updated')]);
    });

    test('are rejected in another currency, without required fields, and with computed fields', async () => {
      const { id } = await create();
      expect(await fieldErrorsOf('POST', listPath(), { ...required, currency: 'USD' })).toEqual(['currency']);
      expect(await fieldErrorsOf('PATCH', `${listPath()}/${id}`, { currency: 'USD' })).toEqual(['currency']);
      expect(await fieldErrorsOf('POST', listPath(), {})).toEqual(Object.keys(required).sort());
      const computedFields = Object.fromEntries(computed.map((field) => [field, 1]));
      expect(await fieldErrorsOf('POST', listPath(), { ...required, ...computedFields })).toEqual([...computed].sort());
      expect(await fieldErrorsOf('PATCH', `${listPath()}/${id}`, { ...computedFields, colour: 'red' })).toEqual(
        [...computed, 'colour'].sort(),
      );
    });

    test.each(notNull)('cannot have null as %s', async (field) => {
      const { id } = await create();
      expect(await fieldErrorsOf('PATCH', `${listPath()}/${id}`, { [field]: null })).toEqual([field]);
    });

    test('have the same limits as in an import', async () => {
      const invalidFields = { price: -1, quantity: 1_000_000_001, name: 'x'.repeat(301) };
      expect(await fieldErrorsOf('POST', listPath(), { ...required, ...invalidFields })).toEqual(
        Object.keys(invalidFields).sort(),
      );
      expect(await fieldErrorsOf('POST', listPath(), { ...required, price: 1.5, quantity: '5' })).toEqual([
        'price',
        'quantity',
      ]);
      expect(await create({ price: 1_000_000_000_000, quantity: 1_000_000_000 })).toMatchObject({
        available: 1_000_000_000,
      });
    });

    test('cannot have a quantity below the sold and reserved units', async () => {
      await importAll(database.db, catalog.organizer, raceLines({ quantity: 10 }), clock);
      const items = [
        { kind: 'ticket' as const, ticketTypeId: 'run-10', quantity: 2 },
        { kind: 'addon' as const, addonId: 'beer', quantity: 2 },
      ];
      const orders = [orderLine('one', { items }), orderLine('two', { items, status: 'pending' })];
      await importAll(database.db, catalog.organizer, orders, clock);
      const { data } = jsonOf<{ data: EventView[] }>(await catalog.send('GET', '/events'));
      const race = defined(
        data.find(({ name }) => name === 'Race '),
        'The event of raceLines',
      );
      const offer = defined(
        race[list].find(({ sold }) => sold === 2),
        'The offer with two sold units',
      );
      const offerPath = `/events/${race.id}/${path}/${offer.id}`;
      const problem = expectProblem(
        await catalog.expectRejected('PATCH', offerPath, { quantity: 3, name: 'x' }),
        409,
        'capacity_below_sold',
      );
      const name = String(offer['name']);
      expect(problem.detail).toBe(`"${name}" has 2 sold and 2 reserved. Its quantity must be at least 4.`);
      expect(problem.params).toEqual({ name, sold: 2, reserved: 2, quantityMin: 4 });
      expect(problem.errors).toEqual([
        { path: 'quantity', code: 'below_minimum', params: { minimum: 4 }, message: 'must be >= 4' },
      ]);
      expect(jsonOf(await catalog.patch(offerPath, { quantity: 4 }))).toMatchObject({ quantity: 4, available: 0 });
      expect(jsonOf(await catalog.patch(offerPath, { quantity: null }))).toMatchObject({
        quantity: null,
        available: null,
      });
      expectProblem(await catalog.expectRejected('PATCH', offerPath, { quantity: 0 }), 409, 'capacity_below_sold');
    });

    test(`are rejected after the first ${maxOffersPerKind}, the maximum number in the JSON of an event`, async () => {
      const { id } = await create();
      const table = path === 'addons' ? 'addons' : 'ticket_types';
      const row = await database.db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const rows = Array.from({ length: maxOffersPerKind - 1 }, () => ({
        ...row,
        id: newId(path === 'addons' ? 'add' : 'tty', clock.now()),
      }));
      for (let start = 0; start < rows.length; start += 100) {
        await database.db
          .insertInto(table)
          .values(rows.slice(start, start + 100) as never)
          .execute();
      }
      expectProblem(await catalog.expectRejected('POST', listPath(), required), 409, 'invalid_state');
    });
  });

  test('must have a minimum below its maximum and a sales start before its end; the error names the field in the request', async () => {
    const listPath = `/events/${event.id}/ticket-types`;
    const [early, late] = ['2026-12-01T00:00:00Z', '2083-01-01T00:00:00Z'];
    const base = { name: 'x', price: 1 };
    const invalidFields = { minPerOrder: 3, maxPerOrder: 2, salesStartAt: late, salesEndAt: early };
    expect(await fieldErrorsOf('POST', listPath, { ...base, ...invalidFields })).toEqual(['maxPerOrder', 'salesEndAt']);
    expect(await fieldErrorsOf('POST', listPath, { ...base, startsAt: '10:30' })).toEqual(['startsAt']);
    const { id } = await catalog.ticketType(event.id, {
      minPerOrder: 2,
      maxPerOrder: 4,
      salesStartAt: early,
      salesEndAt: late,
    });
    const offerPath = `${listPath}/${id}`;
    expect(await fieldErrorsOf('PATCH', offerPath, { minPerOrder: 5 })).toEqual(['minPerOrder']);
    expect(await fieldErrorsOf('PATCH', offerPath, { maxPerOrder: 1 })).toEqual(['maxPerOrder']);
    expect(await fieldErrorsOf('PATCH', offerPath, { salesStartAt: '2083-02-01T00:00:00Z' })).toEqual(['salesStartAt']);
    expect(await fieldErrorsOf('PATCH', offerPath, { salesEndAt: '2026-11-01T00:00:00Z' })).toEqual(['salesEndAt']);
    expect((await catalog.patch(offerPath, { minPerOrder: 5, maxPerOrder: null })).status).toBe(200);
    expect((await catalog.patch(offerPath, { salesStartAt: '2083-02-01T00:00:00Z', salesEndAt: null })).status).toBe(
      200,
    );
  });
});
