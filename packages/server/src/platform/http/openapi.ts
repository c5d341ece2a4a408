import { STATUS_CODES } from 'node:http';
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { type ErrorCode, errorCodes } from '../../errors/index.ts';
import { errorResponse, headerComponents, headersOf, type Json, problemComponents } from './openapi-components.ts';
import { type Direction, keepNames, NamedSchemas } from './openapi-schemas.ts';
import { describeWebhooks, type WebhookDescription } from './openapi-webhooks.ts';
import type { PlaneDescription } from './plane.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What else the route can answer with: errors that only its own work meets. */
    errors?: readonly ErrorCode[];
    /** Its answers have an `ETag`, as those of every route have that takes `If-None-Match`. */
    etag?: boolean;
  }
}

/** What the document says beyond what the routes say. */
export interface ApiDescription {
  readonly title: string;
  readonly summary: string;
  readonly description: (planes: readonly PlaneDescription[]) => string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** What is sent to endpoints. */
  readonly webhooks: readonly WebhookDescription[];
}

/** What an operation's schema does not tell. */
interface RouteFacts {
  readonly plane: PlaneDescription | undefined;
  readonly permission: string | undefined;
  readonly errors: readonly ErrorCode[];
  readonly etag: boolean;
}

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Json;
  explode?: boolean;
  example?: unknown;
  examples?: Json;
}

interface Operation {
  operationId: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Json> };
  responses: Record<string, { description: string; headers?: Json; content?: Record<string, Json> }>;
}

interface Document {
  info: Json;
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  components: Record<string, Json>;
  webhooks?: Json;
}

const replayHeader: Json = { 'Idempotent-Replayed': { $ref: '#/components/headers/Idempotent-Replayed' } };
const tagHeader: Json = { ETag: { $ref: '#/components/headers/ETag' } };

/** How the OpenAPI 3.1 document is made from the routes. */
export function openApiOptions(
  api: ApiDescription,
  { baseUrl, planes }: { baseUrl: string; planes: readonly PlaneDescription[] },
): FastifyDynamicSwaggerOptions {
  const facts = new Map<string, RouteFacts>();
  return {
    stripBasePath: false,
    openapi: {
      openapi: '3.1.1',
      info: {
        title: api.title,
        summary: api.summary,
        version: '1.0.0',
        contact: { name: 'The operator of this service', url: baseUrl },
        license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      },
      externalDocs: { description: 'Every error, and what to do about it', url: `${baseUrl}/docs/errors` },
      servers: [server(baseUrl)],
      tags: [...api.tags],
    },
    transform: ({ schema, url, route }) => {
      if (schema === undefined || schema.hide) return { schema: schema ?? {}, url };
      if (schema.operationId === undefined) throw new Error(`${route.method} ${url} has no operationId.`);
      const { permission, errors = [], etag = false } = route.config ?? {};
      const plane = planes.find(({ prefix }) => url.startsWith(`${prefix}/`));
      facts.set(schema.operationId, { plane, permission, errors, etag });
      return { schema: keepNames(schema), url };
    },
    transformObject: (made) => {
      if (!('openapiObject' in made)) throw new Error('The document is made for OpenAPI, not for Swagger 2.');
      const document = made.openapiObject as unknown as Document;
      document.info.description = api.description(planes);
      return complete(document, facts, api, baseUrl) as object;
    },
  };
}

/** Adds the webhooks, and to each operation what the routes have in common: key, limits, headers, errors, examples. */
function complete(
  document: Document,
  facts: ReadonlyMap<string, RouteFacts>,
  api: ApiDescription,
  baseUrl: string,
): Document {
  const collected = new NamedSchemas();
  const responses: Json = {};
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  for (const operation of operations) {
    const route = facts.get(operation.operationId)!;
    const announce = route.plane?.announceLimits ?? false;
    const isReplayed = operation.parameters?.some(({ name }) => name === 'idempotency-key') ?? false;
    const hasTag = route.etag || (operation.parameters?.some(({ name }) => name === 'if-none-match') ?? false);
    operation.description = [operation.description, ...notes(route)].join('\n\n');
    for (const parameter of operation.parameters ?? []) settle(parameter);
    Object.assign(operation, security(route));
    for (const media of Object.values(operation.requestBody?.content ?? {})) describeMedia(media, collected, 'request');
    for (const [status, response] of Object.entries(operation.responses)) {
      if (response.description === 'Default Response') response.description = STATUS_CODES[status]!;
      response.headers = {
        ...headersOf(Number(status), { announce }),
        ...(hasTag ? tagHeader : {}),
        ...(isReplayed ? replayHeader : {}),
        ...response.headers,
      };
      for (const media of Object.values(response.content ?? {})) describeMedia(media, collected, 'response');
    }
    for (const codes of errorsByStatus(operation, route)) {
      const { name, response } = errorResponse(codes, { baseUrl, announce });
      responses[name] = response;
      Object.assign(operation.responses, {
        [errorCodes[codes[0]].status]: { $ref: `#/components/responses/${name}` },
      });
    }
  }
  const sent = describeWebhooks(api.webhooks, collected);
  Object.assign(responses, sent.responses);
  const used = JSON.stringify([document.paths, responses]);
  const usedTags = new Set(['Webhooks', ...operations.flatMap(({ tags = [] }) => tags)]);
  return {
    ...document,
    webhooks: sent.webhooks,
    tags: document.tags.filter(({ name }) => usedTags.has(name)),
    components: {
      ...document.components,
      securitySchemes: securitySchemes([...facts.values()]),
      schemas: sorted({ ...collected.schemas, ...problemComponents }),
      responses: sorted(responses),
      parameters: sent.parameters,
      headers: Object.fromEntries(
        Object.entries(headerComponents).filter(([name]) => used.includes(`"#/components/headers/${name}"`)),
      ),
    },
  };
}

