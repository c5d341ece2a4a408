import { elementAt, first, last } from './harness/defined.ts';
import type { PersonalOrder } from './personal-orders.ts';

/** A request to send, and the data that is needed to check its response. */
export interface TestRequest {
  readonly method: string;
  /** The path of the route in the OpenAPI document; null if no route has this target. */
  readonly route: string | null;
  /** Path and query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Personal values in the path, the body or the parameter names of this request. The error response can repeat them. */
  readonly valuesInRequest: readonly string[];
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: object }>> };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: {
    readonly type?: string;
    readonly items?: { readonly enum?: readonly string[] };
    readonly enum?: readonly string[];
    readonly maximum?: number;
    readonly format?: string;
  };
}

/** Ids of existing data of an organizer, by the name of the parameter or field. */
export type ExistingIds = Readonly<
  Record<
    | 'id'
    | 'eventId'
    | 'ticketTypeId'
    | 'addonId'
    | 'questionId'
    | 'entitlementId'
    | 'ticketId'
    | 'webhookEventId'
    | 'paymentId'
    | 'refundId'
    | 'endpointId'
    | 'deliveryId'
    | 'url'
    | 'consumptionId',
    string
  >
>;

/** The stream has no end. It sends the events that the list of webhook events returns. */
export const streamRoute = '/api/v1/webhook-events/stream';

/** Parameter names that a client can try, even if a route does not have them. */
const likelyParameters = ['email', 'name', 'phone', 'holderName', 'bib', 'category', 'qrValue', 'q'];

function queryOf(parameters: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(parameters).toString();
  return text === '' ? '' : `?${text}`;
}

/** For every route of a document: requests that only read data or are rejected, with personal values in every text input. */
export function readingRequests(document: Document, ids: ExistingIds, orders: readonly PersonalOrder[]): TestRequest[] {
  const routes = Object.entries(document.paths).filter(([route]) => route !== streamRoute);
  return routes.flatMap(([route, operations]) => {
    const targets = targetsOf(route, ids, orders);
    const ofRoute = requestsWithOtherMethods(route, first(targets), first(orders));
    const ofOperations = Object.entries(operations).flatMap(([verb, operation]) => {
      const method = verb.toUpperCase();
      const createRequest = (target: string, overrides: Partial<TestRequest> = {}): TestRequest => ({
        ...{ method, route, target, valuesInRequest: [] },
        ...overrides,
      });
      const requests = [
        ...requestsRejectedEarly(route, first(targets), first(orders)).map((rejected) =>
          createRequest(rejected.target, rejected),
        ),
      ];
      if (operation.requestBody === undefined) {
        requests.push(...targets.map((target) => createRequest(target)));
        requests.push(...targets.map((target) => createRequest(target, { method: 'HEAD' })));
        for (const query of validQueries(operation, ids, orders))
          requests.push(createRequest(first(targets) + queryOf(query)));
      } else {
        requests.push(...badBodies(first(orders)).map((overrides) => createRequest(first(targets), overrides)));
      }
      // A key can have one stream at a time.
      if (route === '/api/v1/orders') requests.push(createRequest(route, { headers: { accept: 'application/jsonl' } }));
      const parameters = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'query')
        .map(({ name }) => name);
      const values = sampleValuesOf(first(orders));
      const withParameter = (name: string, value: string) => createRequest(first(targets) + queryOf({ [name]: value }));
      requests.push(...parameters.flatMap((name) => values.map((value) => withParameter(name, value))));
      // A parameter that the route does not have is rejected, whatever its value is.
      const others = likelyParameters.filter((name) => !parameters.includes(name));
      requests.push(...others.map((name, index) => withParameter(name, elementAt(values, index % values.length))));
      return requests;
    });
    return [...ofRoute, ...ofOperations];
  });
}

/** The requests with the example bodies of the document. They change data. */
export function writingRequests(document: Document, ids: ExistingIds, orders: readonly PersonalOrder[]): TestRequest[] {
  return Object.entries(document.paths).flatMap(([route, operations]) =>
    Object.entries(operations).flatMap(([verb, { requestBody }]) => {
      const example = requestBody?.content['application/json']?.example;
      if (example === undefined) return [];
      const body = JSON.stringify({ ...example, ...pick(ids, Object.keys(example)) });
      const target = first(targetsOf(route, ids, orders));
      const headers = { 'content-type': 'application/json', 'idempotency-key': 'once' };
      return [{ method: verb.toUpperCase(), route, target, body, headers, valuesInRequest: [] }];
    }),
  );
}

function pick(ids: ExistingIds, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(ids).filter(([name]) => names.includes(name)));
}

function valuesOf({ email, buyer, holders }: PersonalOrder): string[] {
  return [email, ...buyer, ...holders];
}

/** One value of each kind. */
function sampleValuesOf({ email, buyer, holders }: PersonalOrder): string[] {
  return [email, last(buyer), first(holders), last(holders)];
}

