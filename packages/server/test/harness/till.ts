import { expect } from 'vitest';
import type { Organizer } from '../../src/features/organizers/index.ts';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { startApp, type TestApp } from './app.ts';
import { createDatabase, type DatabaseKind } from './databases.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from './fixtures.ts';
import { sendRequest } from './send-request.ts';
import { randomDelay } from './wait.ts';
import { expectWebhookBody } from './webhook-schemas.ts';

export interface ConsumeRequest {
  readonly entitlementId: string;
  readonly units: number;
  readonly ref: string;
}

export interface EntitlementBody {
  readonly id: string;
  readonly orderNumber: string;
  readonly eventId: string;
  readonly name: string;
  readonly type: string;
  readonly unitsTotal: number;
  readonly unitsConsumed: number;
  readonly unitsRemaining: number;
  readonly consumed: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface ConsumeResponse {
  readonly status: number;
  /** Fields of a 200 response. */
  readonly consumption?: ConsumeRequest & {
    readonly id: string;
    readonly createdAt: string;
    readonly reversedAt: string | null;
  };
  readonly entitlement?: EntitlementBody;
  readonly replayed?: boolean;
  /** The code of an error response. */
  readonly code?: string;
}

/** The id of an entitlement for each number of units. */
type IdsFor<Units extends readonly number[]> = { readonly [Index in keyof Units]: string };

/** A new organizer with entitlements, and a key that can consume their units. */
interface Till<Units extends readonly number[]> {
  readonly organizer: Organizer;
  readonly key: string;
  readonly entitlementIds: IdsFor<Units>;
}

/** An application with a separate database. Each till has a new organizer. */
export interface Tills {
  readonly db: Db;
  readonly app: TestApp;
  /** Creates a till, and one purchase for each of these numbers of units. */
  make<const Units extends readonly number[]>(units: Units): Promise<Till<Units>>;
  close(): Promise<void>;
}

export async function startTills(kind: DatabaseKind, clock: Clock = systemClock): Promise<Tills> {
  const database = await createDatabase(kind);
  const app = await startApp({ db: database.db, clock, rateLimits: { api: 1_000_000, search: 1_000_000 } });
  return {
    db: database.db,
    app,
    make: async (units) => {
      const organizer = await makeOrganizer(database.db);
      const { key } = await makeKey(database.db, organizer.id);
      return { organizer, key, entitlementIds: await makeEntitlements(database.db, organizer, units) };
    },
    close: async () => {
      await app.close();
      await database.drop();
    },
  };
}

/** Sends one request to consume units, as a till does. */
export async function consume(url: string, key: string, request: ConsumeRequest): Promise<ConsumeResponse> {
  const response = await sendRequest(`${url}/api/v1/addons/consume`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  return { ...((await response.json()) as object), status: response.status };
}

/**
 * Repeats a request until its response is final. `url` is called for each attempt, because a restarted server can have a
 * different URL. Returns the response and the number of attempts.
 */
export async function consumeWithRetries(
  url: () => string,
  key: string,
  request: ConsumeRequest,
): Promise<ConsumeResponse & { attempts: number }> {
  for (let attempts = 1; ; attempts += 1) {
    const response = await consume(url(), key, request).catch(() => null);
    if (response !== null && response.status < 500 && response.status !== 429) return { ...response, attempts };
    await randomDelay(40);
  }
}

/** Creates one purchase of an add-on for each of these numbers of units, by different buyers. Returns the ids of the entitlements. */
export async function makeEntitlements<const Units extends readonly number[]>(
  db: Db,
  organizer: Organizer,
  units: Units,
): Promise<IdsFor<Units>> {
  const orders = units.map((quantity, index) =>
    orderLine(`purchase-${index}`, { items: [{ kind: 'addon', addonId: 'beer', quantity, unitsPerPurchase: 1 }] }),
  );
  await importAll(db, organizer, [...raceLines(), ...orders]);
  const rows = await db
    .selectFrom('entitlements')
    .select(['id', 'buyer_email'])
    .where('organizer_id', '=', organizer.id)
    .execute();
  const ids = units.map((_, index) => rows.find((row) => row.buyer_email === `purchase-${index}@example.com`)!.id);
  return ids as unknown as IdsFor<Units>;
}

/** Creates two equal requests for each of `refs` different refs. Each request consumes one unit. */
export function twoRequestsPerRef(entitlementId: string, refs: number): ConsumeRequest[] {
  return Array.from({ length: refs * 2 }, (_, index) => ({ entitlementId, units: 1, ref: `ref-${index % refs}` }));
}

/** Asserts that the two responses for each ref of `twoRequestsPerRef` agree. Returns the number of refs that consumed a unit. */
export function expectPairsAgree(responses: readonly ConsumeResponse[]): number {
  const refCount = responses.length / 2;
  let consumed = 0;
  for (let index = 0; index < refCount; index += 1) {
    const [first, second] = [responses[index]!, responses[index + refCount]!];
    expect(first.status).toBe(second.status);
    if (first.status === 200) {
      expect(first.consumption).toEqual(second.consumption);
      expect(first.replayed || second.replayed).toBe(true);
      consumed += 1;
    } else {
      expect([first.status, first.code, second.code]).toEqual([409, 'insufficient_units', 'insufficient_units']);
    }
  }
  return consumed;
}

/**
 * Asserts that an organizer's entitlements, consumptions and events agree: the consumptions of an entitlement add up to
 * its consumed units, and each was reported by one event, sorted by `sequence`. Not for entitlements imported
 * with consumed units.
 */
export async function expectConsumptionEvents(db: Db, organizerId: string): Promise<void> {
  const entitlements = await db
    .selectFrom('entitlements')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .execute();
  const consumptions = await db
    .selectFrom('consumptions')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .execute();
  const rows = await db
    .selectFrom('webhook_events')
    .select('body')
    .where('organizer_id', '=', organizerId)
    .where('type', '=', 'addon.consumed')
    .orderBy('sequence')
    .execute();
  const events = rows.map(({ body }) => JSON.parse(body) as { data: EntitlementBody });
  for (const event of events) expectWebhookBody(event);
  for (const { id, units_consumed: consumed } of entitlements) {
    const units = consumptions.filter((row) => row.entitlement_id === id).map((row) => row.units);
    expect(units.reduce((sum, value) => sum + value, 0)).toBe(consumed);
    const totals = events.filter(({ data }) => data.id === id).map(({ data }) => data.unitsConsumed);
    const steps = totals.map((total, index) => total - (totals[index - 1] ?? 0));
    expect(steps.sort((a, b) => a - b)).toEqual(units.sort((a, b) => a - b));
  }
  expect(events).toHaveLength(consumptions.length);
}
