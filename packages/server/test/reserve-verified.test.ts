import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectFieldProblem, expectProblem, jsonOf } from './harness/answers.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { type Buyer, PublicSite, reservation, type Shop } from './harness/public-site.ts';

const minuteMs = 60_000;

describeOnBoth('a reservation with a buyerToken', (kind) => {
  let t: TestDatabase;
  let strict: PublicSite;
  let open: PublicSite;
  let shop: Shop;
  let buyer: Buyer;

  beforeAll(async () => {
    t = await createDatabase(kind);
    strict = await PublicSite.start(t.db, { selling: { requiresVerifiedEmail: true } });
    open = await PublicSite.start(t.db);
  });
  beforeEach(async () => {
    shop = await strict.shop();
    buyer = strict.buyer();
  });
  afterAll(async () => {
    await strict.close();
    await open.close();
    await t.drop();
  });

  const quoted = async (by: Buyer) => {
    const { buyer: _, ...cart } = reservation(shop);
    return jsonOf(await by.post('/quote', cart))['requiresVerifiedEmail'];
  };

  test('is made where the operator demands it, which a quote says, and refused without', async () => {
    expect(await quoted(buyer)).toBe(true);
    const before = await shop.organizer.everything();
    expectFieldProblem(await buyer.post('/reserve', reservation(shop)), 'buyerToken');
    expect(await shop.organizer.everything()).toEqual(before);
    const buyerToken = await buyer.verify('Ada@Example.com');
    expect((await buyer.post('/reserve', { ...reservation(shop), buyerToken })).status).toBe(201);
  });

  test('is refused on every server with a token that is forged, has expired or is of another address', async () => {
    for (const site of [strict, open]) {
      const own = site.buyer();
      const before = await shop.organizer.everything();
      const ask = (buyerToken: unknown) => own.post('/reserve', { ...reservation(shop), buyerToken });
      const good = site.buyerToken('ada@example.com');
      for (const token of ['', 'byt_', good.slice(0, -3), `${good}A`]) {
        const answer = await ask(token);
        expectProblem(answer, 401, 'invalid_key');
        expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
      }
      expectFieldProblem(await ask(site.buyerToken('eve@example.com')), 'buyerToken');
      expectFieldProblem(await ask(7), 'buyerToken');
      site.clock.advance(30 * minuteMs);
      expectProblem(await ask(good), 401, 'invalid_key');
      expect(await shop.organizer.everything()).toEqual(before);
      expect((await ask(site.buyerToken('ADA@example.com'))).status).toBe(201);
    }
  });

  test('needs none elsewhere, which a quote says', async () => {
    expect(await quoted(open.buyer())).toBe(false);
    expect((await open.buyer().post('/reserve', reservation(shop))).status).toBe(201);
  });

  test('is answered again to the same Idempotency-Key with a newer token of the same address', async () => {
    const key = { 'idempotency-key': 'an-attempt-of-my-own' };
    const ask = () =>
      buyer.post('/reserve', { ...reservation(shop), buyerToken: strict.buyerToken('ada@example.com') }, key);
    const first = await ask();
    strict.clock.advance(31 * minuteMs);
    const again = await ask();
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
  });
});
