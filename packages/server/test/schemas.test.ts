import { beforeAll, expect, test } from 'vitest';
import { createEveryState } from './every-state.ts';
import { useApp } from './harness/app.ts';
import { conformanceCheck, type Document, type ExpectConforms } from './harness/conformance.ts';
import { databases, describeOn, useDatabase } from './harness/databases.ts';
import { defined, first } from './harness/defined.ts';
import { makeKey } from './harness/fixtures.ts';
import { jsonOf, type PageBody, read, type TestResponse } from './harness/responses.ts';
import { createOrganizerData, keyedRoutes, pathOf } from './keyed-routes.ts';
import { fieldsOf } from './resource-fields.ts';

type Json = Record<string, unknown>;
type Sums = Record<
  | 'gross'
  | 'refunds'
  | 'platformFees'
  | 'paymentFees'
  | 'taxes'
  | 'net'
  | 'collectedByPlatform'
  | 'collectedByOrganizer'
  | 'held'
  | 'paidOut'
  | 'balance',
  number
>;
type Row = Record<string, unknown> & { status: string };

for (const deployment of ['baseline', 'extended'] as const) {
  describeOn(databases[deployment], `the schemas of responses in the ${deployment} deployment`, (kind) => {
    const database = useDatabase(kind);
    const app = useApp(() => ({
      db: database.db,
      deployment,
      rateLimits: { api: 1_000_000, embed: 1_000_000, failedAuth: 1_000_000 },
    }));
    let document: Document;
    let keys: { secret: string; publishable: string; personal: string };
    let expectConforms: ExpectConforms;

    beforeAll(async () => {
      document = (await (await app.request('/openapi.json')).json()) as Document;
      expectConforms = conformanceCheck(document);
      const { id } = await createEveryState(database.db);
      keys = {
        secret: (await makeKey(database.db, id, { deployment })).key,
        publishable: (await makeKey(database.db, id, { deployment, kind: 'publishable' })).key,
        // A key of the extended deployment is also valid in the baseline deployment, with the same database.
        personal: (await makeKey(database.db, id, { deployment: 'extended', granted: ['orders:read:pii'] })).key,
      };
    });

    /** Sends a request to a documented path and checks the response against the document. */
    async function get(
      path: string,
      parameters: Record<string, string> = {},
      key: string = keys.secret,
    ): Promise<TestResponse> {
      const { id, orderNumber, ...query } = parameters;
      const requestPath = path.replace('{id}', id ?? '').replace('{orderNumber}', orderNumber ?? '');
      const response = await read(
        await app.request(`${requestPath}?${new URLSearchParams(query)}`.replace(/\?$/, ''), { key }),
      );
      expectConforms(path, 'get', response);
      return response;
    }

    /** Reads all rows of a list, in pages of two. */
    async function readAll(
      path: string,
      parameters: Record<string, string> = {},
      key: string = keys.secret,
    ): Promise<Row[]> {
      const rows: Row[] = [];
      let cursor: string | null = null;
      do {
        const query: Record<string, string> = { ...parameters, limit: '2', ...(cursor === null ? {} : { cursor }) };
        const page: PageBody<Row> = jsonOf(await get(path, query, key));
        expect(Object.keys(page)).toEqual(fieldsOf.page);
        expect(page.hasMore).toBe(page.nextCursor !== null);
        rows.push(...page.data);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return rows;
    }

    function expectEventFields(event: Row, keyKind: 'secret' | 'publishable'): void {
      const isOwn = deployment === 'extended' && keyKind === 'secret';
      expectFields(event, [
        ...fieldsOf.event[deployment],
        ...(isOwn ? [...fieldsOf.ownEvent, ...fieldsOf.translations, ...fieldsOf.external] : []),
        ...(deployment === 'extended' && keyKind === 'publishable' ? fieldsOf.publicEvent : []),
      ]);
      if (event['venue'] !== null) expectFields(event['venue'], fieldsOf.venue);
      const external = isOwn ? [...fieldsOf.translations, ...fieldsOf.external] : [];
      const ofReader = isOwn ? fieldsOf.ownTicketType : fieldsOf.publicTicketType;
      const added = deployment === 'extended' ? [...fieldsOf.ofHolders, ...ofReader] : [];
      for (const ticketType of event['ticketTypes'] as Json[])
        expectFields(ticketType, [...fieldsOf.ticketType[keyKind], ...added, ...external]);
      for (const addon of (event['addons'] ?? []) as Json[])
        expectFields(addon, [...fieldsOf.addon[keyKind], ...external]);
    }

    test('require all fields, except those that depend on a scope, an expansion or an error', () => {
      const optional = objectSchemas(document).flatMap(({ path, schema }) => {
        // They have what is translated.
        if (/(Translations|Texts)$/.test(path)) return [];
        const names = Object.keys((schema['properties'] ?? {}) as Json);
        const missingNames = names.filter((name) => !requiredOf(schema).includes(name));
        return missingNames.map((name) => `${path.replace('/components/schemas/', '')}.${name}`);
      });
      const ofTickets = [
        ...['bib', 'category', 'fields', 'firstName', 'holderName', 'lastName', 'qrValue'].map(
          (name) => `OrderTicket.${name}`,
        ),
        ...['bib', 'category', 'holderName'].map((name) => `CheckedInTicket.${name}`),
        ...['bib', 'holderName', 'newBib'].map((name) => `ChangedBib.${name}`),
      ];
      const dependingOnScope =
        deployment === 'extended'
          ? [
              ...['BuyerTicket.fields', 'Order.buyer', 'OrderDetail.buyer'],
              // Only withdrawn consents have it.
              'Answer.withdrawn',
              // Details have them, lists do not.
              ...[
                'Buyer.answers',
                'BuyerTicket.answers',
                'OrderTicket.answers',
                'TicketDetail.answers',
                'BuyerTicket.addons',
                'OrderTicket.addons',
              ],
              ...['label', 'help', 'options'].map((name) => `QuestionTranslation.${name}`),
              ...ofTickets,
            ]
          : [];
      // Only a secret key gets them.
      const ofOrganizer = ['ChangedTicketType.quantity'];
      if (deployment === 'extended') {
        ofOrganizer.push('ChangedAddon.quantity', 'ChangedEvent.waitingRoom', 'ChangedEvent.answersUntil');
        ofOrganizer.push('ChangedEvent.questions');
        ofOrganizer.push('ChangedTicketType.categoryRule');
        ofOrganizer.push('ChangedTicketType.bibs', 'ChangedTicketType.showsQuantityLeft');
        for (const name of ['ChangedEvent', 'ChangedTicketType', 'ChangedAddon'])
          ofOrganizer.push(...fieldsOf.external.map((field) => `${name}.${field}`));
        // Webhook events are in the default language.
        for (const name of ['Event', 'TicketType', 'Addon'])
          ofOrganizer.push(...[name, `Changed${name}`].map((schema) => `${schema}.translations`));
      }
      const expanded = ['feeBreakdown', 'items', 'tickets'].map((name) => `Order.${name}`);
      if (deployment === 'extended') expanded.push('OrderDetail.payments', 'OrderDetail.refunds');
      expect(optional.sort()).toEqual([...dependingOnScope, ...ofOrganizer, ...expanded, 'Problem.errors'].sort());
    });

    test('allow fields that a later version adds', () => {
      // A map from names to values has no fields.
      const isMap = (schema: Json) => schema['properties'] === undefined && schema['additionalProperties'] !== false;
      const closedObjects = objectSchemas(document).filter(
        ({ schema }) => (schema['additionalProperties'] ?? true) !== true && !isMap(schema),
      );
      expect(closedObjects.map(({ path }) => path)).toEqual([]);
    });

    test('match events in every state; a secret key gets the counts', async () => {
      const events = await readAll('/api/v1/events');
      expect(new Set(events.map(({ status }) => status))).toEqual(new Set(['draft', 'published', 'archived']));
      for (const event of events) {
        expectEventFields(event, 'secret');
        expect(jsonOf(await get('/api/v1/events/{id}', { id: event['id'] as string }))).toEqual(event);
      }
      const fullEvent = findEvent(events, 'slug', 'harbour');
      expect(fullEvent['name']).toBe('Harbour "Marathon" – 42 km\n\u2028\u{1F3C3}');
      expect(fullEvent['startsAt']).toBe('2083-05-09T07:00:00.000Z');
      expect(stockByName(fullEvent)).toEqual({
        // Sold: 2 paid, 1 not refunded, 2 of 3 after a refund. Reserved: 1 pending.
        Half: { quantity: 100, sold: 5, reserved: 1, available: 94, status: 'active' },
        'Fun run': { quantity: null, sold: 3, reserved: 0, available: null, status: 'active' },
        'Last one': { quantity: 1, sold: 1, reserved: 0, available: 0, status: 'active' },
        'None at all': { quantity: 0, sold: 0, reserved: 0, available: 0, status: 'active' },
        Archived: { quantity: null, sold: 0, reserved: 0, available: null, status: 'archived' },
      });
      const minimalEvent = findEvent(events, 'name', 'Bare');
      expect(minimalEvent).toMatchObject({
        venue: null,
        endsAt: null,
        posterUrl: null,
        description: null,
        ticketTypes: [],
      });
      const pastEvent = findEvent(events, 'name', 'Past');
      expect(pastEvent['venue']).toEqual({ name: null, address: null, city: 'Bremen', country: null });
    });

    test('match responses to a publishable key: only published events, without counts', async () => {
      const events = await readAll('/api/v1/events', {}, keys.publishable);
      expect(events.map(({ status }) => status)).toEqual(['published', 'published']);
      for (const event of events) {
        expectEventFields(event, 'publishable');
        const detail = await get('/api/v1/events/{id}', { id: event['id'] as string }, keys.publishable);
        expect(jsonOf(detail)).toEqual(event);
      }
      const fullEvent = findEvent(events, 'slug', 'harbour');
      const soldOut = (list: unknown) =>
        Object.fromEntries((list as Json[]).map((offer) => [offer['name'], offer['soldOut']]));
      const soldOutTypes = { 'Fun run': false, 'Last one': true, 'None at all': true, Half: false };
      expect(soldOut(fullEvent['ticketTypes'])).toEqual(soldOutTypes);
      if (deployment === 'extended') expect(soldOut(fullEvent['addons'])).toEqual({ Cup: false, Shirt: false });
      for (const event of await readAll('/api/v1/events')) {
        if (event.status === 'published') continue;
        const hidden = await get('/api/v1/events/{id}', { id: event['id'] as string }, keys.publishable);
        expect(hidden.status).toBe(404);
      }
    });

    test('match orders and tickets in every state, which are equal in lists and details', async () => {
      const orders = await readAll('/api/v1/orders');
      const statuses = ['pending', 'paid', 'partially_refunded', 'refunded', 'cancelled', 'expired'];
      expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(statuses));
      const tickets = await readAll('/api/v1/tickets');
      expect(new Set(tickets.map(({ status }) => status))).toEqual(new Set(['valid', 'used', 'void']));
      for (const ticket of tickets) {
        expectFields(ticket, fieldsOf.ticket);
        expect(jsonOf(await get('/api/v1/tickets/{id}', { id: ticket['id'] as string }))).toEqual(ticket);
      }

      for (const order of orders) {
        expectFields(order, fieldsOf.order);
        const orderNumber = order['orderNumber'] as string;
        const detail = jsonOf(await get('/api/v1/orders/{orderNumber}', { orderNumber }));
        expectFields(detail, fieldsOf.orderDetail);
        expect(detail).toMatchObject(order);
        expectFields(detail['feeBreakdown'], fieldsOf.feeBreakdown);
        const fees = detail['feeBreakdown'] as Record<string, number>;
        expect(fees).toMatchObject({ subtotal: order['subtotal'], total: order['total'] });
        expect(fees['organizerNet']).toBe(
          Number(fees['total']) - Number(fees['platformFee']) - Number(fees['paymentFee']) - Number(fees['tax']),
        );
        for (const item of detail['items'] as Json[]) expectFields(item, fieldsOf.item);
        const ticketsOfOrder = tickets.filter((ticket) => ticket['orderNumber'] === orderNumber);
        expect(byId(detail['tickets'] as Row[])).toEqual(byId(ticketsOfOrder));
      }
    });

    test('match orders with personal fields, which orders:read:pii adds without other changes', async () => {
      const addedFields = {
        order: ['buyer'],
        ticket: ['holderName', 'firstName', 'lastName', 'bib', 'category', 'qrValue', 'answers', 'addons'],
      };
      const valueTypes = new Set<unknown>();
      for (const { orderNumber } of await readAll('/api/v1/orders', {}, keys.personal)) {
        const parameters = { orderNumber: orderNumber as string };
        const detailWithoutScope = jsonOf(await get('/api/v1/orders/{orderNumber}', parameters));
        const detail = jsonOf(await get('/api/v1/orders/{orderNumber}', parameters, keys.personal));
        if (deployment === 'baseline') {
          expect(detail).toEqual(detailWithoutScope);
          continue;
        }
        expectFields(detail, fieldsOf.orderDetailWithPersonalData);
        expectFields(detail['buyer'], [...fieldsOf.buyer, 'answers']);
        for (const ticket of detail['tickets'] as Json[])
          expectFields(ticket, [...fieldsOf.ticketWithPersonalData, 'answers', 'addons']);
        for (const value of Object.values(detail['buyer'] as Json)) valueTypes.add(typeof value);
        const tickets = (detail['tickets'] as Json[]).map((ticket) => omit(ticket, addedFields.ticket));
        expect({ ...omit(detail, addedFields.order), tickets }).toEqual(detailWithoutScope);
      }
      if (deployment === 'extended') expect(valueTypes).toEqual(new Set(['string', 'object'])); // Some buyers have no name.
    });

    test('match settlements in every state, and their sums are correct', async () => {
      const settlements = await readAll('/api/v1/settlements');
      expect(new Set(settlements.map(({ status }) => status))).toEqual(new Set(['open', 'final', 'paid']));
      for (const row of settlements) {
        expectFields(row, fieldsOf.settlement);
        const {
          gross,
          refunds,
          platformFees,
          paymentFees,
          taxes,
          net,
          paidOut,
          balance,
          held,
          collectedByPlatform,
          collectedByOrganizer,
        } = row as unknown as Sums;
        expect(net).toBe(gross - refunds - platformFees - paymentFees - taxes);
        expect(gross - refunds).toBe(collectedByPlatform + collectedByOrganizer);
        expect(balance).toBe(collectedByPlatform - platformFees - paymentFees - taxes - held - paidOut);
      }
    });

    test('match responses to every filter and sort order', async () => {
      const eventId = first(await readAll('/api/v1/events'))['id'] as string;
      const [longAgo, updatedSince] = ['2000-01-01T00:00:00Z', '2026-11-20T09:00:00.500Z'];
      for (const key of [keys.secret, keys.publishable]) {
        const text = JSON.stringify(await readAll('/api/v1/events', { updatedSince: longAgo }, key));
        for (const name of ['sold', 'reserved', 'available', 'soldOut']) expect(text).not.toContain(`"${name}":`);
        expect(text.includes('"quantity":')).toBe(key === keys.secret);
      }
      for (const filters of [{ eventId }, { updatedSince }, { eventId, updatedSince }]) {
        await readAll('/api/v1/orders', { ...filters, status: 'paid' });
        await readAll('/api/v1/tickets', { ...filters, status: 'valid' });
      }
      for (const path of deployment === 'extended' ? ['/api/v1/orders', '/api/v1/attendees'] : []) {
        const lines = { key: keys.personal, headers: { accept: 'application/jsonl' } };
        expectConforms(path, 'get', await read(await app.request(path, lines)));
      }
      for (const filters of [{ eventId }, { eventId, updatedSince: longAgo }]) {
        expect(await readAll('/api/v1/settlements', filters)).toHaveLength(1);
      }
      const changes = await readAll('/api/v1/settlements', { updatedSince: longAgo });
      const times = changes.map((row) => String(row['updatedAt']));
      expect(times).toEqual(times.toSorted());
      expect(changes).toHaveLength((await readAll('/api/v1/settlements')).length);
    });

    test('match errors, with the documented headers', async () => {
      const statuses: number[] = [];
      for (const [path, methods] of Object.entries(document.paths).filter(([name]) => name.startsWith('/api/v1/'))) {
        for (const method of Object.keys(methods)) {
          const requestPath = path.replaceAll(/\{\w+\}/g, 'nothing');
          const request = async (target: string, key?: string, init: RequestInit = {}) =>
            read(
              await app.request(target, {
                method: method.toUpperCase(),
                ...init,
                ...(key === undefined ? {} : { key }),
              }),
            );
          const responses = [
            await request(requestPath),
            await request(requestPath, 'sk_bad'),
            await request(requestPath, keys.secret, { method: 'DELETE' }),
            await request(`${requestPath}?${'x'.repeat(9_000)}`, keys.secret),
            await request(`${requestPath}?limit=0`, keys.personal),
            await request(requestPath, keys.publishable),
          ];
          for (const response of responses) expectConforms(path, method, response);
          statuses.push(...responses.map(({ status }) => status));
        }
      }
      expect(new Set(statuses)).toEqual(new Set([200, 400, 401, 403, 404, 405, 414]));
    });

    if (deployment === 'baseline') return;

    test('match errors of the public plane, with the documented headers', async () => {
      const statuses = new Set<number>();
      for (const [path, methods] of Object.entries(document.paths).filter(([name]) =>
        name.startsWith('/api/public/v1/'),
      )) {
        const requestPath = path.replaceAll(/\{\w+\}/g, 'nothing');
        const json = { 'content-type': 'application/json' };
        for (const verb of Object.keys(methods)) {
          const method = verb.toUpperCase();
          const bodies: [string, Record<string, string>][] = [
            ['{', json],
            ['[]', json],
            ['{"eventId":5}', json],
            [' '.repeat(1024 * 1024 + 1), json],
            ['x', { 'content-type': 'text/plain' }],
          ];
          const inits: RequestInit[] = method === 'GET' ? [{}] : bodies.map(([body, headers]) => ({ body, headers }));
          const responses = [
            await read(await app.request(requestPath, { method: 'DELETE' })),
            await read(await app.request(`${requestPath}?${'x'.repeat(9_000)}`, { method })),
          ];
          for (const init of inits) responses.push(await read(await app.request(requestPath, { method, ...init })));
          for (const response of responses) {
            expectConforms(path, verb, response);
            statuses.add(response.status);
          }
        }
      }
      expect(statuses).toEqual(new Set([400, 401, 404, 405, 413, 414, 415, 429]));
    });

    test('match responses to new, repeated and rejected writes', async () => {
      const data = await createOrganizerData(database.db);
      const { key } = await makeKey(database.db, data.organizer.id, {
        granted: ['events:write', 'orders:write', 'webhooks:write', 'tickets:write'],
      });
      for (const [name, { write }] of Object.entries(keyedRoutes)) {
        if (write === undefined) continue;
        const [method, path] = name.split(' ') as [string, string];
        const statuses = [];
        const fields = write.body(data) as Record<string, unknown>;
        const body = JSON.stringify(fields);
        const changedField =
          ['ref', 'reason', 'reference', 'description', 'label'].find((field) => field in fields) ?? 'name';
        const changedValue = 'metadata' in fields ? { metadata: {} } : { [changedField]: 'Another' };
        const change = 'notifyBuyer' in fields ? { notifyBuyer: false } : changedValue;
        const otherBody = JSON.stringify({ ...fields, ...change });
        const sameKey = { 'idempotency-key': 'once' };
        const mebibyte = ' '.repeat(1024 * 1024);
        const withKey = [
          [body, sameKey],
          [otherBody, sameKey],
        ] as const;
        for (const [requestBody, headers] of [
          [body, sameKey],
          ...(write.hasNoIdempotencyKey ? [] : withKey),
          ['{', {}],
          ['[]', {}],
          [`${body}${mebibyte}`, {}],
          [body, { 'content-type': 'text/plain' }],
        ] as const) {
          const allHeaders = { 'content-type': 'application/json', ...headers };
          const response = await read(
            await app.request(pathOf(name, data), { method, key, headers: allHeaders, body: requestBody }),
          );
          expectConforms(path, method.toLowerCase(), response);
          statuses.push(response.status);
        }
        const conflict = method === 'POST' ? 409 : 200; // A patch can be repeated without a key.
        const repeated = write.hasNoIdempotencyKey ? [] : [write.status, conflict];
        expect(statuses, name).toEqual([write.status, ...repeated, 400, 400, 413, 415]);
      }
    });
  });
}