/** Whether a caller of the operation must be authenticated. */
function isAuthenticated({ plane, permission }: RouteFacts): boolean {
  return plane?.callers === 'authenticated' || permission !== undefined;
}

function security(route: RouteFacts): Json {
  const { plane, permission } = route;
  if (plane === undefined || !isAuthenticated(route)) return { security: [] };
  const scope = plane.namesPermissions && permission !== undefined ? { 'x-required-scope': permission } : {};
  return { security: [{ [plane.name]: [] }], ...scope };
}

/** The security schemes that the operations use. */
function securitySchemes(routes: readonly RouteFacts[]): Json {
  const used = routes.flatMap((route) => (route.plane !== undefined && isAuthenticated(route) ? [route.plane] : []));
  return Object.fromEntries(used.map(({ name, scheme }) => [name, scheme]));
}

function server(baseUrl: string) {
  const description = baseUrl.startsWith('https:') ? 'Production' : 'Local, for tests';
  return { url: baseUrl, description, 'x-internal': false };
}

function sorted(components: Json): Json {
  return Object.fromEntries(Object.entries(components).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** What has a default may be left out; what may be left out is not sent by the example requests of the reference. */
function settle(parameter: Parameter): void {
  if (parameter.schema['default'] !== undefined) parameter.required = false;
  // The values of a list are separated by commas.
  if (parameter.in === 'query' && parameter.schema['type'] === 'array') parameter.explode = false;
  const value = parameter.example ?? (parameter.schema['enum'] as unknown[] | undefined)?.[0];
  if (parameter.required || value === undefined) return;
  parameter.examples = { example: { value, 'x-disabled': true } };
  delete parameter.example;
}

function describeMedia(media: Json, collected: NamedSchemas, direction: Direction): void {
  media['schema'] = collected.collect(media['schema'] as Json, direction);
  if (media['example'] === undefined && media['examples'] === undefined) {
    media['example'] = collected.sample(media['schema'] as Json);
  }
}

function notes({ plane, permission }: RouteFacts): string[] {
  if (plane === undefined) return [];
  const noun = plane.callers === 'anonymous' ? 'address' : plane.name;
  return [
    ...(plane.namesPermissions && permission !== undefined ? [`**Scope:** \`${permission}\``] : []),
    `**Rate limit:** ${plane.perMinute} requests a minute for each ${noun}`,
  ];
}

/** The errors that an operation can answer with, in the order of the catalogue, grouped by status. */
function errorsByStatus(operation: Operation, route: RouteFacts): [ErrorCode, ...ErrorCode[]][] {
  const { plane, errors } = route;
  const hasPathParameter = operation.parameters?.some((parameter) => parameter.in === 'path') ?? false;
  const hasBody = operation.requestBody !== undefined;
  const possible = new Set<ErrorCode>([
    'invalid_request',
    'method_not_allowed',
    'uri_too_long',
    'headers_too_large',
    'internal_error',
    'unavailable',
    ...(plane === undefined ? [] : (['rate_limited'] as const)),
    ...(plane !== undefined && isAuthenticated(route) ? plane.errors : []),
    ...(plane?.namesPermissions && route.permission !== undefined ? (['insufficient_scope'] as const) : []),
    ...(plane !== undefined && plane.failedPerMinute !== null ? (['too_many_failed_attempts'] as const) : []),
    ...(hasPathParameter || hasBody ? (['not_found'] as const) : []),
    ...(hasBody ? (['request_timeout', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...errors,
  ]);
  const codes = (Object.keys(errorCodes) as ErrorCode[]).filter((code) => possible.has(code));
  const groups = Object.values(Object.groupBy(codes, (code) => errorCodes[code].status));
  return groups as [ErrorCode, ...ErrorCode[]][];
}
