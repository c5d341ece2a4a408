import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { issueBuyerToken, readBuyerToken } from '../src/features/otp/buyer-tokens.ts';
import { hashAddress, purgeCodes, sendCode } from '../src/features/otp/codes.ts';
import { deriveSecrets } from '../src/platform/crypto.ts';
import { testSecrets } from './harness/app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { type Buyer, PublicSite, reservation } from './harness/public-site.ts';
import { expectFieldProblem, jsonOf, type TestResponse } from './harness/responses.ts';
import { chiSquareUniform } from './harness/statistics.ts';

const minuteMs = 60_000;
/** The number of codes in the test of their distribution. */
const sampleSize = 1_500;

describeOnBoth('one-time codes', (kind) => {
  const t = useDatabase(kind);
  let site: PublicSite;
  let buyer: Buyer;
  let email: string;
  let count = 0;

  beforeAll(async () => {
    site = await PublicSite.start(t.db);
  });
  beforeEach(() => {
    buyer = site.buyer();
    count += 1;
    email = `buyer-${count}@example.com`;
  });
  afterAll(async () => {
    await site.close();
  });

  /** Requests a code and reads it from the mail. */
  async function send(): Promise<string> {
    const response = await buyer.post('/otp', { email });
    expect(jsonOf(response)).toEqual({ expiresInSeconds: 600 });
    return site.codeOf(email);
  }
  const verify = (code: string, to = email) => buyer.post('/otp/verify', { email: to, code });
  /** A different code. */
  const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');
  async function expectRejected(code: string, to = email): Promise<void> {
    expectFieldProblem(await verify(code, to), 'code');
  }
  async function expectAccepted(code: string, to = email): Promise<void> {
    const response = await verify(code, to);
    expect(response.status, response.text).toBe(200);
    const { buyerToken, expiresAt } = jsonOf<{ buyerToken: string; expiresAt: string }>(response);
    expect(expiresAt).toBe(new Date(site.clock.now() + 30 * minuteMs).toISOString());
    expect(readBuyerToken(testSecrets, buyerToken, site.clock.now())).toBe(to.toLowerCase());
  }

  // This does not depend on the database.
  if (kind === 'sqlite') {
    test('have 6 digits and are uniformly distributed, leading zeros included', async () => {
      const codes: string[] = [];
      const services = { db: t.db, clock: site.clock, secrets: testSecrets };
      const before = (await site.codes()).length;
      for (let sent = 0; sent < sampleSize; sent += 1) await sendCode(services, `many-${sent}@example.com`);
      for (const { code } of (await site.codes()).slice(0, sampleSize)) codes.push(code);
      expect((await site.codes()).length).toBe(before + sampleSize);
      await t.db.deleteFrom('mails').execute();
      for (const code of codes) expect(code).toMatch(/^\d{6}$/);
      const tally = (place: (code: string) => number, size: number) => {
        const counts = Array<number>(size).fill(0);
        for (const code of codes) counts[place(code)]! += 1;
        return counts;
      };
      // Each digit, the first two digits, and the whole number in a hundred ranges.
      for (let at = 0; at < 6; at += 1)
        expect(chiSquareUniform(tally((code) => Number(code[at]), 10))).toBeGreaterThan(1e-6);
      expect(chiSquareUniform(tally((code) => Number(code.slice(0, 2)), 100))).toBeGreaterThan(1e-6);
      expect(chiSquareUniform(tally((code) => Number(code.slice(-2)), 100))).toBeGreaterThan(1e-6);
      expect(codes.some((code) => code.startsWith('0'))).toBe(true);
      // 1,500 out of a million: one or two equal pairs.
      expect(new Set(codes).size).toBeGreaterThan(sampleSize - 20);
    });
  }

  test('with leading zeros are accepted', async () => {
    const services = { db: t.db, clock: site.clock, secrets: testSecrets };
    let code = '';
    while (!code.startsWith('0')) {
      await t.db.deleteFrom('otp_codes').execute();
      await sendCode(services, email);
      code = await site.codeOf(email);
    }
    await expectAccepted(code);
  });

  test('are valid for exactly ten minutes', async () => {
    const code = await send();
    site.clock.advance(10 * minuteMs - 1);
    await expectAccepted(code);
    const next = await send();
    site.clock.advance(10 * minuteMs);
    await expectRejected(next);
  });

  test('allow five tries from one sender; then the right code is rejected too', async () => {
    const code = await send();
    for (let by = 1; by <= 4; by += 1) await expectRejected(other(code, by));
    await expectAccepted(code);
    const next = await send();
    for (let by = 1; by <= 5; by += 1) await expectRejected(other(next, by));
    await expectRejected(next);
    // A new request for a code does not reset the tries.
    expect(await send()).toBe(next);
    await expectRejected(next);
  });

  test('allow 25 wrong tries from all senders together', async () => {
    const code = await send();
    const owner = buyer;
    const wrong = async (senders: number, from = 0) => {
      for (let tries = 0; tries < senders * 5; tries += 1) {
        if (tries % 5 === 0) buyer = site.buyer();
        await expectRejected(other(code, from + tries + 1));
      }
    };
    await wrong(4);
    for (let by = 1; by <= 4; by += 1) await expectRejected(other(code, by));
    buyer = owner;
    await expectAccepted(code);
    const next = await send();
    await wrong(5);
    expect(await triesLeft()).toBe(0);
    buyer = owner;
    await expectRejected(next);
    // A code without tries is replaced, and the tries of senders are reset.
    let newer = await send();
    while (newer === next) newer = await send();
    await expectRejected(next);
    await expectAccepted(newer);
  });

  test('can be used once', async () => {
    const code = await send();
    await expectAccepted(code);
    await expectRejected(code);
  });

  test('are sent again if requested while valid: for ten more minutes, at most thirty in all', async () => {
    const started = site.clock.now();
    const code = await send();
    await expectRejected(other(code));
    for (const [minutes, seconds] of [
      [9, 600],
      [18, 600],
      [25, 300],
    ] as const) {
      site.clock.advance(started + minutes * minuteMs - site.clock.now());
      const response = await site.buyer().post('/otp', { email });
      expect(jsonOf(response)).toEqual({ expiresInSeconds: seconds });
      expect(await site.codeOf(email)).toBe(code);
      expect(await triesLeft()).toBe(24);
    }
    site.clock.advance(started + 30 * minuteMs - 1 - site.clock.now());
    await expectAccepted(code);
  });

  test('expire after thirty minutes, even if requested again; then a new code is sent', async () => {
    const started = site.clock.now();
    const code = await send();
    for (const minutes of [9, 18, 27]) {
      site.clock.advance(started + minutes * minuteMs - site.clock.now());
      await site.buyer().post('/otp', { email });
    }
    site.clock.advance(started + 30 * minuteMs - site.clock.now());
    await expectRejected(code);
    let newer = code;
    // With a probability of one in a million the new code is equal.
    while (newer === code) {
      await t.db.deleteFrom('otp_codes').execute();
      newer = await send();
    }
    await expectAccepted(newer);
  });

  test('belong to one address, in upper and lower case', async () => {
    const code = await send();
    await expectRejected(code, `x${email}`);
    await expectAccepted(code, email.toUpperCase());
    await expectRejected(code, 'nobody@example.com');
  });

  test('are mailed to the normalized address, and verify that address', async () => {
    email = `kelvin-${count}@example.com`;
    const spelled = `\u212aelvin-${count}@EXAMPLE\uff0ecom`;
    const before = (await site.codes()).length;
    expect((await buyer.post('/otp', { email: spelled })).status).toBe(202);
    const [sent, ...others] = (await site.codes()).slice(0, -before || undefined);
    expect([sent!.to, others]).toEqual([email, []]);
    const response = await verify(sent!.code, spelled);
    expect(response.status, response.text).toBe(200);
    const { buyerToken } = jsonOf<{ buyerToken: string }>(response);
    expect(readBuyerToken(testSecrets, buyerToken, site.clock.now())).toBe(email);
  });

  // Addresses without a mailbox are rejected before anything is written.
  const unreachable = [
    'x@-',
    'x@b.co.',
    'x@.b.co',
    'x@b..co',
    'x@b-.co',
    'a\u0085b@b.co',
    'x@b\u0085.co',
    'x@b_c.co',
    'x\u037ey@b.co',
  ];
  test.for(unreachable.map((address) => [encodeURI(address), address] as const))(
    'and reservations are rejected for the undeliverable address %s, with the name of the field',
    async ([, address]) => {
      const shop = await site.shop();
      const before = { codes: await site.codes(), shop: await shop.organizer.everything() };
      expectFieldProblem(await buyer.post('/otp', { email: address }), 'email');
      const rejected = await buyer.post('/reserve', { ...reservation(shop), buyer: { email: address } });
      expectFieldProblem(rejected, 'buyer.email');
      expect({ codes: await site.codes(), shop: await shop.organizer.everything() }).toEqual(before);
    },
  );

  const triesLeft = async () => {
    const found = t.db
      .selectFrom('otp_codes')
      .select('tries_left')
      .where('email_hash', '=', hashAddress(testSecrets, email));
    return (await found.executeTakeFirst())?.tries_left;
  };

  test('allow exactly five tries and at most one success for fifty concurrent guesses of one sender', async () => {
    const fifty = (guess: (index: number) => string) =>
      Promise.all(Array.from({ length: 50 }, (_, index) => verify(guess(index))));
    const found = async (responses: Promise<TestResponse[]>) =>
      (await responses).filter(({ status }) => status === 200).length;
    const code = await send();
    const three = await Promise.all([1, 2, 3].map((by) => verify(other(code, by))));
    expect(three.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(await triesLeft()).toBe(22);
    expect(await found(fifty((index) => other(code, index + 1)))).toBe(0);
    expect(await triesLeft()).toBe(20);
    await expectRejected(code);
    buyer = site.buyer();
    expect(await found(fifty(() => code))).toBe(1);
    const next = await send();
    expect(await found(fifty((index) => (index % 10 === 9 ? next : other(next, index + 1))))).toBeLessThanOrEqual(1);
    await expectRejected(next);
  });

  test('allow exactly twenty-five tries for fifty concurrent guesses of different senders', async () => {
    const code = await send();
    const guess = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          site.buyer().post('/otp/verify', { email, code: other(code, index + 1) }),
        ),
      );
    const responses = await guess(20);
    expect(await triesLeft()).toBe(5);
    responses.push(...(await guess(30)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400]));
    expect(await triesLeft()).toBe(0);
    await expectRejected(code);
  });

  test('are removed after they expire, and not before', async () => {
    await purgeCodes(t.db, site.clock.now() + 60 * minuteMs);
    const code = await send();
    await purgeCodes(t.db, site.clock.now() + 10 * minuteMs - 1);
    await expectAccepted(code);
    await send();
    await expectRejected('000000', 'nobody@example.com');
    await purgeCodes(t.db, site.clock.now() + 10 * minuteMs);
    expect(await t.db.selectFrom('otp_codes').selectAll().execute()).toEqual([]);
    expect(await t.db.selectFrom('otp_tries').selectAll().execute()).toEqual([]);
  });

  test('return tokens that cannot be changed, shortened, extended or forged', async () => {
    const code = await send();
    const { buyerToken } = jsonOf<{ buyerToken: string }>(await verify(code));
    const now = site.clock.now();
    const emailOf = (token: string, atMs = now, secrets = testSecrets) => readBuyerToken(secrets, token, atMs);
    expect(emailOf(buyerToken)).toBe(email);
    const bytes = Buffer.from(buyerToken.slice('byt_'.length), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(emailOf(`byt_${changed.toString('base64url')}`), `bit ${bit}`).toBeNull();
    }
    for (let length = 0; length < bytes.length; length += 1) {
      expect(emailOf(`byt_${bytes.subarray(0, length).toString('base64url')}`)).toBeNull();
    }
    expect(emailOf(`byt_${Buffer.concat([bytes, Buffer.from([0])]).toString('base64url')}`)).toBeNull();
    for (const prefix of ['', 'BYT_', 'rsv_', 'sk_', 'byt']) {
      expect(emailOf(prefix + buyerToken.slice('byt_'.length))).toBeNull();
    }
    const otherSecrets = deriveSecrets('another master key');
    expect(emailOf(buyerToken, now, otherSecrets)).toBeNull();
    expect(emailOf(issueBuyerToken(otherSecrets, email, now).token)).toBeNull();
    // Keys that the same master key derives for other purposes are not accepted either.
    for (const key of ['mailKey', 'otpKey', 'webhookSecretKey'] as const) {
      expect(emailOf(issueBuyerToken({ buyerTokenKey: testSecrets[key] }, email, now).token)).toBeNull();
    }
    expect(emailOf(buyerToken, now + 30 * minuteMs - 1)).toBe(email);
    expect(emailOf(buyerToken, now + 30 * minuteMs)).toBeNull();
    // Two tokens of the same address and time differ.
    expect(issueBuyerToken(testSecrets, email, now).token).not.toBe(buyerToken);
    expect(bytes.toString('latin1')).not.toContain(email);
  });
});
