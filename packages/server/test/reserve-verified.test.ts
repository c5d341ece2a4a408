import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { type Buyer, PublicSite, reservation, type Shop } from './harness/public-site.ts';
import { expectFieldProblem, expectProblem, jsonOf } from './harness/responses.ts';

const minuteMs = 60_000;

describeOnBoth('a reservation with a buyerToken', (kind) => {
  const database = useDatabase(kind);
  let verifiedSite: PublicSite;
  let openSite: PublicSite;
  let shop: Shop;
  let buyer: Buyer;

  beforeAll(async () => {
    verifiedSite = await PublicSite.start(database.db, { selling: { requiresVerifiedEmail: true } });
    openSite = await PublicSite.start(database.db);
  });
  beforeEach(async () => {
    shop = await verifiedSite.shop();
    buyer = verifiedSite.buyer();
  });
  afterAll(async () => {
    await verifiedSite.close();
    await openSite.close();
  });

  const quotedRequirement = async (client: Buyer) => {
    const { buyer: _, ...cart } = reservation(shop);
    return jsonOf(await client.post('/quote', cart))['requiresVerifiedEmail'];
  };

  test('is accepted if the operator requires verification; without a token it is rejected, and quotes state the requirement', async () => {
    expect(await quotedRequirement(buyer)).toBe(true);
    const before = await shop.organizerApi.storedRows();
    expectFieldProblem(await buyer.post('/reserve', reservation(shop)), 'buyerToken');
    expect(await shop.organizerApi.storedRows()).toEqual(before);
    const buyerToken = await buyer.verify('Ada@Example.com');
    expect((await buyer.post('/reserve', { ...reservation(shop), buyerToken })).status).toBe(201);
  });

  test('is rejected if the token is forged, expired or of another e-mail address, even if the operator requires none', async () => {
    for (const site of [verifiedSite, openSite]) {
      const client = site.buyer();
      const before = await shop.organizerApi.storedRows();
      const reserve = (buyerToken: unknown) => client.post('/reserve', { ...reservation(shop), buyerToken });
      const validToken = site.buyerToken('ada@example.com');
      for (const token of ['', 'byt_', validToken.slice(0, -3), `${validToken}A`]) {
        const response = await reserve(token);
        expectProblem(response, 401, 'invalid_key');
        expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
      }
      expectFieldProblem(await reserve(site.buyerToken('eve@example.com')), 'buyerToken');
      expectFieldProblem(await reserve(7), 'buyerToken');
      site.clock.advance(30 * minuteMs);
      expectProblem(await reserve(validToken), 401, 'invalid_key');
      expect(await shop.organizerApi.storedRows()).toEqual(before);
      expect((await reserve(site.buyerToken('ADA@example.com'))).status).toBe(201);
    }
  });

  test('needs no token if the operator does not require verification, and quotes state this', async () => {
    expect(await quotedRequirement(openSite.buyer())).toBe(false);
    expect((await openSite.buyer().post('/reserve', reservation(shop))).status).toBe(201);
  });

  test('returns the stored response for the same Idempotency-Key, even with a newer token of the same e-mail address', async () => {
    const key = { 'idempotency-key': 'a-reservation-key' };
    const reserve = () =>
      buyer.post('/reserve', { ...reservation(shop), buyerToken: verifiedSite.buyerToken('ada@example.com') }, key);
    const first = await reserve();
    verifiedSite.clock.advance(31 * minuteMs);
    const repeated = await reserve();
    expect([repeated.status, repeated.text, repeated.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.text,
      'true',
    ]);
  });
});
