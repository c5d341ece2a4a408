import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '../src/errors/index.ts';
import { eventRoutes } from '../src/features/event-views/http.ts';
import type { Plane } from '../src/planes/context.ts';

import { type PlaneApp, registerPlane } from '../src/platform/http/plane.ts';
import type { Authenticator, OrganizerPrincipal, ScopeReader } from '../src/platform/http/principal.ts';
import { object, Type } from '../src/platform/http/schema.ts';
import { type ComposedApp, startComposed } from './harness/composed-app.ts';
import { createDatabase, type TestDatabase } from './harness/databases.ts';
import { makeOrganizer } from './harness/fixtures.ts';
import { expectLimitHeaders, expectProblem, jsonOf, read, type TestResponse } from './harness/responses.ts';

/*
 * This file contains a complete plane with session cookies, as a dashboard would need it.
 */

interface SessionPrincipal extends OrganizerPrincipal {
  readonly kind: 'session';
  readonly memberName: string;
}

type Sessions = ReadonlyMap<string, SessionPrincipal>;

function sessionAuthenticator(sessions: Sessions): Authenticator<SessionPrincipal> {
  return {
    async authenticate({ headers }) {
      const id = /(?:^|; )session=(\w+)/.exec(headers.cookie ?? '')?.[1];
      if (id === undefined) return new ApiError('missing_api_key', {});
      if (id === 'outage') throw new ApiError('database_unavailable', {});
      return sessions.get(id) ?? new ApiError('invalid_api_key', {});
    },
    documentation: {
      name: 'session',
      scheme: { type: 'apiKey', in: 'cookie', name: 'session', description: 'The session of a member.' },
      errors: ['missing_key', 'invalid_key'],
      namesPermissions: true,
    },
  };
}

function sessionRoutes(app: PlaneApp, scopeOf: ScopeReader<SessionPrincipal>): void {
  app.get(
    '/me',
    {
      schema: {
        operationId: 'getMe',
        tags: ['Events'],
        response: { 200: object({ name: Type.String() }, { $id: 'Me' }) },
      },
    },
    (request) => ({ name: scopeOf(request).principal.memberName }),
  );
  app.post(
    '/notes',
    {
      config: { permission: 'notes:write', rateLimit: { name: 'notes', perMinute: 2 } },
      schema: {
        operationId: 'createNote',
        tags: ['Events'],
        body: object({ text: Type.String() }, { $id: 'NewNote' }),
        response: { 200: object({ by: Type.String() }, { $id: 'Note' }) },
      },
    },
    (request) => ({ by: scopeOf(request).principal.actor }),
  );
}

const prefix = '/api/dashboard/v1';
const [perMinute, failedPerMinute] = [4, 3];

function sessionPlane(sessions: Sessions): Plane {
  return (root, { services, limiter, metrics }) => {
    registerPlane(root, {
      prefix,
      plane: 'dashboard',
      callers: 'authenticated',
      authenticator: sessionAuthenticator(sessions),
      perMinute,
      failedPerMinute,
      announceLimits: true,
      clock: services.clock,
      limiter,
      metrics,
      routes: (app, scopeOf) => {
        sessionRoutes(app, scopeOf);
        eventRoutes({ addons: true })(app, {
          ...services,
          scopeOf,
          limiter,
        });
      },
    });
  };
}

