import { hash } from 'node:crypto';
import { expect } from 'vitest';
import type { DeploymentName } from '../src/deployments/index.ts';
import { deployments } from '../src/deployments/index.ts';
import { byOperator } from '../src/features/audit/index.ts';
import { insertKey } from '../src/features/keys/create-key.ts';
import { createKey, revokeKey, type Scope, scopes } from '../src/features/keys/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { newId } from '../src/platform/ids.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { createDatabase, type DatabaseKind, type TestDatabase } from './harness/databases.ts';
import { makeKey } from './harness/fixtures.ts';
import {
  expectLimitHeaders,
  expectNoLimitHeaders,
  expectProblem,
  read,
  type TestResponse,
} from './harness/responses.ts';
import {
  createOrganizerData,
  createSandboxData,
  keyedRoute,
  type Operation,
  type OrganizerData,
  pathOf,
} from './keyed-routes.ts';

/** Limits that no test reaches. Those of the planes differ, so the headers of a response show which limit applied. */
export const rateLimits = { api: 1_000_000, gate: 1_000_000, embed: 1_000_001, failedAuth: 999_999 };

export const json = 'application/json';

export interface RequestOptions extends Omit<RequestInit, 'headers'> {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A running deployment with two organizers, and keys of every kind of the first organizer. One of the two is the sandbox of the other:
 * on SQLite the second, on PostgreSQL the first. So each suite also tests that live keys and test keys open nothing of each other.
 */
export class KeyedSuite {
  readonly deployment: DeploymentName;
  readonly database: TestDatabase;
  readonly app: TestApp;
  readonly own: OrganizerData;
  readonly other: OrganizerData;
  readonly keys: Readonly<Record<'full' | 'publishable' | 'revoked' | 'expired', string>>;

  private constructor(parts: Pick<KeyedSuite, 'deployment' | 'database' | 'app' | 'own' | 'other' | 'keys'>) {
    this.deployment = parts.deployment;
    this.database = parts.database;
    this.app = parts.app;
    this.own = parts.own;
    this.other = parts.other;
    this.keys = parts.keys;
  }

  static async open(deployment: DeploymentName, kind: DatabaseKind): Promise<KeyedSuite> {
    const database = await createDatabase(kind);
    const app = await startApp({ db: database.db, deployment, rateLimits });
    const live = await createOrganizerData(database.db);
    const sandbox = await createSandboxData(database.db, live.organizer);
    const [own, other] = kind === 'sqlite' ? [live, sandbox] : [sandbox, live];
    const { id } = own.organizer;
    const { granted } = deployments[deployment].keyPolicy;
    const revokedKey = await makeKey(database.db, id, { deployment });
    await revokeKey(database.db, { organizerId: id, origin: byOperator }, revokedKey.id, systemClock);
    const keys = {
      full: (await makeKey(database.db, id, { deployment, granted: [...granted] })).key,
      publishable: (await makeKey(database.db, id, { deployment, kind: 'publishable' })).key,
      revoked: revokedKey.key,
      expired: await createExpiredKey(database, id),
    };
    return new KeyedSuite({ deployment, database, app, own, other, keys });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.database.drop();
  }

  /** Sends a request, and checks the headers that every response must have. */
  async send(path: string, { key, ...init }: RequestOptions = {}): Promise<TestResponse> {
    const response = await read(await this.app.request(path, key === undefined ? init : { ...init, key }));
    expect(response.headers.get('request-id')).toMatch(/^req_[0-9a-z]{26}$/);
    const limit = path.startsWith('/api/embed/') ? rateLimits.embed : rateLimits.api;
    if (this.deployment === 'baseline') expectNoLimitHeaders(response);
    else expectLimitHeaders(response, response.status === 401 ? rateLimits.failedAuth : limit);
    return response;
  }

  /** Creates a key with exactly these scopes. Unlike `createKey`, it does not check them. */
  async keyWith(keyScopes: readonly Scope[]): Promise<string> {
    const createdAtMs = systemClock.now();
    const id = newId('key', createdAtMs);
    const created = { id, createdAtMs, createdBy: byOperator.actor, expiresAt: null };
    const fields = { kind: 'secret' as const, name: 'Test', ...created };
    return (await insertKey(this.database.db, this.own.organizer.id, { ...fields, scopes: keyScopes })).key;
  }

  /** Sends a valid request to a route, changed by `overrides`. */
  call(
    operation: Operation,
    overrides: RequestOptions & { query?: string; path?: string } = {},
  ): Promise<TestResponse> {
    const { query, path = pathOf(operation.name, this.own), ...init } = overrides;
    const body = init.method === undefined ? this.#bodyFor(operation) : {};
    const options = { method: operation.method, key: this.keys.full, ...body, ...init };
    const headers = { ...keyHeaderOf(operation, options.body), ...options.headers };
    return this.send(path + (query === undefined ? '' : `?${query}`), { ...options, headers });
  }

  /** Sends a request to a route that is valid except that it has no key. */
  callWithoutKey(
    operation: Operation,
    overrides: { path?: string; authorization?: string } = {},
  ): Promise<TestResponse> {
    const { path = pathOf(operation.name, this.own), authorization } = overrides;
    const { headers: bodyHeaders, ...body } = this.#bodyFor(operation);
    const headers = {
      ...keyHeaderOf(operation, body.body),
      ...bodyHeaders,
      ...(authorization === undefined ? {} : { authorization }),
    };
    return this.send(path, { method: operation.method, ...body, headers });
  }

  /** The body and its content type, if the route has a body. */
  #bodyFor({ name }: Operation): RequestOptions {
    const { write } = keyedRoute(name);
    if (write === undefined) return {};
    return { headers: { 'content-type': json }, body: JSON.stringify(write.body(this.own)) };
  }
}

/** The `Idempotency-Key`, if the route requires one. Equal bodies have the same key, so each of them is executed once. */
function keyHeaderOf(operation: Operation, body: unknown): Record<string, string> {
  const isRequired = operation.parameters.some(({ name, required }) => name === 'idempotency-key' && required);
  return isRequired && typeof body === 'string' ? { 'idempotency-key': hash('sha256', body.trim()) } : {};
}

/** The status of a successful response of a route. */
export function successStatusOf({ name }: Operation): 200 | 201 | 409 {
  const { status, write } = keyedRoute(name);
  return status ?? write?.status ?? 200;
}

/** The detail of a 404 error without the quoted names in it. */
export function detailWithoutNames(response: TestResponse): string {
  return expectProblem(response, 404, 'not_found').detail.replaceAll(/"[^"]*"/g, '');
}

/** The text with a different character at one index. */
export function mistyped(text: string, index: number): string {
  return text.slice(0, index) + (text[index] === 'a' ? 'b' : 'a') + text.slice(index + 1);
}

export function hasParameter({ parameters }: Operation, name: string): boolean {
  return parameters.some((parameter) => parameter.name === name);
}

async function createExpiredKey(database: TestDatabase, organizerId: string): Promise<string> {
  const options = { kind: 'secret' as const, name: 'Test', lifetimeMs: 60_000 };
  const policy = { secretDefault: scopes, granted: [] };
  const { key } = await createKey(database.db, { organizerId, origin: byOperator }, options, policy, {
    ...systemClock,
    now: () => systemClock.now() - 60_001,
  });
  return key;
}
