import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Compile } from 'typebox/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deployments } from '../src/deployments/index.ts';
import { errorCodes } from '../src/errors/index.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { openApiDocument } from '../src/write-openapi.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { defined } from './harness/defined.ts';

interface ResponseObject {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, ResponseObject & { readonly $ref?: string }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly headers: object;
    readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
  };
}

const rateLimitHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'];
const headersByStatus: Readonly<Record<string, readonly string[]>> = {
  304: ['ETag'],
  201: ['Location'],
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** A documented response. */
interface DocumentedResponse {
  /** The method and the path of its operation. */
  readonly operation: string;
  readonly status: string;
  readonly response: ResponseObject;
}

/** The name of a component in a reference such as `#/components/schemas/Event`. */
function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function listResponses({ paths, components }: Document): DocumentedResponse[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) =>
      Object.entries(responses).map(([status, response]) => ({
        operation: `${method} ${path}`,
        status,
        response:
          response.$ref === undefined ? response : defined(components.responses[nameOf(response.$ref)], response.$ref),
      })),
    ),
  );
}

describe.each(Object.values(deployments))('the $name document', (deployment) => {
  const committed = readFileSync(join(import.meta.dirname, `../../../openapi/${deployment.name}.json`), 'utf8');
  const document = JSON.parse(committed) as Document;
  const limitHeaders = deployment.name === 'extended' ? rateLimitHeaders : [];

  test('is up to date', async () => {
    expect(await openApiDocument(deployment), 'run "npm run openapi"').toBe(committed);
  });

  test('has a named schema for every object of a request or a response', () => {
    const inline: string[] = [];
    const visit = (part: unknown, path: string): void => {
      if (typeof part !== 'object' || part === null) return;
      const isNamed = /^\/components\/schemas\/\w+$/.test(path);
      if ((part as { type?: unknown }).type === 'object' && 'properties' in part && !isNamed) inline.push(path);
      for (const [name, child] of Object.entries(part)) {
        if (name !== 'example' && name !== 'examples') visit(child, `${path}/${name}`);
      }
    };
    visit(document, '');
    expect(inline).toEqual([]);
  });

  test('has one media type for each request body, because generators create a function for each media type', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const bodies = operations.flatMap(({ requestBody }) => (requestBody === undefined ? [] : [requestBody]));
    const types = bodies.map(({ content }) => Object.keys(content));
    expect(types.filter((names) => names.length !== 1)).toEqual([]);
  });

  test('allows no unknown fields in requests', () => {
    const schemas = document.components.schemas;
    const openSchemas: string[] = [];
    const visited = new Set<string>();
    const visit = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return;
      const { $ref } = part as { $ref?: string };
      const name = $ref === undefined ? undefined : nameOf($ref);
      if (name !== undefined && !visited.has(name)) {
        visited.add(name);
        if (schemas[name]?.['additionalProperties'] !== false) openSchemas.push(name);
        visit(schemas[name]);
      }
      for (const child of Object.values(part)) visit(child);
    };
    for (const operations of Object.values(document.paths)) {
      for (const { requestBody } of Object.values(operations)) visit(requestBody);
    }
    expect(visited.size).toBeGreaterThan(deployment.name === 'extended' ? 10 : -1);
    expect(openSchemas).toEqual([]);
  });

  test('accepts the values, the codes and the longer ids of later versions in responses and webhooks', () => {
    const { schemas, responses, headers } = document.components;
    const responseSchemas = Object.entries(schemas).filter(([, schema]) => schema['additionalProperties'] !== false);
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const parts = [Object.fromEntries(responseSchemas), responses, headers, ...operations.map((one) => one.responses)];
    const openValues: unknown[] = [];
    const closedTexts: unknown[] = [];
    JSON.stringify(parts, (_name, part) => {
      const { type, format, enum: values = [], pattern, maxLength } = part ?? {};
      if (![type].flat().includes('string') || format !== undefined) return part;
      if ('x-extensible-enum' in part) openValues.push(part);
      if (values.length > 1 || pattern !== undefined || (values.length === 0 && maxLength < 255))
        closedTexts.push(part);
      return part;
    });
    expect(closedTexts).toEqual([]);
    expect(openValues.length).toBeGreaterThan(5);
    const path = '/api/v1/orders/{orderNumber}';
    const order = defined(document.paths[path]?.['get']?.responses['200']?.content?.['application/json'], path);
    const validator = Compile({ components: document.components, ...order.schema } as object);
    const later = { status: 'on_hold', orderNumber: `${'7K3Q9MX2PA'.repeat(10)}-1`, eventId: `evt_${'0'.repeat(40)}` };
    expect(validator.Errors({ ...(order.example as object), ...later })).toEqual([true, []]);
    expect(validator.Check({ ...(order.example as object), total: 'free' })).toBe(false);
  });

  test('lists as codes of errors only those that its operations can return', () => {
    const codes = Object.values(document.components.responses).flatMap(({ content }) =>
      Object.keys(content?.['application/problem+json']?.examples ?? {}),
    );
    const { code } = defined(document.components.schemas['Problem'], 'Problem')['properties'] as Record<string, object>;
    expect(code).toMatchObject({ 'x-extensible-enum': Object.keys(errorCodes).filter((name) => codes.includes(name)) });
    expect(codes).not.toContain('not_signed_in');
  });

  test('has only names that need no change in generated clients', () => {
    const operations = [document.paths, document.webhooks].flatMap((items) =>
      Object.values(items).flatMap((methods) => Object.values(methods)),
    );
    const parameters = operations.flatMap((operation) => operation.parameters ?? []);
    const names = [
      ...operations.map(({ operationId }) => operationId),
      ...parameters.filter((parameter) => parameter.in === 'path' || parameter.in === 'query').map(({ name }) => name),
      ...Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) => [
        name,
        ...Object.keys(properties as object),
      ]),
    ];
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => !/^[A-Za-z][A-Za-z0-9]*$/.test(name))).toEqual([]);
  });

  test('has only patterns that other languages support', () => {
    const patterns = [...committed.matchAll(/"(?:x-extensible-)?pattern": (".*"),?$/gm)].map(
      ([, text]) => JSON.parse(String(text)) as string,
    );
    expect(patterns.length).toBeGreaterThan(10);
    // RE2 or Python's re do not support empty classes, look-behind, named groups and \u escapes.
    expect(patterns.filter((pattern) => /\[\^?\]|\(\?<|\(\?[=!]|\\u|\\p/.test(pattern))).toEqual([]);
  });

  test('lists the headers of every response', () => {
    for (const { operation, status, response } of listResponses(document)) {
      const expected = ['Request-Id', ...limitHeaders, ...(headersByStatus[status] ?? [])];
      expect(Object.keys(response.headers), `${operation} ${status}`).toEqual(expect.arrayContaining(expected));
      if (limitHeaders.length === 0) expect(Object.keys(response.headers)).not.toContain('RateLimit-Limit');
    }
  });

  test('has an example for every response, and the examples conform to the schemas', () => {
    for (const { operation, status, response } of listResponses(document)) {
      // A 304 has no body.
      expect(response.content === undefined, `${operation} ${status}`).toBe(status === '304');
      for (const { schema, example, examples } of Object.values(response.content ?? {})) {
        const validator = Compile({ components: document.components, ...schema } as object);
        const values = examples === undefined ? [example] : Object.values(examples).map(({ value }) => value);
        for (const value of values) expect(validator.Errors(value), `${operation} ${status}`).toEqual([true, []]);
      }
    }
  });

  test('lists, for every operation with a key, the errors that each of them can return', () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const { security, responses } of Object.values(operations)) {
        if (!security?.some((requirement) => 'key' in requirement)) continue;
        const codes = ['400', '401', '405', '414', '429', '431', '500', '503'];
        // Every valid key can call it.
        if (path !== '/api/v1/me') codes.push('403');
        expect(Object.keys(responses), path).toEqual(expect.arrayContaining(codes));
      }
    }
    for (const { operation, status, response } of listResponses(document)) {
      if (Number(status) >= 400)
        expect(Object.keys(response.content ?? {}), operation).toEqual(['application/problem+json']);
    }
  });
});

