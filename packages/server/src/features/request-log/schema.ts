import { count, id, listQuery, nullable, object, oneOf, page, Type, text, time } from '../../platform/http/schema.ts';
import { keysMax, type Period, periods } from './queries.ts';

const requestsPerPageMax = 100;

const keyId = id('key', 'Id of the key');
const keyFilter = Type.Optional(
  Type.String({
    description: 'Only requests with this key',
    minLength: 1,
    maxLength: 100,
    examples: ['key_01kamz0g5ve4q8v5x2c4g6t0yd'],
  }),
);
const code = text('The error code', { maxLength: 60, examples: ['insufficient_scope'] });
const params = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  description: 'The values in the sentence. Text that the client sent is omitted',
  examples: [{ scope: 'orders:read', caller: 'key' }],
});

const loggedProblem = object(
  {
    code,
    reason: text('The reason, more specific than the code', { maxLength: 60, examples: ['missing_scope'] }),
    detail: text('The sentence of the response', {
      examples: ['This request needs the scope orders:read, which the key does not have.'],
    }),
    params,
    errors: Type.Array(
      object(
        {
          path: text('The parameter or field; `…` if there is none of this name', {
            maxLength: 60,
            examples: ['limit'],
          }),
          code: text('The code of the error', { maxLength: 60, examples: ['above_maximum'] }),
          params,
          message: text('What is wrong, after the name of the field', { examples: ['must be <= 100'] }),
        },
        { $id: 'LoggedFieldError', description: 'An invalid parameter or field' },
      ),
      { description: 'The invalid parameters and fields' },
    ),
  },
  { $id: 'LoggedProblem', description: 'The error of a response' },
);

const loggedRequest = object(
  {
    id: id('req', 'The `Request-Id` of the response'),
    keyId,
    startedAt: time('When the request arrived'),
    method: text('The method', { maxLength: 10, examples: ['GET'] }),
    route: text('The pattern of the path; `unknown` if there is no such path', {
      maxLength: 200,
      examples: ['/api/v1/orders/:orderNumber'],
    }),
    status: Type.Integer({
      description: 'The status of the response; 499 if the client disconnected before it was sent',
      minimum: 100,
      maximum: 599,
      examples: [200],
    }),
    latencyMs: count('Milliseconds until the response was sent, rounded up'),
    problem: nullable(loggedProblem),
  },
  { $id: 'LoggedRequest', description: 'A request with an API key' },
);

const { properties: pageFields } = page('LoggedRequestPage', loggedRequest, requestsPerPageMax);

export const loggedRequestPage = object(
  { ...pageFields, isLogging: Type.Boolean({ description: 'Whether this service logs requests' }) },
  {
    $id: 'LoggedRequestPage',
    description: 'Requests, newest first. A page can have fewer rows than its limit although `hasMore` is true',
  },
);

const timeFilter = (description: string) =>
  Type.Optional(
    Type.String({ format: 'date-time', maxLength: 40, description, examples: ['2026-11-20T09:00:00.000Z'] }),
  );

export const loggedRequestListQuery = listQuery(requestsPerPageMax, {
  keyId: keyFilter,
  requestId: Type.Optional(
    Type.String({
      description: 'Only the request with this id',
      minLength: 1,
      maxLength: 100,
      examples: ['req_01kamz0g5ve4q8v5x2c4g6t0yd'],
    }),
  ),
  method: Type.Optional(oneOf(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], 'Only this method')),
  route: Type.Optional(
    Type.String({ description: 'Only this route', minLength: 1, maxLength: 200, examples: ['/api/v1/orders'] }),
  ),
  status: Type.Optional(
    Type.String({
      description: 'Only this status, or this class of statuses',
      pattern: '^[1-5](xx|[0-9]{2})$',
      examples: ['4xx'],
    }),
  ),
  code: Type.Optional(
    Type.String({ description: 'Only this error code', minLength: 1, maxLength: 60, examples: ['not_found'] }),
  ),
  minLatencyMs: Type.Optional(
    Type.Integer({ description: 'Only requests that took this long', minimum: 0, maximum: 600_000, examples: [500] }),
  ),
  since: timeFilter('Only requests at or after this time (RFC 3339)'),
  until: timeFilter('Only requests before this time (RFC 3339)'),
});

const requestCounts = {
  requests: count('Number of requests'),
  errors: count('Number of responses with a status of 400 or above, except limit refusals'),
  limitRefusals: count('Number of requests that a rate limit rejected'),
};

export const usage = object(
  {
    interval: oneOf(['hour', 'day'], 'The length of an interval. Days are in UTC'),
    series: Type.Array(
      object({ start: time('The start of the interval'), ...requestCounts }, { $id: 'UsageInterval' }),
      { description: 'All intervals of the period, oldest first', maxItems: 200 },
    ),
    keys: Type.Array(object({ keyId, ...requestCounts }, { $id: 'UsageOfKey' }), {
      description: 'The keys with the most requests in the period',
      maxItems: keysMax,
    }),
    isLogging: Type.Boolean({ description: 'Whether this service counts requests' }),
  },
  { $id: 'Usage', description: 'Requests over time and by key' },
);

export const usageQuery = object({
  period: Type.Unsafe<Period>({
    type: 'string',
    enum: Object.keys(periods),
    default: '24h',
    description: 'The period up to now',
  }),
  keyId: keyFilter,
});
