import type { PersonalOrder } from './personal-orders.ts';

/** A request to send, and the data that is needed to check its answer. */
export interface TriedRequest {
  readonly method: string;
  /** Of the document; null for an address that no route has. */
  readonly route: string | null;
  /** With its query. */
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Personal values in its path, its body or the names of its parameters, which a problem can repeat. */
  readonly named: readonly string[];
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

/** What an organizer has, by the name of the parameter or field that names it. */
export type OwnIds = Readonly<
  Record<'id' | 'eventId' | 'ticketTypeId' | 'addonId' | 'entitlementId' | 'ticketId', string>
>;

/** Names that a caller can try as parameters, whether a route has them or not. */
const likelyNames = ['email', 'name', 'phone', 'holderName', 'bib', 'category', 'qrValue', 'q'];

function query(given: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(given).toString();
  return text === '' ? '' : `?${text}`;
}

/** Requests to every route of a document that only read or are rejected, with personal values in every place that accepts text. */
export function readingRequests(document: Document, own: OwnIds, orders: readonly PersonalOrder[]): TriedRequest[] {
  return Object.entries(document.paths).flatMap(([route, operations]) => {
    const addresses = addressesOf(route, own, orders);
    return Object.entries(operations).flatMap(([verb, operation]) => {
      const method = verb.toUpperCase();
      const make = (address: string, more: Partial<TriedRequest> = {}): TriedRequest => ({
        ...{ method, route, address, named: [] },
        ...more,
      });
      const requests = [...misdirected(route, addresses[0]!, orders[0]!).map((one) => make(one.address, one))];
      if (operation.requestBody === undefined) {
        requests.push(...addresses.map((address) => make(address)));
        requests.push(...addresses.map((address) => make(address, { method: 'HEAD' })));
        for (const given of validQueries(operation, own, orders)) requests.push(make(addresses[0]! + query(given)));
      } else {
        requests.push(...badBodies(orders[0]!).map((one) => make(addresses[0]!, one)));
      }
      const parameters = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
      for (const name of new Set([...parameters, ...likelyNames])) {
        for (const value of oneOfEach(orders[0]!)) requests.push(make(addresses[0]! + query({ [name]: value })));
      }
      return requests;
    });
  });
}

/** The requests that change something as the document's examples have it. */
export function writingRequests(document: Document, own: OwnIds, orders: readonly PersonalOrder[]): TriedRequest[] {
  return Object.entries(document.paths).flatMap(([route, operations]) =>
    Object.entries(operations).flatMap(([verb, { requestBody }]) => {
      const example = requestBody?.content['application/json']?.example;
      if (example === undefined) return [];
      const body = JSON.stringify({ ...example, ...pick(own, Object.keys(example)) });
      const address = addressesOf(route, own, orders)[0]!;
      const headers = { 'content-type': 'application/json' };
      return [{ method: verb.toUpperCase(), route, address, body, headers, named: [] }];
    }),
  );
}

function pick(own: OwnIds, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(own).filter(([name]) => names.includes(name)));
}

function valuesOf({ email, buyer, holders }: PersonalOrder): string[] {
  return [email, ...buyer, ...holders];
}

function oneOfEach({ email, buyer, holders }: PersonalOrder): string[] {
  return [email, buyer.at(-1)!, holders[0]!, holders.at(-1)!];
}

/** The addresses of a route: where it names an order, one for each. */
function addressesOf(route: string, own: OwnIds, orders: readonly PersonalOrder[]): string[] {
  const ids: Readonly<Record<string, string>> = {
    '/api/v1/tickets/{id}': own.ticketId,
    '/api/v1/addons/{id}': own.entitlementId,
  };
  const numbers = route.includes('{orderNumber}') ? orders.map(({ orderNumber }) => orderNumber) : [''];
  return numbers.map((orderNumber) =>
    route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = { ...own, id: ids[route] ?? own.id, orderNumber }[name];
      if (value === undefined) throw new Error(`Add a value for {${name}} of ${route} to every-request.ts.`);
      return value;
    }),
  );
}