describe('the served documentation', () => {
  let app: TestApp;

  beforeAll(async () => {
    // These requests do not use the database, so none is created.
    app = await startApp({ db: openDatabase({ databaseUrl: null, dataDir: 'never-created' }) });
  });
  afterAll(() => app.close());

  test('lists both ways to send a key', async () => {
    const { components } = (await (await app.request('/openapi.json')).json()) as {
      components: { securitySchemes: object };
    };
    expect(components.securitySchemes).toMatchObject({ key: { scheme: 'bearer' }, keyAsUserName: { scheme: 'basic' } });
  });

  test('has a section for every error of the catalogue', async () => {
    const page = await (await app.request('/docs/errors')).text();
    const sections = [...page.matchAll(/<h2 id="(\w+)">/g)].map(([, id]) => id);
    expect(sections).toEqual(Object.keys(errorCodes));
  });

  test.each(['/docs', '/docs/', '/docs/errors', '/docs/reference'])(
    '%s may send requests only to this service',
    async (path) => {
      const response = await app.request(path);
      const policy = response.headers.get('content-security-policy');
      expect(response.status).toBe(200);
      expect(policy).toMatch(/^default-src 'none'; /);
      expect(policy?.match(/https?:[^ ;]+/g) ?? []).toEqual(
        path === '/docs/reference' ? ['https://tickets.example.com'] : [],
      );
    },
  );

  test('the document of the API links the one of the devices', async () => {
    const { tags, info } = (await (await app.request('/openapi.json')).json()) as {
      tags: { name: string; externalDocs?: { url: string } }[];
      info: { description: string };
    };
    const url = 'https://tickets.example.com/gate.json';
    expect(tags.find(({ name }) => name === 'Check-ins')?.externalDocs?.url).toBe(url);
    expect(info.description).toContain(`(${url})`);
    const response = await app.request('/gate.json');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const committed = readFileSync(join(import.meta.dirname, '../../../openapi/gate.json'), 'utf8');
    const { paths } = (await response.json()) as { paths: object };
    expect(Object.keys(paths)).toEqual(Object.keys(JSON.parse(committed).paths));
  });

  test('the `type` of a problem is the URL of its section', async () => {
    const problem = (await (await app.request('/api/v1/events')).json()) as { type: string; code: string };
    expect(problem.type).toBe(`https://tickets.example.com/docs/errors#${problem.code}`);
  });
});
