import { type ErrorCode, errorCodes } from '../../errors/index.ts';
import { STATUS_CODES } from './node-http.ts';
import type { DocumentedRoute } from './openapi.ts';
import { headersOf, type Json, reference } from './openapi-components.ts';
import type { NamedSchemas } from './openapi-schemas.ts';
import type { PlaneDescription } from './plane.ts';
import { linesNote } from './row-streams.ts';

declare module 'fastify' {
  interface FastifySchema {
    operationId?: string;
    tags?: readonly string[];
    summary?: string;
    description?: string;
    /** Whether the route is left out of the document. */
    hide?: boolean;
  }
  interface FastifyContextConfig {
    /** Errors of this route, besides those that all routes have. */
    errors?: readonly ErrorCode[];
    /** Whether the rows of the list can be read as JSON lines. */
    lines?: boolean;
    /** Whether the responses have an `ETag`. Responses of a route with `If-None-Match` always have one. */
    etag?: boolean;
  }
}

/** An operation of the document. */
export interface Operation extends Json {
  readonly responses: Record<string, Json>;
}

interface JsonSchema extends Json {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly items?: JsonSchema;
  /** The media type of a body that is not JSON. */
  readonly contentMediaType?: string;
}

/** Describes a route with all its responses except errors, by its schema and the options of its plane. */
export function describeOperation(
  route: DocumentedRoute,
  plane: PlaneDescription | undefined,
  schemas: NamedSchemas,
): Operation {
  const { schema, config } = route;
  const { operationId, summary, tags, description } = schema;
  const requestBody = schema.body as JsonSchema | undefined;
  const media = (part: JsonSchema, direction: 'request' | 'response') => {
    const collected = schemas.collect(part, direction);
    return { [part.contentMediaType ?? 'application/json']: { schema: collected, example: schemas.sample(collected) } };
  };
  /** A line of a list that can be streamed. */
  const lines = ({ properties }: JsonSchema) => {
    const row = config.lines ? properties?.['data']?.items : undefined;
    return row === undefined ? {} : { 'application/jsonl': media(row, 'response')['application/json'] };
  };
  const permission = plane?.namesPermissions ? config.permission : undefined;
  const notes = [
    ...(permission === undefined ? [] : [`**Scope:** \`${permission}\``]),
    ...(plane === undefined ? [] : [`**Rate limit:** ${rateLimitText(route, plane)}`]),
  ];
  const headers = sharedHeaders(route);
  const parameters = parametersOf(route);
  return {
    operationId,
    summary,
    tags,
    description: [description, ...notes].filter((part) => part !== undefined).join('\n\n'),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            description: requestBody.description,
            content: media(requestBody, 'request'),
          },
        }),
    responses: Object.fromEntries(
      Object.entries(schema.response as Record<string, JsonSchema>).map(([status, body]) => [
        status,
        {
          description: body.description ?? (config.lines ? linesNote : STATUS_CODES[status]),
          headers: { ...headersOf(Number(status), { announce: plane?.announceLimits ?? false }), ...headers },
          ...(body['type'] === 'null' ? {} : { content: { ...media(body, 'response'), ...lines(body) } }),
        },
      ]),
    ),
    security: plane !== undefined && isAuthenticated(route, plane) ? [{ [plane.name]: [] }] : [],
    ...(permission === undefined ? {} : { 'x-required-scope': permission }),
  };
}

/** Whether the route requires authentication. */
export function isAuthenticated({ config }: DocumentedRoute, { callers }: PlaneDescription): boolean {
  return (callers === 'authenticated' && !config.needsNoCredentials) || config.permission !== undefined;
}

/** The limit of a route, and whose requests it counts, such as `300 requests per minute for each key`. */
function rateLimitText(route: DocumentedRoute, plane: PlaneDescription): string {
  const perMinute = route.config.rateLimit?.perMinute ?? plane.perMinute;
  const caller = plane.callers === 'anonymous' || !isAuthenticated(route, plane) ? 'IP address' : plane.name;
  return `${perMinute} requests per minute for each ${caller}`;
}

/** The errors that a route can return, grouped by status. Within a group, they are in the order of the error catalogue. */
export function errorsByStatus(
  route: DocumentedRoute,
  plane: PlaneDescription | undefined,
): [ErrorCode, ...ErrorCode[]][] {
  const { schema, config } = route;
  const hasBody = schema.body !== undefined;
  const possible = new Set<ErrorCode>([
    'invalid_request',
    'method_not_allowed',
    'uri_too_long',
    'headers_too_large',
    'internal_error',
    'unavailable',
    ...(plane === undefined ? [] : accessErrors(route, plane)),
    ...(hasBody || schema.params !== undefined ? (['not_found'] as const) : []),
    ...(hasBody ? (['request_timeout', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(config.errors ?? []),
  ]);
  const codes = (Object.keys(errorCodes) as ErrorCode[]).filter((code) => possible.has(code));
  const groups = Object.values(Object.groupBy(codes, (code) => errorCodes[code].status));
  return groups as [ErrorCode, ...ErrorCode[]][];
}

function accessErrors(route: DocumentedRoute, plane: PlaneDescription): ErrorCode[] {
  const isScoped = plane.namesPermissions && route.config.permission !== undefined;
  return [
    'rate_limited',
    ...(isAuthenticated(route, plane) ? plane.errors : []),
    ...(isScoped ? (['insufficient_scope'] as const) : []),
    ...(plane.failedPerMinute === null ? [] : (['too_many_failed_attempts'] as const)),
  ];
}

function parametersOf({ schema }: DocumentedRoute): Json[] {
  const groups = [
    ['path', schema.params],
    ['query', schema.querystring],
    ['header', schema.headers],
  ] as const;
  return groups.flatMap(([location, object]) => {
    const { properties = {}, required = [] } = (object ?? {}) as JsonSchema;
    return Object.entries(properties).map(([name, property]) => {
      return parameterOf(location, name, property, required.includes(name) && property['default'] === undefined);
    });
  });
}

/** Describes a parameter of a request. */
export function parameterOf(
  location: 'path' | 'query' | 'header',
  name: string,
  property: object,
  required: boolean,
): Json {
  const { description, examples, ...schema } = property as JsonSchema;
  const value = examples?.[0] ?? (schema['enum'] as readonly unknown[] | undefined)?.[0];
  // The API reference does not send disabled examples when a reader tries an operation.
  const optionalExample = { examples: { example: { value, 'x-disabled': true } } };
  return {
    name,
    in: location,
    required,
    description,
    schema,
    // Values that are separated by commas are accepted too.
    ...(location === 'query' && schema['type'] === 'array' ? { style: 'form', explode: true } : {}),
    ...(value === undefined ? {} : required ? { example: value } : optionalExample),
  };
}

/** The headers that all successful responses of a route have, besides the headers of their status. */
function sharedHeaders({ schema, config }: DocumentedRoute): Json {
  const { properties = {} } = (schema.headers ?? {}) as JsonSchema;
  return {
    ...(config.etag || 'if-none-match' in properties ? { ETag: reference('headers', 'ETag') } : {}),
    ...('idempotency-key' in properties ? { 'Idempotent-Replayed': reference('headers', 'Idempotent-Replayed') } : {}),
  };
}