/** Each filter alone with each of its values, all of them together, and page after page of the shortest. */
function validQueries({ parameters = [] }: Operation, own: OwnIds, orders: readonly PersonalOrder[]) {
  const filters = parameters.filter((one) => one.in === 'query' && one.name !== 'cursor');
  const choices = filters.map(({ name, schema }): [string, string[]] => {
    if (schema.enum !== undefined) return [name, [...schema.enum]];
    // Each alone, and all of them.
    if (schema.items?.enum !== undefined) return [name, [...schema.items.enum, schema.items.enum.join(',')]];
    if (schema.type === 'boolean') return [name, ['true', 'false']];
    if (name === 'limit') return [name, ['1', String(schema.maximum)]];
    if (schema.format === 'date-time') return [name, ['2000-01-01T00:00:00Z']];
    if (name === 'orderNumber') return [name, orders.map(({ orderNumber }) => orderNumber)];
    if (name === 'email') return [name, orders.flatMap(({ email }) => [email, email.toUpperCase()])];
    return [name, [own[name as keyof OwnIds] ?? 'drink']];
  });
  const single = choices.flatMap(([name, values]) => values.map((value) => ({ [name]: value })));
  // Times by age and by change exclude each other.
  const combined = choices.filter(([name]) => !name.startsWith('created'));
  const together = Object.fromEntries(combined.map(([name, values]) => [name, values[0]!]));
  return choices.length === 0 ? [] : [...single, together, ...single.map((given) => ({ ...given, limit: '1' }))];
}

/** Requests that are rejected before the handler of the route runs. */
function misdirected(
  route: string,
  address: string,
  order: PersonalOrder,
): (Partial<TriedRequest> & { address: string })[] {
  const { email, holders } = order;
  const value = holders[0]!;
  const carrying = query({ email, name: value });
  const parent = address.slice(0, address.lastIndexOf('/'));
  return [
    ...['PUT', 'DELETE', 'OPTIONS', 'POST', 'PATCH', 'HEAD'].map((method) => ({ method, address: address + carrying })),
    { address: `${address}?${value}=1`, named: [value] },
    { address: `${address}?limit=1&limit=${value}` },
    { address: `${address}?q=${value.repeat(600)}` },
    { address: `${parent}/${value}`, named: [value] },
    { address: `${address}/${encodeURIComponent(email)}`, route: null, named: order.buyer },
    { address: `${address}/%zz${value}`, route: null, named: [value] },
    { address: address + carrying, headers: { authorization: `Bearer ${value}` } },
    { address: address + carrying, headers: { authorization: `Basic ${email}` } },
    {
      address: address + carrying,
      headers: { 'user-agent': value, referer: email, cookie: email, 'x-request-id': value },
    },
    ...(route.includes('{') ? [{ address: `${parent}/${value}${carrying}`, named: [value] }] : []),
  ];
}

/** Bodies that no route accepts. */
function badBodies(order: PersonalOrder): Partial<TriedRequest>[] {
  const named = valuesOf(order);
  const [value] = named;
  const json = { 'content-type': 'application/json', 'idempotency-key': order.holders[0]! };
  return [
    { body: `{"name": ${value}`, headers: json, named: [] },
    { body: `{"name": "${value}", "name`, headers: json, named: [] },
    { body: value!, headers: { 'content-type': 'text/plain' }, named: [] },
    { body: JSON.stringify(value), headers: json, named: [] },
    { body: JSON.stringify(named), headers: json, named: [] },
    { body: JSON.stringify(Object.fromEntries(named.map((one) => [one, one]))), headers: json, named },
    {
      body: JSON.stringify({ [value!]: 1, units: value, name: 1, price: value, status: value, startsAt: value }),
      headers: json,
      named,
    },
    { body: JSON.stringify({ entitlementId: value, units: 1, ref: value }), headers: json, named },
  ];
}
