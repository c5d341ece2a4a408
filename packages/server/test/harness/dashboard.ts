import { randomBytes } from 'node:crypto';
import { accountServices } from '../../src/features/accounts/http.ts';
import { createSignInLink, ensureUser, type Role, setMember } from '../../src/features/accounts/index.ts';
import { storePasswordHash } from '../../src/features/accounts/passwords.ts';
import { byOperator } from '../../src/features/audit/index.ts';
import type { Organizer } from '../../src/features/organizers/index.ts';
import { systemClock, timestamp } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { type TestApp, testSecrets } from './app.ts';
import { importAll, makeOrganizer } from './fixtures.ts';
import { baseUrl, read, type TestResponse } from './responses.ts';
import { sendRequest } from './send-request.ts';

/** A browser in which a user is signed in to the dashboard. */
export interface DashboardClient {
  readonly userId: string;
  readonly email: string;
  /** The cookie of the session, as `name=value`. */
  readonly cookie: string;
  /** Requests relative to the part of the dashboard: of the organizer, of the operator, or of the account. */
  get(path: string): Promise<TestResponse>;
  post(path: string, body?: object): Promise<TestResponse>;
  put(path: string, body?: object): Promise<TestResponse>;
  patch(path: string, body?: object): Promise<TestResponse>;
  delete(path: string): Promise<TestResponse>;
  /** The same session, for the part of another organizer. */
  of(organizer: Pick<Organizer, 'slug'>): DashboardClient;
  /** A request with the cookie and the origin of the dashboard, by the complete path. */
  request(path: string, init?: RequestInit): Promise<TestResponse>;
}

/** The origin of the dashboard. The address of the application of a test is not its `BASE_URL`. */
export const dashboardOrigin = new URL(baseUrl).origin;

/** Signs in as a new member of an organizer. Paths begin after `/dashboard/api/organizers/<slug>`. */
export async function signIn(
  app: Pick<TestApp, 'url' | 'db'>,
  { organizer, role }: { organizer: Pick<Organizer, 'id' | 'slug'>; role: Role },
): Promise<DashboardClient> {
  const user = await createTestUser(app.db);
  // The audit log of the organizer does not get the sign-in link of a user who is not a member yet.
  const client = await clientOf(app, user, `/organizers/${organizer.slug}`);
  await app.db
    .transaction()
    .execute((tx) =>
      setMember(tx, { organizerId: organizer.id, origin: byOperator }, { userId: user.id, role }, systemClock),
    );
  return client;
}

/** Imports lines with one event into a new organizer, and signs in as its manager. */
export async function openImportedEvent(
  app: Pick<TestApp, 'url' | 'db'>,
  lines: Parameters<typeof importAll>[2],
): Promise<{ organizer: Organizer; manager: DashboardClient; eventId: string }> {
  const organizer = await makeOrganizer(app.db);
  await importAll(app.db, organizer, lines);
  const manager = await signIn(app, { organizer, role: 'manager' });
  const events = app.db.selectFrom('events').select('id').where('organizer_id', '=', organizer.id);
  return { organizer, manager, eventId: (await events.executeTakeFirstOrThrow()).id };
}

/** Signs in as a new operator of the service. Paths begin after `/dashboard/api/operator`. */
export async function signInOperator(app: Pick<TestApp, 'url' | 'db'>): Promise<DashboardClient> {
  return clientOf(app, await createTestUser(app.db, { isOperator: true }), '/operator');
}

/** Signs in as a new user without an organizer. Paths begin after `/dashboard/api/account`. */
export async function signInUser(app: Pick<TestApp, 'url' | 'db'>): Promise<DashboardClient> {
  return clientOf(app, await createTestUser(app.db), '/account');
}

interface TestUser {
  readonly id: string;
  readonly email: string;
}

/** Creates a user without a password. */
export function createTestUser(db: Db, { isOperator = false } = {}): Promise<TestUser> {
  const email = `user-${randomBytes(6).toString('hex')}@example.com`;
  return db
    .transaction()
    .execute((tx) => ensureUser(tx, { email, name: 'Ada Lovelace', isOperator }, systemClock, byOperator));
}

/** Signs in with the cookies of a response, or without cookies. */
function clientWith(
  app: Pick<TestApp, 'url'>,
  { id: userId, email }: TestUser,
  cookie: string,
  part: string,
): DashboardClient {
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers({ origin: dashboardOrigin, ...(cookie === '' ? {} : { cookie }) });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    return read(await sendRequest(app.url + path, { ...init, headers }));
  };
  const send = (method: string) => (path: string, body?: object) => {
    const content =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    return request(`/dashboard/api${part}${path}`, { method, ...content });
  };
  return {
    userId,
    email,
    cookie,
    of: ({ slug }) => clientWith(app, { id: userId, email }, cookie, `/organizers/${slug}`),
    request,
    get: send('GET'),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
  };
}

/** The cookies that a response sets, for the header `Cookie`. Removed cookies are left out. */
function cookiesOf({ headers }: Pick<Response, 'headers'>): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ');
}

/** Creating the library takes longer than signing in. */
const auths = new WeakMap<Db, ReturnType<ReturnType<typeof accountServices>['auth']>>();

function authOf(db: Db): ReturnType<ReturnType<typeof accountServices>['auth']> {
  const auth = auths.get(db) ?? accountServices({ db, clock: systemClock, secrets: testSecrets, baseUrl }).auth();
  auths.set(db, auth);
  return auth;
}

/** By password: computing a hash takes about 0.1 s of processor time. */
const passwordHashes = new Map<string, Promise<string>>();

/** Sets the password of a user without a request. */
export async function setPassword(db: Db, { id }: Pick<TestUser, 'id'>, password: string): Promise<void> {
  const { $context } = await authOf(db);
  const hash = passwordHashes.get(password) ?? (await $context).password.hash(password);
  passwordHashes.set(password, hash);
  await storePasswordHash(db, id, await hash, timestamp(systemClock.now()));
}

/** Starts a session without a request, because requests to sign in are limited for each IP address. */
async function clientOf(app: Pick<TestApp, 'url' | 'db'>, user: TestUser, part: string): Promise<DashboardClient> {
  const { db } = app;
  const link = await createSignInLink(db, user, { baseUrl, minutes: 5, clock: systemClock }, byOperator);
  const { api } = await authOf(db);
  const query = { token: link.slice(link.indexOf('#') + 1) };
  const response = await api.magicLinkVerify({ query, headers: new Headers(), asResponse: true });
  return clientWith(app, user, cookiesOf(response), part);
}
