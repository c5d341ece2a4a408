import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, useApp } from './harness/app.ts';
import { type EventView, inDefaultLanguage, OrganizerApi } from './harness/catalog.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { defined, first } from './harness/defined.ts';
import { exportLines, importAll } from './harness/fixtures.ts';
import { expectProblem, jsonOf } from './harness/responses.ts';
import { TestClock } from './harness/test-clock.ts';
import { violations } from './invariants.ts';

const fullEvent = {
  name: 'Harbour City Marathon 2027',
  slug: 'harbour-2027',
  description: 'Four distances – along the harbour\n\u{1F3C3}',
  status: 'published',
  startsAt: '2083-05-09T09:00:00+02:00',
  endsAt: '2083-05-09T17:00:00.5+02:00',
  timezone: 'America/Argentina/Buenos_Aires',
  venue: { name: 'Harbour Stadium', address: 'Quay Street 1', city: 'Hamburg', country: 'Germany' },
  posterUrl: 'https://images.example.com/poster.jpg',
  currency: 'JPY',
};

describeOnBoth('catalog writes', (kind) => {
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

  describe('an event that is created', () => {
    test("has its organizer's defaults, and the response has its URL in Location", async () => {
      const response = await catalog.post('/events', { name: 'Løb på Ærø', startsAt: '2083-05-01T06:00:00Z' });
      expect(response.status).toBe(201);
      const event = jsonOf<EventView>(response);
      expect(event).toEqual({
        id: expect.stringMatching(/^evt_/),
        name: 'Løb på Ærø',
        slug: expect.stringMatching(/^[a-z0-9-]+$/),
        publicSlug: null,
        description: null,
        status: 'draft',
        startsAt: '2083-05-01T06:00:00.000Z',
        endsAt: null,
        timezone: 'Europe/Berlin',
        venue: null,
        posterUrl: null,
        currency: 'EUR',
        defaultLanguage: 'en',
        nameFields: 'full',
        ticketTypes: [],
        addons: [],
        waitingRoom: null,
        translations: {},
        answersUntil: null,
        externalId: null,
        metadata: {},
        createdAt: '2026-11-20T09:00:00.000Z',
        updatedAt: '2026-11-20T09:00:00.000Z',
      });
      const location = new URL(defined(response.headers.get('location'), 'Location'));
      expect(location.origin).toBe('https://tickets.example.com');
      const readResponse = await app.request(location.pathname, { key: catalog.key });
      expect(await readResponse.text()).toBe(response.text);
    });

    test('has all fields of the request, with times in UTC with milliseconds', async () => {
      const event = await catalog.event(fullEvent);
      const { startsAt, endsAt, ...unchangedFields } = fullEvent;
      expect(event).toMatchObject(unchangedFields);
      expect([event['startsAt'], event['endsAt']]).toEqual(['2083-05-09T07:00:00.000Z', '2083-05-09T15:00:00.500Z']);
      expect(await catalog.get(event.id)).toEqual(event);
    });

    test('can have null in optional fields, and a venue without some of its fields', async () => {
      const empty = { description: null, endsAt: null, posterUrl: null };
      const event = await catalog.event({ ...empty, venue: { city: 'Bonn', name: null } });
      expect(event).toMatchObject({ ...empty, venue: { name: null, address: null, city: 'Bonn', country: null } });
      expect(await catalog.event({ venue: null })).toMatchObject({ venue: null });
      expect(await catalog.event({ venue: {} })).toMatchObject({ venue: null });
    });

    test('has an open settlement', async () => {
      const { id } = await catalog.event({ currency: 'JPY' });
      const { data } = jsonOf<{ data: object[] }>(await catalog.send('GET', `/settlements?eventId=${id}`));
      expect(data).toMatchObject([{ eventId: id, currency: 'JPY', status: 'open', gross: 0, balance: 0 }]);
    });

    test('emits event.created with its JSON, and event.published if it is created as published', async () => {
      const draft = await catalog.event();
      expect(await catalog.emittedEvents()).toMatchObject([{ type: 'event.created', data: inDefaultLanguage(draft) }]);
      const published = inDefaultLanguage(await catalog.event({ status: 'published' }));
      const [, ...events] = await catalog.emittedEvents();
      expect(events.map(({ type, data }) => [type, data])).toEqual([
        ['event.created', published],
        ['event.published', published],
      ]);
    });

    test('gets a unique slug if another event has the same name', async () => {
      const slugs = [];
      for (let count = 0; count < 3; count += 1) slugs.push((await catalog.event({ name: 'Ötztal Marathon' }))['slug']);
      expect(slugs).toEqual(['oetztal-marathon', 'oetztal-marathon-2', 'oetztal-marathon-3']);
    });

    test.each([
      ['Lübecker Straßenlauf', 'luebecker-strassenlauf'],
      ['LU\u0308BECK', 'luebeck'],
      ['Øresund Åben', 'oresund-aben'],
      ['Łódź – Bieg', 'lodz-bieg'],
      ['Crème brûlée', 'creme-brulee'],
    ])('is written without umlauts and accents: %s', async (name, slug) => {
      expect((await catalog.event({ name }))['slug']).toBe(slug);
    });

    test('is rejected if another event of the organizer has the same slug', async () => {
      await catalog.event({ slug: 'taken' });
      const problem = expectProblem(
        await catalog.expectRejected('POST', '/events', { name: 'x', startsAt: fullEvent.startsAt, slug: 'taken' }),
        409,
        'invalid_state',
      );
      expect(problem.errors).toEqual([
        { path: 'slug', code: 'slug_taken', params: { slug: 'taken' }, message: '"taken" is used by another event' },
      ]);
      const other = await OrganizerApi.create(database.db, app, clock);
      expect((await other.event({ slug: 'taken' }))['slug']).toBe('taken');
    });

    test('is rejected with all field errors in one response', async () => {
      const fieldErrors = await catalog.fieldErrorsOf('POST', '/events', {
        name: '',
        slug: 'A b',
        status: 'archived',
        startsAt: '2083-02-29T00:00:00Z',
        endsAt: 'tomorrow',
        timezone: 'Mars/Olympus',
        currency: 'Euro',
        posterUrl: 'http://example.com/a.png',
        venue: { city: 7, street: 'x' },
        id: 'evt_1',
        createdAt: '2083-01-01T00:00:00Z',
        colour: 'red',
      });
      expect(fieldErrors).toEqual({
        name: 'must not have fewer than 1 characters',
        slug: 'must have only lower-case letters, digits and hyphens, without a hyphen at its start or end',
        status: 'must be one of draft, published',
        startsAt: 'must be an RFC 3339 time such as 2026-11-20T09:00:00Z',
        endsAt: 'must be an RFC 3339 time such as 2026-11-20T09:00:00Z',
        timezone: 'must be the name of an IANA time zone, with its capital letters, such as Europe/Berlin',
        currency: 'must be an ISO 4217 code such as EUR',
        posterUrl: 'must be a URL that begins with https://',
        'venue.city': 'must be string',
        'venue.street': 'is not a field of this object',
        id: 'cannot be set: it is computed',
        createdAt: 'cannot be set: it is computed',
        colour: 'is not a field of this object',
      });
      const backwards = { name: 'x', startsAt: fullEvent.endsAt, endsAt: fullEvent.startsAt };
      expect(Object.keys(await catalog.fieldErrorsOf('POST', '/events', backwards))).toEqual(['endsAt']);
    });

    test.each(['id', 'ticketTypes', 'addons', 'createdAt', 'updatedAt'])(
      'is rejected if the request sets %s',
      async (field) => {
        const { id } = await catalog.event();
        const body = { name: 'x', startsAt: fullEvent.startsAt, [field]: [] };
        expect(Object.keys(await catalog.fieldErrorsOf('POST', '/events', body))).toEqual([field]);
        expect(Object.keys(await catalog.fieldErrorsOf('PATCH', `/events/${id}`, { [field]: [] }))).toEqual([field]);
      },
    );
  });

  describe('a merge patch of an event', () => {
    test('does not change absent fields, clears fields that are null, and merges the venue', async () => {
      const event = await catalog.event(fullEvent);
      clock.advance(1_000);
      const patch = { description: null, endsAt: null, venue: { address: null, city: 'Kiel' }, name: 'Other' };
      const response = await catalog.patch(`/events/${event.id}`, patch, {
        'content-type': 'application/merge-patch+json',
      });
      expect(response.status).toBe(200);
      const changedEvent = {
        ...event,
        name: 'Other',
        description: null,
        endsAt: null,
        venue: { name: 'Harbour Stadium', address: null, city: 'Kiel', country: 'Germany' },
        updatedAt: new Date(clock.now()).toISOString(),
      };
      expect(jsonOf(response)).toEqual(changedEvent);
      expect(await catalog.get(event.id)).toEqual(changedEvent);
      const [, , ...events] = await catalog.emittedEvents();
      expect(events).toMatchObject([{ type: 'event.updated', data: inDefaultLanguage(changedEvent) }]);
      const eventWithoutVenue = jsonOf(await catalog.patch(`/events/${event.id}`, { venue: null, posterUrl: null }));
      expect(eventWithoutVenue).toMatchObject({ venue: null, posterUrl: null });
      const eventWithVenue = jsonOf(await catalog.patch(`/events/${event.id}`, { venue: { city: 'Bonn' } }));
      expect(eventWithVenue).toMatchObject({ venue: { name: null, address: null, city: 'Bonn', country: null } });
    });

    test('succeeds if it changes nothing, emits no webhook event and does not change updatedAt', async () => {
      const event = await catalog.event(fullEvent);
      const dataBefore = await catalog.storedRows();
      clock.advance(60_000);
      for (const patch of [
        {},
        fullEvent,
        { venue: {} },
        { venue: fullEvent.venue },
        { startsAt: '2083-05-09T07:00:00Z' },
      ]) {
        const response = await catalog.patch(`/events/${event.id}`, patch);
        expect({ status: response.status, body: jsonOf(response) }).toEqual({ status: 200, body: event });
      }
      expect(await catalog.storedRows()).toEqual(dataBefore);
    });

    test.each(['name', 'slug', 'status', 'startsAt', 'timezone', 'currency'])('cannot clear %s', async (field) => {
      const { id } = await catalog.event();
      expect(Object.keys(await catalog.fieldErrorsOf('PATCH', `/events/${id}`, { [field]: null }))).toEqual([field]);
    });

    test('is checked together with the stored fields, and the error names the field in the request', async () => {
      const { id } = await catalog.event({ startsAt: '2083-05-01T06:00:00Z', endsAt: '2083-05-01T08:00:00Z' });
      const fieldErrorsOf = (patch: object) => catalog.fieldErrorsOf('PATCH', `/events/${id}`, patch);
      expect(await fieldErrorsOf({ endsAt: '2083-05-01T05:00:00Z', timezone: 'x' })).toEqual({
        endsAt: 'must not be before startsAt, which is 2083-05-01T06:00:00.000Z',
        timezone: 'must be the name of an IANA time zone, with its capital letters, such as Europe/Berlin',
      });
      expect(await fieldErrorsOf({ startsAt: '2083-05-01T09:00:00Z' })).toEqual({
        startsAt: 'must not be after endsAt, which is 2083-05-01T08:00:00.000Z',
      });
      const bothTimes = { startsAt: '2083-06-01T06:00:00Z', endsAt: '2083-06-01T06:00:00Z' };
      expect((await catalog.patch(`/events/${id}`, bothTimes)).status).toBe(200);
    });

    test('cannot use the slug of another event', async () => {
      const [{ id }] = [await catalog.event({ slug: 'one' }), await catalog.event({ slug: 'two' })];
      const problem = expectProblem(
        await catalog.expectRejected('PATCH', `/events/${id}`, { slug: 'two' }),
        409,
        'invalid_state',
      );
      expect(problem.errors).toEqual([
        { path: 'slug', code: 'slug_taken', params: { slug: 'two' }, message: '"two" is used by another event' },
      ]);
      expect(jsonOf(await catalog.patch(`/events/${id}`, { slug: 'three' }))).toMatchObject({ slug: 'three' });
    });

    test('never sets updatedAt to an earlier time: a list with updatedSince would miss the change', async () => {
      const updatedAt = '2030-01-01T00:00:00.000Z';
      const line = { type: 'event' as const, externalId: 'e', name: 'E', startsAt: fullEvent.startsAt, updatedAt };
      await importAll(database.db, catalog.organizer, [line], clock);
      const { data } = jsonOf<{ data: EventView[] }>(await catalog.send('GET', '/events'));
      const changedEvent = jsonOf(await catalog.patch(`/events/${first(data).id}`, { name: 'F' }));
      expect(changedEvent).toMatchObject({ name: 'F', updatedAt });
      const [emittedEvent] = await catalog.emittedEvents();
      expect(emittedEvent!.createdAt).toBe(new Date(clock.now()).toISOString());
    });
  });

  describe('the catalog', () => {
    test('can be exported and imported again unchanged', async () => {
      const { id } = await catalog.event(fullEvent);
      await catalog.ticketType(id, { quantity: 5, minPerOrder: 2, salesEndAt: '2083-05-01T00:00:00Z' });
      await catalog.addon(id, { unitsPerPurchase: 3 });
      const lines = await exportLines(database.db, catalog.organizer.id);
      const other = await OrganizerApi.create(database.db, app, clock);
      await importAll(database.db, other.organizer, lines, clock);
      expect(await exportLines(database.db, other.organizer.id)).toEqual(lines);
    });

    test('has no name without a visible character, and no text that turns the text after it around', async () => {
      const { id } = await catalog.event();
      const event = { name: 'Race', startsAt: '2083-05-01T08:00:00Z' };
      const question = { askedOf: 'holder', kind: 'choice', label: 'Size', options: [{ code: 's', label: 'S' }] };
      const cases: [path: string, body: object, field: string][] = [
        ['/events', { ...event, name: ' \u200b\u3164' }, 'name'],
        ['/events', { ...event, name: 'Race \u202e' }, 'name'],
        ['/events', { ...event, translations: { de: { name: '\u2800' } } }, 'translations.de.name'],
        [`/events/${id}/ticket-types`, { name: '\u00ad', price: 0 }, 'name'],
        [`/events/${id}/addons`, { name: '\t', type: 'drink', price: 0 }, 'name'],
        [`/events/${id}/questions`, { ...question, label: '\u2066\u2069' }, 'label'],
        [`/events/${id}/questions`, { ...question, options: [{ code: 's', label: ' ' }] }, 'options.0.label'],
        [`/events/${id}/questions`, { ...question, translations: { de: { label: ' ' } } }, 'translations.de.label'],
      ];
      for (const [path, body, field] of cases)
        expect(Object.keys(await catalog.fieldErrorsOf('POST', path, body)), JSON.stringify(body)).toEqual([field]);
    });

    test('is not found if it belongs to another organizer', async () => {
      const other = await OrganizerApi.create(database.db, app, clock);
      const [ownEvent, otherEvent] = [await catalog.event(), await other.event()];
      const [ownType, otherType] = [await catalog.ticketType(ownEvent.id), await other.ticketType(otherEvent.id)];
      const dataBefore = await other.storedRows();
      for (const [method, path, body] of [
        ['PATCH', `/events/${otherEvent.id}`, { name: 'x' }],
        ['POST', `/events/${otherEvent.id}/ticket-types`, { name: 'x', price: 1 }],
        ['POST', `/events/${otherEvent.id}/addons`, { name: 'x', type: 'x', price: 1 }],
        ['PATCH', `/events/${otherEvent.id}/ticket-types/${otherType.id}`, { price: 1 }],
        ['PATCH', `/events/${ownEvent.id}/ticket-types/${otherType.id}`, { price: 1 }],
        ['PATCH', `/events/${otherEvent.id}/ticket-types/${ownType.id}`, { price: 1 }],
        ['PATCH', `/events/${ownEvent.id}/addons/${ownType.id}`, { price: 1 }],
        ['PATCH', `/events/${(await catalog.event()).id}/ticket-types/${ownType.id}`, { price: 1 }],
      ] as const) {
        expectProblem(await catalog.expectRejected(method, path, body), 404, 'not_found');
      }
      expect(await other.storedRows()).toEqual(dataBefore);
    });
  });

  test('the baseline deployment has none of these routes', async () => {
    const baseline = await startApp({ db: database.db, clock, deployment: 'baseline' });
    const { id } = await catalog.event();
    const send = async (method: string, path: string) => {
      const response = await baseline.request(`/api/v1${path}`, { method, key: catalog.key });
      return [response.status, response.headers.get('allow')];
    };
    expect(await send('POST', '/events')).toEqual([405, 'GET, HEAD']);
    expect(await send('PATCH', `/events/${id}`)).toEqual([405, 'GET, HEAD']);
    for (const path of ['ticket-types', 'addons', 'ticket-types/x', 'addons/x']) {
      expect(await send('POST', `/events/${id}/${path}`)).toEqual([404, null]);
      expect(await send('PATCH', `/events/${id}/${path}`)).toEqual([404, null]);
    }
    await baseline.close();
  });
});
