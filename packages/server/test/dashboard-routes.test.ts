import { beforeAll, describe, expect, test } from 'vitest';
import { roles } from '../src/features/accounts/index.ts';
import { dashboardRoutes, type OwnOrganizer } from './dashboard-routes.ts';
import { useApp } from './harness/app.ts';
import { type DashboardClient, dashboardOrigin, signIn, signInOperator, signInUser } from './harness/dashboard.ts';
import { useDatabase } from './harness/databases.ts';
import { expectProblem, type TestResponse } from './harness/responses.ts';
import { createOrganizerData, createSandboxData } from './keyed-routes.ts';

const prefix = '/dashboard/api';
const routes = Object.entries(dashboardRoutes).map(([name, route]) => {
  const [method = '', path = ''] = name.split(' ');
  return { name, method, path, ...route };
});
type Route = (typeof routes)[number];
/** Only live organizers have members. */
const isOfMembers = ({ path }: Route) => path.includes('/members') || path.includes('/invitations');
const memberRoutes = routes.filter(({ path }) => path.startsWith('/organizers/'));

describe('every route of the dashboard', () => {
  const t = useDatabase('sqlite');
  const app = useApp(() => ({ db: t.db, trustProxy: ['127.0.0.1'] }));
  let own: OwnOrganizer;
  /** An organizer and its sandbox, for routes that only read. */
  let unchanged: readonly [OwnOrganizer, OwnOrganizer];
  let members: readonly DashboardClient[];
  let operator: DashboardClient;
  /** A client whose session has ended. */
  let ended: DashboardClient;
  let stranger: DashboardClient;
  beforeAll(async () => {
    own = await createOrganizer();
    unchanged = await createPair(createSandbox);
    stranger = (await createOrganizer()).owner;
    ended = await signInUser(app);
    await ended.post('/sign-out');
    members = await Promise.all(roles.map((role) => signIn(app, { organizer: own.organizer, role })));
    operator = await signInOperator(app);
  });

  async function createOrganizer(): Promise<OwnOrganizer> {
    const data = await createOrganizerData(t.db);
    const { organizer } = data;
    return { app, organizer, data, owner: await signIn(app, { organizer, role: 'owner' }) };
  }

  async function createSandbox({ organizer: live, owner }: OwnOrganizer): Promise<OwnOrganizer> {
    const data = await createSandboxData(t.db, live);
    const { organizer } = data;
    return { app, organizer, data, owner: owner.of(organizer) };
  }

  async function createPair(createOther: (first: OwnOrganizer) => Promise<OwnOrganizer>) {
    const first = await createOrganizer();
    return [first, await createOther(first)] as const;
  }

  let requestCount = 0;
  /** Sends the request of a route. Each request has its own IP address, because failed attempts are limited for each. */
  async function send(
    { method, path, body = {} }: Route,
    cookie: string,
    options: { slug?: string; parameters?: Readonly<Record<string, string>>; origin?: string } = {},
  ): Promise<TestResponse> {
    const { slug = own.organizer.slug, parameters = {}, origin = dashboardOrigin } = options;
    const url = path.replaceAll(/:(\w+)/g, (_, name) => parameters[name] ?? (name === 'organizer' ? slug : 'unknown'));
    requestCount += 1;
    const content = typeof body === 'function' ? body(parameters) : body;
    const isImage = Buffer.isBuffer(content);
    const hasBody = method !== 'GET' && method !== 'DELETE';
    const stop = new AbortController();
    const response = await fetch(app.url + prefix + url, {
      method,
      signal: stop.signal,
      headers: {
        origin,
        cookie,
        'x-forwarded-for': `203.0.${Math.floor(requestCount / 250)}.${(requestCount % 250) + 1}`,
        ...(hasBody ? { 'content-type': isImage ? 'image/png' : 'application/json' } : {}),
      },
      ...(hasBody ? { body: isImage ? new Uint8Array(content) : JSON.stringify(content) } : {}),
    });
    const { status, headers } = response;
    // A stream has no end.
    const isProblem = headers.get('content-type')?.startsWith('application/problem+json') === true;
    const text = isProblem ? await response.text() : '';
    stop.abort();
    return { status, headers, text };
  }

  /** Asserts that the request was admitted. It can still be invalid, or name something that does not exist. */
  function expectAdmitted(response: TestResponse): void {
    const { code, reason } = response.text === '' ? {} : JSON.parse(response.text);
    // Some routes need the cookie of a sign-in that has begun, not a session.
    const isAdmitted = reason === 'sign_in_ended';
    expect(['not_signed_in', 'not_permitted', 'rate_limited', 'method_not_allowed', 'internal_error']).not.toContain(
      isAdmitted ? null : code,
    );
  }

  test('is in the table', () => {
    const registered = app.routes
      .filter(({ url }) => url.startsWith(`${prefix}/`))
      .map(({ method, url }) => `${method} ${url.slice(prefix.length)}`);
    expect(Object.keys(dashboardRoutes).sort()).toEqual(registered.sort());
  });

  test.each(routes)('$name needs a session, if it is not for everybody', async (route) => {
    for (const cookie of ['', ended.cookie, ended.cookie.replace('.', 'x.')]) {
      const response = await send(route, cookie);
      if (route.access === 'everybody') expectAdmitted(response);
      else expectProblem(response, 401, 'not_signed_in');
    }
  });

  test.each(routes)('$name rejects requests of other websites', async (route) => {
    const { cookie } = route.access === 'operator' ? operator : own.owner;
    for (const origin of ['https://evil.example.com', 'null', dashboardOrigin.replace('https:', 'http:')]) {
      expect(expectProblem(await send(route, cookie, { origin }), 403, 'not_permitted').reason).toBe(
        'cross_site_request',
      );
    }
  });

  test.each(memberRoutes)(
    '$name is permitted to the members of the organizer whose role is in the table',
    async (route) => {
      for (const [index, role] of roles.entries()) {
        const response = await send(route, members[index]?.cookie ?? '');
        if (route.access.includes(role as never)) expectAdmitted(response);
        else {
          const problem = expectProblem(response, 403, 'not_permitted');
          expect(problem).toMatchObject({ reason: 'role_lacks_action', params: { role } });
        }
      }
    },
  );

  test.each(memberRoutes)('$name is not found for the operator and members of other organizers', async (route) => {
    for (const { cookie } of [operator, stranger]) {
      const [existing, unknown] = [await send(route, cookie), await send(route, cookie, { slug: 'unknown' })];
      for (const response of [existing, unknown]) {
        expect(expectProblem(response, 404, 'not_found').reason).toBe('organizer_not_found');
      }
    }
  });

  test.each(memberRoutes.filter(({ path }) => path.split(':').length > 2))(
    '$name finds what belongs to the organizer, and nothing of its sandbox or of another organizer',
    async (route) => {
      const sharesPair = route.method === 'GET' && !isOfMembers(route);
      const [first, other] = sharesPair
        ? unchanged
        : await createPair(isOfMembers(route) ? createOrganizer : createSandbox);
      const [parameters, otherParameters] = [await route.parameters?.(first), await route.parameters?.(other)];
      const options = { slug: first.organizer.slug };
      const foreign = await send(route, first.owner.cookie, { ...options, ...only(otherParameters) });
      expectProblem(foreign, 404, 'not_found');
      const fromOther = await send(route, other.owner.cookie, { slug: other.organizer.slug, ...only(parameters) });
      expectProblem(fromOther, 404, 'not_found');
      const found = await send(route, first.owner.cookie, { ...options, ...only(parameters) });
      // The state of the resource can exclude the change.
      if (found.status !== 409) expect(found.status, found.text).toBeLessThan(400);
    },
  );

  /** The parameters of a route. Each route whose path names something must create it. */
  function only(parameters: Readonly<Record<string, string>> | undefined) {
    if (parameters === undefined) throw new Error('The table has no parameters for this route.');
    return { parameters };
  }

  test.each(routes.filter(({ access }) => access === 'signed in'))(
    '$name is for every signed-in user',
    async (route) => {
      expectAdmitted(await send(route, (await signInUser(app)).cookie));
    },
  );

  test.each(routes.filter(({ path }) => path.startsWith('/operator/')))(
    '$name is for the operator only',
    async (route) => {
      expect(route.access).toBe('operator');
      for (const { cookie } of members) {
        expect(expectProblem(await send(route, cookie), 403, 'not_permitted').reason).toBe('operator_only');
      }
      expectAdmitted(await send(route, operator.cookie));
    },
  );
});