describe('a plane with session cookies that is not part of src', () => {
  let database: TestDatabase;
  let app: ComposedApp;
  const sessions = new Map<string, SessionPrincipal>();
  beforeAll(async () => {
    database = await createDatabase('sqlite');
    app = await startComposed(database.db, [], {}, { planes: [sessionPlane(sessions)] });
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  let sessionCount = 0;
  /** Creates a session with these permissions. Each test has its own, because rate limits count by session. */
  async function createSession(options: { permissions?: string[] } = {}): Promise<string> {
    sessionCount += 1;
    const id = `session${sessionCount}`;
    sessions.set(id, {
      kind: 'session',
      memberName: `Member ${sessionCount}`,
      organizerId: (await makeOrganizer(database.db)).id,
      actor: `mbr_${sessionCount}`,
      permissions: new Set(options.permissions ?? []),
      rateLimitKey: id,
    });
    return id;
  }

  async function send(path: string, session?: string, init: RequestInit = {}): Promise<TestResponse> {
    const headers = new Headers(init.headers);
    if (session !== undefined) headers.set('cookie', `theme=dark; session=${session}`);
    return read(await fetch(`${app.url}${prefix}${path}`, { ...init, headers }));
  }
  const note = { method: 'POST', body: '{"text":"x"}', headers: { 'content-type': 'application/json' } };

  test('handlers read the principal of the plane', async () => {
    const session = await createSession();
    const response = await send('/me', session);
    expect(response.status).toBe(200);
    expectLimitHeaders(response, perMinute);
    expect(jsonOf(response)).toEqual({ name: sessions.get(session)?.memberName });
  });

  test('a feature that was written for keys accepts a session too', async () => {
    const session = await createSession({ permissions: ['events:read'] });
    expect(jsonOf(await send('/events', session))).toMatchObject({ data: [] });
  });

  test('an API key is not accepted', async () => {
    const response = await send('/me', undefined, { headers: { authorization: 'Bearer sk_x' } });
    expect([401, 429]).toContain(response.status);
  });

  test('the rate limit, the route and the permission of a request are checked, in this order', async () => {
    const session = await createSession();
    expectProblem(await send('/nothing', session), 404, 'not_found');
    const wrongMethod = await send('/me', session, { method: 'DELETE' });
    expectProblem(wrongMethod, 405, 'method_not_allowed');
    expect(wrongMethod.headers.get('allow')).toBe('GET, HEAD');
    // The permission is checked before the body is validated.
    const { detail } = expectProblem(await send('/events?limit=0', session), 403, 'insufficient_scope');
    expect(detail).toBe('This request needs the scope events:read, which the session does not have.');
    expect((await send('/me', session)).status).toBe(200);
    for (const path of ['/nothing', '/events', '/me']) {
      const limited = await send(path, session);
      const problem = expectProblem(limited, 429, 'rate_limited');
      expect(problem.detail).toContain('This session has reached its limit of 4 requests a minute.');
      expectLimitHeaders(limited, perMinute);
      expect(limited.headers.get('retry-after')).toBe(limited.headers.get('ratelimit-reset'));
    }
  });

  test('a separate rate limit of a route applies to each session', async () => {
    const [session, other] = [
      await createSession({ permissions: ['notes:write'] }),
      await createSession({ permissions: ['notes:write'] }),
    ];
    for (const remaining of ['1', '0']) {
      const response = await send('/notes', session, note);
      expect(jsonOf(response)).toEqual({ by: sessions.get(session)?.actor });
      expectLimitHeaders(response, 2);
      expect(response.headers.get('ratelimit-remaining')).toBe(remaining);
    }
    expectProblem(await send('/notes', session, note), 429, 'rate_limited');
    expect((await send('/notes', other, note)).status).toBe(200);
    expect((await send('/me', session)).headers.get('ratelimit-remaining')).toBe('3');
  });

  test('the access log names the actor and the organizer', async () => {
    const session = await createSession();
    await send('/me', session);
    const { actor, organizerId } = sessions.get(session) ?? {};
    await expect.poll(() => app.log()).toContain(`"actor":"${actor}","organizerId":"${organizerId}"`);
  });

  test('the OpenAPI document describes the plane', async () => {
    const { paths, components, info } = (await (await fetch(`${app.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { security: unknown; responses: object; 'x-required-scope'?: string }>>;
      components: { securitySchemes: object };
      info: { description: string };
    };
    const { get: me } = paths[`${prefix}/me`] ?? {};
    const { post: createNote } = paths[`${prefix}/notes`] ?? {};
    expect(me?.security).toEqual([{ session: [] }]);
    expect(Object.keys(me?.responses ?? {})).toEqual(expect.arrayContaining(['200', '401', '405', '429']));
    expect(Object.keys(me?.responses ?? {})).not.toContain('403');
    expect(createNote).toMatchObject({ security: [{ session: [] }], 'x-required-scope': 'notes:write' });
    expect(Object.keys(createNote?.responses ?? {})).toEqual(expect.arrayContaining(['401', '403', '413']));
    expect(components.securitySchemes).toHaveProperty('session.in', 'cookie');
    expect(info.description).toContain(`| \`${prefix}\` | 4 a minute for each session |`);
  });
});

test('failed attempts are counted by IP address; an outage of the session store is not a failed attempt', async () => {
  const database = await createDatabase('sqlite');
  const app = await startComposed(database.db, [], {}, { planes: [sessionPlane(new Map())] });
  const send = async (session?: string) => {
    const headers = session === undefined ? {} : { cookie: `session=${session}` };
    return read(await fetch(`${app.url}${prefix}/nothing`, { headers }));
  };
  const remainingOf = (response: TestResponse) => Number(response.headers.get('ratelimit-remaining'));
  try {
    const responseWithoutSession = await send();
    expectProblem(responseWithoutSession, 401, 'missing_key');
    expectLimitHeaders(responseWithoutSession, failedPerMinute);
    const outage = await send('outage');
    expectProblem(outage, 503, 'unavailable');
    expectLimitHeaders(outage, failedPerMinute);
    const invalidSessionResponses = [await send('session0'), await send('session0')];
    for (const response of invalidSessionResponses) expectProblem(response, 401, 'invalid_key');
    expect([responseWithoutSession, outage, ...invalidSessionResponses].map(remainingOf)).toEqual([2, 2, 1, 0]);
    const tooMany = await send('session0');
    expectProblem(tooMany, 429, 'too_many_failed_attempts');
    expect(tooMany.headers.get('retry-after')).toBe(tooMany.headers.get('ratelimit-reset'));
    expectProblem(await send('outage'), 503, 'unavailable');
  } finally {
    await app.close();
    await database.drop();
  }
});