/** Every object schema of responses and webhooks, with its path in the document. */
function objectSchemas({ paths, components, webhooks }: Document): { path: string; schema: Json }[] {
  const schemas: { path: string; schema: Json }[] = [];
  const visitedRefs = new Set<string>();
  const visit = (part: unknown, path: string): void => {
    if (typeof part !== 'object' || part === null) return;
    const { type, $ref } = part as Json;
    if (type === 'object') schemas.push({ path, schema: part as Json });
    if (typeof $ref === 'string' && $ref.startsWith('#/components/schemas/') && !visitedRefs.has($ref)) {
      visitedRefs.add($ref);
      visit(components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)], $ref.slice(1));
    }
    for (const [name, child] of Object.entries(part)) visit(child, `${path}/${name}`);
  };
  visit(components.responses, '/components/responses');
  visit(webhooks, '/webhooks');
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(operations)) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        for (const { schema } of Object.values(content)) visit(schema, `${method} ${path} ${status}`);
      }
    }
  }
  return schemas;
}

function findEvent(events: readonly Row[], field: 'name' | 'slug', value: string): Row {
  return defined(
    events.find((event) => event[field] === value),
    value,
  );
}

function requiredOf(schema: Json): string[] {
  return [...((schema['required'] ?? []) as string[])].sort();
}

function expectFields(value: unknown, fields: readonly string[]): void {
  expect(Object.keys(value as object).sort()).toEqual([...fields].sort());
}

function omit(value: Json, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function stockByName(event: Row): Record<string, unknown> {
  const types = event['ticketTypes'] as Json[];
  return Object.fromEntries(
    types.map(({ name, quantity, sold, reserved, available, status }) => [
      name,
      { quantity, sold, reserved, available, status },
    ]),
  );
}

function byId(rows: readonly Row[]): Record<string, Row> {
  return Object.fromEntries(rows.map((row) => [row['id'], row]));
}
