import fc from 'fast-check';
import { sql } from 'kysely';
import { Compile } from 'typebox/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnBoth } from '../../../test/harness/databases.ts';
import { exportLines, importAll, makeKey, makeOrganizer } from '../../../test/harness/fixtures.ts';
import { propertyRuns } from '../../../test/harness/property-runs.ts';
import { expectFieldProblem, expectProblem, jsonOf, read } from '../../../test/harness/responses.ts';
import { TestClock } from '../../../test/harness/test-clock.ts';
import {
  type ConsumeRequest,
  type ConsumeResponse,
  consume,
  expectConsumptionEvents,
  expectPairsAgree,
  startTills,
  type Tills,
  twoRequestsPerRef,
} from '../../../test/harness/till.ts';
import { violations } from '../../../test/invariants.ts';
import { timestamp } from '../../platform/clock.ts';
import { organizerScope } from '../../platform/scope.ts';
import { byOperator } from '../audit/index.ts';
import { refundOrder } from '../orders/index.ts';
import type { Organizer } from '../organizers/index.ts';
import { consumeResult } from './schema.ts';

const path = '/api/v1/addons/consume';

describeOnBoth('consuming units', (kind) => {
  let tills: Tills;
  const clock = new TestClock('2083-05-09T12:41:07.522Z');

  beforeAll(async () => {
    tills = await startTills(kind, clock);
  });
  afterAll(() => tills.close());

  const send = async (key: string, body: unknown, headers: Record<string, string> = {}) =>
    read(
      await tills.app.request(path, {
        key,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    );

  async function expectConsistent(organizer: Organizer): Promise<void> {
    expect(await violations(tills.db)).toEqual([]);
    await expectConsumptionEvents(tills.db, organizer.id);
  }

  const orderOf = async (entitlementId: string) =>
    tills.db
      .selectFrom('entitlements')
      .select(['order_number', 'item_id'])
      .where('id', '=', entitlementId)
      .executeTakeFirstOrThrow();

  /** Refunds a quantity of the order item of an entitlement. */
  async function refund(organizer: Organizer, entitlementId: string, quantity: number): Promise<void> {
    const { order_number, item_id } = await orderOf(entitlementId);
    await refundOrder(tills.db, organizerScope(organizer.id, clock, byOperator), order_number, [
      { itemId: item_id, quantity },
    ]);
  }

  test('returns the consumption and the remaining units, and emits one event', async () => {
    const { organizer, key, entitlementIds: ids } = await tills.make([5]);
    const request = { entitlementId: ids[0], units: 2, ref: 'till-3-000412' };
    const response = jsonOf<Required<ConsumeResponse>>(await send(key, request));
    const { order_number: orderNumber } = await orderOf(ids[0]);
    const createdAt = '2083-05-09T12:41:07.522Z';
    expect(response).toEqual({
      consumption: { id: expect.stringMatching(/^con_[0-9a-z]{26}$/), ...request, createdAt, reversedAt: null },
      entitlement: {
        id: ids[0],
        orderNumber,
        eventId: expect.stringMatching(/^evt_/),
        addonId: expect.stringMatching(/^add_/),
        ticketId: null,
        name: 'Drinks',
        type: 'drink',
        unitsTotal: 5,
        unitsConsumed: 2,
        unitsRemaining: 3,
        consumed: false,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
      replayed: false,
    });
    expect(Compile(consumeResult).Errors(response)).toEqual([true, []]);
    const lastResponse = jsonOf<Required<ConsumeResponse>>(
      await send(key, { ...request, units: 3, ref: 'the remaining units' }),
    );
    expect(lastResponse.entitlement).toMatchObject({ unitsConsumed: 5, unitsRemaining: 0, consumed: true });
    await expectConsistent(organizer);
  });

  test('a repeated request returns the same consumption and the current entitlement', async () => {
    const { organizer, key, entitlementIds: ids } = await tills.make([8]);
    const request = { entitlementId: ids[0], units: 2, ref: 'a' };
    const first = await consume(tills.app.url, key, request);
    await consume(tills.app.url, key, { ...request, ref: 'b' });
    await refund(organizer, ids[0], 3);
    const again = await consume(tills.app.url, key, request);
    expect(again).toMatchObject({ status: 200, replayed: true, consumption: first.consumption });
    expect(again.entitlement).toMatchObject({ unitsTotal: 5, unitsConsumed: 4, unitsRemaining: 1 });
    await refund(organizer, ids[0], 5); // Voids the only unit that is left; the other units are consumed.
    expect(await consume(tills.app.url, key, request)).toMatchObject({
      status: 200,
      replayed: true,
      entitlement: { unitsTotal: 4, unitsConsumed: 4, unitsRemaining: 0, consumed: true },
    });
    await expectConsistent(organizer);
  });

  test('a ref that was used for another consumption is rejected, and the error names that consumption', async () => {
    const { organizer, key, entitlementIds: ids } = await tills.make([5, 5]);
    const request = { entitlementId: ids[0], units: 1, ref: 'one' };
    await consume(tills.app.url, key, request);
    for (const changes of [
      { units: 2 },
      { entitlementId: ids[1] },
      { entitlementId: 'ent_7zzzzzzzzzzzzzzzzzzzzzzzzz' },
    ]) {
      const problem = expectProblem(await send(key, { ...request, ...changes }), 409, 'ref_conflict');
      expect(problem.detail).toBe(`The ref "one" was already used for 1 unit of ${ids[0]}. Use a new ref.`);
    }
    // Refs are compared exactly: upper and lower case and spaces matter.
    for (const ref of ['One', 'one ', ' ', 'öñe\u{1F37A}', 'x'.repeat(255), '\u{1F37A}'.repeat(255)]) {
      const otherResult = await consume(tills.app.url, key, { entitlementId: ids[1], units: 1, ref });
      if (ref === '\u{1F37A}'.repeat(255)) expect(otherResult).toMatchObject({ code: 'insufficient_units' });
      else expect(otherResult).toMatchObject({ status: 200, replayed: false, consumption: { ref } });
    }
    await expectConsistent(organizer);
  });

  /** Reverses the consumption of a response. */
  async function reverse(key: string, { consumption }: ConsumeResponse) {
    const url = `/api/v1/addons/consumptions/${consumption!.id}/reverse`;
    const body = JSON.stringify({ reason: 'The wrong drink' });
    const headers = { 'content-type': 'application/json' };
    return jsonOf<Required<ConsumeResponse>>(
      await read(await tills.app.request(url, { key, method: 'POST', headers, body })),
    );
  }

  test('a ref whose consumption was reversed is rejected, also after an export and an import', async () => {
    const { organizer, key, entitlementIds: ids } = await tills.make([5]);
    const request = { entitlementId: ids[0], units: 2, ref: 'one' };
    const consumed = await consume(tills.app.url, key, request);
    await consume(tills.app.url, key, { ...request, ref: 'held' });
    const reversed = await reverse(key, consumed);
    const reversedAt = timestamp(clock.now());
    expect(reversed).toMatchObject({ consumption: { ...consumed.consumption, reversedAt }, replayed: false });
    expect(await reverse(key, consumed)).toMatchObject({ consumption: reversed.consumption, replayed: true });
    const problem = expectProblem(await send(key, request), 409, 'ref_conflict');
    expect(problem.detail).toBe(
      `The consumption with the ref "one" was reversed at ${reversedAt}, and this request consumed nothing. To consume units again, use a new ref.`,
    );
    expectProblem(await send(key, { ...request, units: 3 }), 409, 'ref_conflict');

    const lines = await exportLines(tills.db, organizer.id);
    const other = await makeOrganizer(tills.db);
    await importAll(tills.db, other, lines);
    expect(await exportLines(tills.db, other.id)).toEqual(lines);
    const { key: otherKey } = await makeKey(tills.db, other.id);
    const { id: entitlementId } = await tills.db
      .selectFrom('entitlements')
      .select('id')
      .where('organizer_id', '=', other.id)
      .executeTakeFirstOrThrow();
    expect(expectProblem(await send(otherKey, { ...request, entitlementId }), 409, 'ref_conflict').reason).toBe(
      'ref_of_reversed_consumption',
    );
    expect(await consume(tills.app.url, otherKey, { ...request, entitlementId, ref: 'held' })).toMatchObject({
      replayed: true,
      consumption: { reversedAt: null },
      entitlement: { unitsConsumed: 2 },
    });
    expect(await violations(tills.db)).toEqual([]);
  });

  test('of requests that repeat a ref while its consumption is reversed, none consumes, and each after the reversal is rejected', async () => {
    const { key, entitlementIds: ids } = await tills.make([5]);
    const request = { entitlementId: ids[0], units: 2, ref: 'one' };
    const consumed = await consume(tills.app.url, key, request);
    const repeats = () => Array.from({ length: 10 }, () => consume(tills.app.url, key, request));
    const before = repeats();
    const reversal = reverse(key, consumed);
    const responses = await Promise.all([...before, ...repeats()]);
    for (const { status, code, replayed } of responses) {
      expect([status, code ?? replayed]).toEqual(status === 200 ? [200, true] : [409, 'ref_conflict']);
    }
    expect((await reversal).entitlement).toMatchObject({ unitsConsumed: 0, unitsRemaining: 5 });
    for (const { code } of await Promise.all(repeats())) expect(code).toBe('ref_conflict');
    expect(await violations(tills.db)).toEqual([]);
  });

  test('a request for too many units is rejected with the number of units left, and its ref can be used again', async () => {
    const { organizer, key, entitlementIds: ids } = await tills.make([3, 1]);
    const request = { entitlementId: ids[0], units: 4, ref: 'r' };
    const detail = async (body: object) => expectProblem(await send(key, body), 409, 'insufficient_units').detail;
    expect(await detail(request)).toBe('"Drinks" has 3 units left, but 4 were requested.');
    expect(await detail({ ...request, units: 1_000_000 })).toMatch(/ 3 units left, but 1000000 were/);
    expect(await detail({ ...request, entitlementId: ids[1], units: 2 })).toMatch(/ 1 unit left, but 2 were /);
    expect(await consume(tills.app.url, key, { ...request, units: 3 })).toMatchObject({ status: 200, replayed: false });
    expect(await detail({ ...request, units: 1, ref: 's' })).toMatch(/ 0 units left, but 1 was requested\.$/);
    await refund(organizer, ids[1], 1);
    expect(await detail({ entitlementId: ids[1], units: 1, ref: 't' })).toMatch(/ 0 units left/);
    await expectConsistent(organizer);
  });

  test("another organizer's entitlement is not found, and two organizers can use the same ref", async () => {
    const [till, otherTill] = [await tills.make([5]), await tills.make([5])];
    const request = { entitlementId: till.entitlementIds[0], units: 1, ref: 'shared' };
    const otherProblem = expectProblem(await send(otherTill.key, request), 404, 'not_found');
    const unknownRequest = { ...request, entitlementId: 'ent_7zzzzzzzzzzzzzzzzzzzzzzzzz' };
    const unknownProblem = expectProblem(await send(otherTill.key, unknownRequest), 404, 'not_found');
    expect(otherProblem.detail.replace(request.entitlementId, '')).toBe(
      unknownProblem.detail.replace(unknownRequest.entitlementId, ''),
    );
    expectProblem(await send(otherTill.key, { ...request, entitlementId: 'no id at all' }), 404, 'not_found');
    for (const { key, entitlementIds: ids } of [till, otherTill]) {
      const response = await consume(tills.app.url, key, { ...request, entitlementId: ids[0] });
      expect(response).toMatchObject({ status: 200, replayed: false });
    }
    await expectConsistent(till.organizer);
    await expectConsistent(otherTill.organizer);
  });

  test('a body with an invalid field is rejected, and the error names the field', async () => {
    const { organizer, key, entitlementIds: ids } = await tills.make([5]);
    const validBody = { entitlementId: ids[0], units: 1, ref: 'r' };
    const invalidValues: Record<string, unknown[]> = {
      entitlementId: [undefined, null, 7, '', 'x'.repeat(101), 'a\0b'],
      units: [undefined, null, 0, -1, 1.5, 1_000_001, 10 ** 20, '1', true],
      ref: [undefined, null, 7, '', 'x'.repeat(256), 'a\0b', '\ud800'],
      colour: ['red'],
    };
    for (const [field, values] of Object.entries(invalidValues)) {
      for (const value of values) expectFieldProblem(await send(key, { ...validBody, [field]: value }), field);
    }
    for (const body of [null, [], 'text', [validBody]]) expectProblem(await send(key, body), 400, 'invalid_request');
    expect(await consume(tills.app.url, key, validBody)).toMatchObject({ status: 200, replayed: false });
    await expectConsistent(organizer);
  });

  test('an Idempotency-Key belongs to one body, and `replayed` depends on the ref', async () => {
    const { organizer, key, entitlementIds: ids } = await tills.make([5]);
    const request = { entitlementId: ids[0], units: 1, ref: 'r' };
    const first = await send(key, request, { 'idempotency-key': 'attempt-1' });
    const again = await send(key, request, { 'idempotency-key': 'attempt-1' });
    // Only `replayed` differs: a till must not hand out the units twice.
    expect(jsonOf(again)).toEqual({ ...jsonOf(first), replayed: true });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const responseToOtherBody = await send(key, { ...request, ref: 's' }, { 'idempotency-key': 'attempt-1' });
    expectProblem(responseToOtherBody, 409, 'idempotency_conflict');
    const byRef = await send(key, request, { 'idempotency-key': 'attempt-2' });
    expect(jsonOf(byRef)).toMatchObject({ replayed: true });
    const tooMany = await send(key, { ...request, units: 9, ref: 's' }, { 'idempotency-key': 'attempt-3' });
    expectProblem(tooMany, 409, 'insufficient_units');
    expect(jsonOf(await send(key, { ...request, ref: 's' }, { 'idempotency-key': 'attempt-3' }))).toMatchObject({
      replayed: false,
    });
    await expectConsistent(organizer);
  });

  test('100 concurrent requests with the same ref consume once', async () => {
    const { organizer, key, entitlementIds: ids } = await tills.make([60]);
    const request = { entitlementId: ids[0], units: 3, ref: 'same-ref' };
    const responses = await Promise.all(Array.from({ length: 100 }, () => consume(tills.app.url, key, request)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ consumption }) => consumption!.id)).size).toBe(1);
    expect(responses.filter(({ replayed }) => !replayed)).toHaveLength(1);
    for (const { entitlement } of responses) expect(entitlement!.unitsConsumed).toBe(3);
    await expectConsistent(organizer);
  });

  test('100 refs, each sent twice concurrently, consume all of 60 units, and both responses to each ref agree', async () => {
    const { organizer, key, entitlementIds: ids } = await tills.make([60]);
    const responses = await Promise.all(
      twoRequestsPerRef(ids[0], 100).map((request) => consume(tills.app.url, key, request)),
    );
    expect(expectPairsAgree(responses)).toBe(60);
    expect(responses.filter(({ replayed }) => replayed === false)).toHaveLength(60);
    await expectConsistent(organizer);
  });

  test('concurrent consumptions of different sizes never exceed the units, and only those with too many units are rejected', async () => {
    const { organizer, key, entitlementIds: ids } = await tills.make([50]);
    const requests = Array.from({ length: 60 }, (_, index) => ({
      entitlementId: ids[0],
      units: 1 + (index % 4),
      ref: `ref-${index}`,
    }));
    const responses = await Promise.all(requests.map((request) => consume(tills.app.url, key, request)));
    const consumed = responses.reduce((sum, { consumption }) => sum + (consumption?.units ?? 0), 0);
    expect(consumed).toBeLessThanOrEqual(50);
    const rejected = requests.filter((_, index) => responses[index]!.status === 409).map(({ units }) => units);
    expect(50 - consumed).toBeLessThan(Math.min(...rejected));
    await expectConsistent(organizer);
  });

  test('a constraint of the database prevents the consumption of more units than the entitlement has', async () => {
    const { entitlementIds: ids } = await tills.make([2]);
    const tooManyConsumed = sql`update entitlements set units_consumed = 3 where id = ${ids[0]}`.execute(tills.db);
    await expect(tooManyConsumed).rejects.toThrow();
  });

  const action = fc.oneof(
    { weight: 4, arbitrary: fc.record({ units: fc.integer({ min: 1, max: 4 }), index: fc.nat(1), ref: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.record({ refunded: fc.integer({ min: 1, max: 3 }), index: fc.nat(1) }) },
  );

  interface Model {
    left: number;
    consumed: number;
    /** Items that can still be refunded. */
    refundable: number;
  }

  test('any sequence of consumptions and refunds has the same results as a simple model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 25 }), async (actions) => {
        const { organizer, key, entitlementIds: ids } = await tills.make([9, 9]);
        const models: Model[] = ids.map(() => ({ left: 9, consumed: 0, refundable: 9 }));
        const earlierRequests = new Map<string, ConsumeRequest>();
        for (const step of actions) {
          const model = models[step.index]!;
          if ('refunded' in step) {
            const quantity = Math.min(step.refunded, model.refundable);
            if (quantity === 0) continue;
            await refund(organizer, ids[step.index]!, quantity);
            model.refundable -= quantity;
            model.left -= Math.min(quantity, model.left);
            continue;
          }
          const request = { entitlementId: ids[step.index]!, units: step.units, ref: `ref-${step.ref}` };
          const earlier = earlierRequests.get(request.ref);
          const response = await consume(tills.app.url, key, request);
          if (earlier !== undefined) {
            const isSameRequest = earlier.entitlementId === request.entitlementId && earlier.units === request.units;
            expect(response).toMatchObject(isSameRequest ? { status: 200, replayed: true } : { code: 'ref_conflict' });
          } else if (request.units > model.left) {
            expect(response).toMatchObject({ status: 409, code: 'insufficient_units' });
          } else {
            earlierRequests.set(request.ref, request);
            model.left -= request.units;
            model.consumed += request.units;
            expect(response).toMatchObject({ status: 200, replayed: false, consumption: request });
          }
          if (response.status !== 200) continue;
          expect(response.entitlement).toMatchObject({ unitsRemaining: model.left, unitsConsumed: model.consumed });
        }
        await expectConsistent(organizer);
      }),
      { numRuns: propertyRuns(kind === 'sqlite' ? 10 : 5) },
    );
  });

  test('any concurrent consumptions and refunds leave consistent data', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 16 }), async (actions) => {
        const { organizer, key, entitlementIds: ids } = await tills.make([9, 9]);
        await Promise.all(
          actions.map(async (step) => {
            // A refund of more items than can still be refunded is rejected and changes nothing.
            if ('refunded' in step) await refund(organizer, ids[step.index]!, step.refunded).catch(() => {});
            else
              await consume(tills.app.url, key, {
                entitlementId: ids[step.index]!,
                units: step.units,
                ref: `ref-${step.ref}`,
              });
          }),
        );
        await expectConsistent(organizer);
      }),
      { numRuns: propertyRuns(kind === 'sqlite' ? 6 : 4) },
    );
  });
});