/** The targets of a route: one for each order if its path has an order number, otherwise only one. */
function targetsOf(route: string, ids: ExistingIds, orders: readonly PersonalOrder[]): string[] {
  const idsByRoute: Readonly<Record<string, string>> = {
    '/api/v1/tickets/{id}': ids.ticketId,
    '/api/v1/addons/{id}': ids.entitlementId,
    '/api/v1/webhook-events/{id}': ids.webhookEventId,
    '/api/v1/payments/{id}': ids.paymentId,
    '/api/v1/refunds/{id}': ids.refundId,
    '/api/v1/consumptions/{id}': ids.consumptionId,
  };
  const orderNumbers = route.includes('{orderNumber}') ? orders.map(({ orderNumber }) => orderNumber) : [''];
  return orderNumbers.map((orderNumber) =>
    route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = { ...ids, id: idsByRoute[route] ?? ids.id, orderNumber, externalId: 'race' }[name];
      if (value === undefined) throw new Error(`Add a value for {${name}} of ${route} to every-request.ts.`);
      return value;
    }),
  );
}

/** Queries: each filter with each of its values, all filters together, and each filter with a limit of 1. */
function validQueries({ parameters = [] }: Operation, ids: ExistingIds, orders: readonly PersonalOrder[]) {
  const filters = parameters.filter((parameter) => parameter.in === 'query' && parameter.name !== 'cursor');
  const choices = filters.map(({ name, schema }): [string, string[]] => {
    if (schema.enum !== undefined) return [name, [...schema.enum]];
    // Each value alone, and all values together.
    if (schema.items?.enum !== undefined) return [name, [...schema.items.enum, schema.items.enum.join(',')]];
    if (schema.type === 'boolean') return [name, ['true', 'false']];
    if (name === 'limit') return [name, ['1', String(schema.maximum)]];
    if (schema.format === 'date-time') return [name, ['2000-01-01T00:00:00Z']];
    if (name === 'orderNumber') return [name, orders.map(({ orderNumber }) => orderNumber)];
    if (name === 'email') return [name, orders.flatMap(({ email }) => [email, email.toUpperCase()])];
    return [name, [ids[name as keyof ExistingIds] ?? 'drink']];
  });
  const singleFilters = choices.flatMap(([name, values]) => values.map((value) => ({ [name]: value })));
  // Filters by creation time and by update time cannot be combined.
  const combinable = choices.filter(([name]) => !name.startsWith('created'));
  const allFilters = Object.fromEntries(combinable.map(([name, values]) => [name, first(values)]));
  if (choices.length === 0) return [];
  return [...singleFilters, allFilters, ...singleFilters.map((query) => ({ ...query, limit: '1' }))];
}

/** Requests with all methods besides GET, to the target of a route: it does not have most of them, and rejects the others without a body. */
function requestsWithOtherMethods(route: string, target: string, { email, holders }: PersonalOrder): TestRequest[] {
  return ['PUT', 'DELETE', 'OPTIONS', 'POST', 'PATCH', 'HEAD'].map((method) => ({
    ...{ method, route, valuesInRequest: [] },
    target: target + queryOf({ email, name: first(holders) }),
  }));
}

/** Requests that are rejected before the handler of the route runs. */
function requestsRejectedEarly(
  route: string,
  target: string,
  order: PersonalOrder,
): (Partial<TestRequest> & { target: string })[] {
  const { email, holders } = order;
  const value = first(holders);
  const queryWithValues = queryOf({ email, name: value });
  const parent = target.slice(0, target.lastIndexOf('/'));
  return [
    { target: `${target}?${value}=1`, valuesInRequest: [value] },
    { target: `${target}?limit=1&limit=${value}` },
    { target: `${target}?q=${value.repeat(600)}` },
    { target: `${parent}/${value}`, valuesInRequest: [value] },
    { target: `${target}/${encodeURIComponent(email)}`, route: null, valuesInRequest: order.buyer },
    { target: `${target}/%zz${value}`, route: null, valuesInRequest: [value] },
    { target: target + queryWithValues, headers: { authorization: `Bearer ${value}` } },
    { target: target + queryWithValues, headers: { authorization: `Basic ${email}` } },
    {
      target: target + queryWithValues,
      headers: { 'user-agent': value, referer: email, cookie: email, 'x-request-id': value },
    },
    ...(route.includes('{') ? [{ target: `${parent}/${value}${queryWithValues}`, valuesInRequest: [value] }] : []),
  ];
}

/** Bodies that no route accepts. */
function badBodies(order: PersonalOrder): Partial<TestRequest>[] {
  const valuesInRequest = valuesOf(order);
  const value = first(valuesInRequest);
  const json = { 'content-type': 'application/json', 'idempotency-key': first(order.holders) };
  return [
    { body: `{"name": ${value}`, headers: json, valuesInRequest: [] },
    { body: `{"name": "${value}", "name`, headers: json, valuesInRequest: [] },
    { body: value, headers: { 'content-type': 'text/plain' }, valuesInRequest: [] },
    { body: JSON.stringify(value), headers: json, valuesInRequest: [] },
    { body: JSON.stringify(valuesInRequest), headers: json, valuesInRequest: [] },
    {
      body: JSON.stringify(Object.fromEntries(valuesInRequest.map((name) => [name, name]))),
      headers: json,
      valuesInRequest,
    },
    {
      body: JSON.stringify({ [value]: 1, units: value, name: 1, price: value, status: value, startsAt: value }),
      headers: json,
      valuesInRequest,
    },
    { body: JSON.stringify({ entitlementId: value, units: 1, ref: value }), headers: json, valuesInRequest },
  ];
}
