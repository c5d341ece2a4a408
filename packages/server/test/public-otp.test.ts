import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../src/errors/index.ts';
import { issueBuyerToken, readBuyerToken } from '../src/features/otp/buyer-tokens.ts';
import { hashEmail, purgeCodes, sendCode } from '../src/features/otp/codes.ts';
import { deriveSecrets } from '../src/platform/crypto.ts';
import { testSecrets } from './harness/app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { type Buyer, PublicSite, reservation } from './harness/public-site.ts';
import { expectFieldProblem, jsonOf, type TestResponse } from './harness/responses.ts';
import { chiSquareUniform } from './harness/statistics.ts';

const minuteMs = 60_000;
/** The number of codes in the test of their distribution. */
const sampleSize = 1_500;

describeOnBoth('one-time codes', (kind) => {
  const database = useDatabase(kind);
  let site: PublicSite;
  let buyer: Buyer;
  let email: string;
  let count = 0;

  beforeAll(async () => {
    site = await PublicSite.start(database.db);
  });
  beforeEach(() => {
    buyer = site.buyer();
    count += 1;
    email = `buyer-${count}@example.com`;
  });
  afterAll(async () => {
    await site.close();
  });

  /** Requests a code, and returns the code in the e-mail. */
  async function requestCode(): Promise<string> {
    const response = await buyer.post('/otp', { email });
    expect(jsonOf(response)).toEqual({ expiresInSeconds: 600 });
    return site.codeOf(email);
  }
  const verify = (code: string, recipient = email) => buyer.post('/otp/verify', { email: recipient, code });
  /** Returns another code, by adding this number. */
  const otherCode = (code: string, increment = 1) => String((Number(code) + increment) % 1_000_000).padStart(6, '0');
  async function expectRejected(code: string, recipient = email): Promise<void> {
    expectFieldProblem(await verify(code, recipient), 'code');
  }
  async function expectAccepted(code: string, recipient = email): Promise<void> {
    const response = await verify(code, recipient);
    expect(response.status, response.text).toBe(200);
    const { buyerToken, expiresAt } = jsonOf<{ buyerToken: string; expiresAt: string }>(response);
    expect(expiresAt).toBe(new Date(site.clock.now() + 30 * minuteMs).toISOString());
    expect(readBuyerToken(testSecrets, buyerToken, site.clock.now())).toBe(recipient.toLowerCase());
  }

  // The generation of codes does not depend on the database.
  if (kind === 'sqlite') {
    test('have 6 digits and are uniformly distributed, including codes with leading zeros', async () => {
      const codes: string[] = [];
      const services = { db: database.db, clock: site.clock, secrets: testSecrets };
      const before = (await site.codes()).length;
      for (let sentCount = 0; sentCount < sampleSize; sentCount += 1)
        await sendCode(services, { email: `many-${sentCount}@example.com`, language: 'en' });
      for (const { code } of (await site.codes()).slice(0, sampleSize)) codes.push(code);
      expect((await site.codes()).length).toBe(before + sampleSize);
      await database.db.deleteFrom('mails').execute();
      for (const code of codes) expect(code).toMatch(/^\d{6}$/);
      const countCodes = (groupOf: (code: string) => number, size: number) => {
        const counts = Array<number>(size).fill(0);
        for (const code of codes) counts[groupOf(code)] = (counts[groupOf(code)] ?? Number.NaN) + 1;
        return counts;
      };
      // Each digit, the first two digits and the last two digits are distributed uniformly.
      for (let position = 0; position < 6; position += 1)
        expect(chiSquareUniform(countCodes((code) => Number(code[position]), 10))).toBeGreaterThan(1e-6);
      expect(chiSquareUniform(countCodes((code) => Number(code.slice(0, 2)), 100))).toBeGreaterThan(1e-6);
      expect(chiSquareUniform(countCodes((code) => Number(code.slice(-2)), 100))).toBeGreaterThan(1e-6);
      expect(codes.some((code) => code.startsWith('0'))).toBe(true);
      // 1,500 codes out of a million possible: one or two pairs of equal codes are probable.
      expect(new Set(codes).size).toBeGreaterThan(sampleSize - 20);
    });
  }

  test('are accepted with leading zeros', async () => {
    const services = { db: database.db, clock: site.clock, secrets: testSecrets };
    let code = '';
    while (!code.startsWith('0')) {
      await database.db.deleteFrom('otp_codes').execute();
      await sendCode(services, { email, language: 'en' });
      code = await site.codeOf(email);
    }
    await expectAccepted(code);
  });

  test('are valid for exactly ten minutes', async () => {
    const code = await requestCode();
    site.clock.advance(10 * minuteMs - 1);
    await expectAccepted(code);
    const nextCode = await requestCode();
    site.clock.advance(10 * minuteMs);
    await expectRejected(nextCode);
  });

  test('can be tried five times from one IP address; then the correct code is rejected too', async () => {
    const code = await requestCode();
    for (let increment = 1; increment <= 4; increment += 1) await expectRejected(otherCode(code, increment));
    await expectAccepted(code);
    const nextCode = await requestCode();
    for (let increment = 1; increment <= 5; increment += 1) await expectRejected(otherCode(nextCode, increment));
    await expectRejected(nextCode);
    // Requesting the code again does not reset the count of tries.
    expect(await requestCode()).toBe(nextCode);
    await expectRejected(nextCode);
  });

  test('can be tried 25 times from all IP addresses together', async () => {
    const code = await requestCode();
    const firstBuyer = buyer;
    const guessWrongly = async (senders: number) => {
      for (let tries = 0; tries < senders * 5; tries += 1) {
        if (tries % 5 === 0) buyer = site.buyer();
        await expectRejected(otherCode(code, tries + 1));
      }
    };
    await guessWrongly(4);
    for (let increment = 1; increment <= 4; increment += 1) await expectRejected(otherCode(code, increment));
    buyer = firstBuyer;
    await expectAccepted(code);
    const nextCode = await requestCode();
    await guessWrongly(5);
    expect(await triesLeft()).toBe(0);
    buyer = firstBuyer;
    await expectRejected(nextCode);
    // When all tries are used, a new code is sent, and the counts of all senders are reset.
    let newerCode = await requestCode();
    while (newerCode === nextCode) newerCode = await requestCode();
    await expectRejected(nextCode);
    await expectAccepted(newerCode);
  });

  test('can be used once', async () => {
    const code = await requestCode();
    await expectAccepted(code);
    await expectRejected(code);
  });

  test('are sent again if requested while valid: then they are valid for ten more minutes, but at most thirty in total', async () => {
    const startMs = site.clock.now();
    const code = await requestCode();
    await expectRejected(otherCode(code));
    for (const [minutes, seconds] of [
      [9, 600],
      [18, 600],
      [25, 300],
    ] as const) {
      site.clock.advance(startMs + minutes * minuteMs - site.clock.now());
      const response = await site.buyer().post('/otp', { email });
      expect(jsonOf(response)).toEqual({ expiresInSeconds: seconds });
      expect(await site.codeOf(email)).toBe(code);
      expect(await triesLeft()).toBe(24);
    }
    site.clock.advance(startMs + 30 * minuteMs - 1 - site.clock.now());
    await expectAccepted(code);
  });

  test('expire after thirty minutes, even if requested again; then a new code is sent', async () => {
    const startMs = site.clock.now();
    const code = await requestCode();
    for (const minutes of [9, 18, 27]) {
      site.clock.advance(startMs + minutes * minuteMs - site.clock.now());
      await site.buyer().post('/otp', { email });
    }
    site.clock.advance(startMs + 30 * minuteMs - site.clock.now());
    await expectRejected(code);
    let newerCode = code;
    // A new code equals the old code with a probability of one in a million.
    while (newerCode === code) {
      await database.db.deleteFrom('otp_codes').execute();
      newerCode = await requestCode();
    }
    await expectAccepted(newerCode);
  });

  test('are valid for one e-mail address, in upper or lower case', async () => {
    const code = await requestCode();
    await expectRejected(code, `x${email}`);
    await expectAccepted(code, email.toUpperCase());
    await expectRejected(code, 'nobody@example.com');
  });

  test('are mailed to the normalized e-mail address, and verify that address', async () => {
    email = `kelvin-${count}@example.com`;
    const notNormalized = `\u212aelvin-${count}@EXAMPLE\uff0ecom`;
    const before = (await site.codes()).length;
    expect((await buyer.post('/otp', { email: notNormalized })).status).toBe(202);
    const newCodes = (await site.codes()).slice(0, -before || undefined);
    expect(newCodes.map(({ to }) => to)).toEqual([email]);
    const response = await verify(first(newCodes).code, notNormalized);
    expect(response.status, response.text).toBe(200);
    const { buyerToken } = jsonOf<{ buyerToken: string }>(response);
    expect(readBuyerToken(testSecrets, buyerToken, site.clock.now())).toBe(email);
  });

  // E-mail addresses with an impossible domain are rejected before anything is written.
  const undeliverable = [
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
  test.for(undeliverable.map((address) => [encodeURI(address), address] as const))(
    'are not sent to the undeliverable e-mail address %s, and it cannot reserve; the errors name the field',
    async ([, address]) => {
      const shop = await site.shop();
      const before = { codes: await site.codes(), shop: await shop.organizerApi.storedRows() };
      expectFieldProblem(await buyer.post('/otp', { email: address }), 'email');
      const rejectedResponse = await buyer.post('/reserve', { ...reservation(shop), buyer: { email: address } });
      expectFieldProblem(rejectedResponse, 'buyer.email');
      expect({ codes: await site.codes(), shop: await shop.organizerApi.storedRows() }).toEqual(before);
    },
  );

  const triesLeft = async () => {
    const row = database.db
      .selectFrom('otp_codes')
      .select('tries_left')
      .where('email_hash', '=', hashEmail(testSecrets, email));
    return (await row.executeTakeFirst())?.tries_left;
  };

  test('can be tried exactly five times, with at most one success, in fifty concurrent requests from one IP address', async () => {
    const sendFifty = (codeAt: (index: number) => string) =>
      Promise.all(Array.from({ length: 50 }, (_, index) => verify(codeAt(index))));
    const countSuccesses = async (responses: Promise<TestResponse[]>) =>
      (await responses).filter(({ status }) => status === 200).length;
    const code = await requestCode();
    const firstResponses = await Promise.all([1, 2, 3].map((increment) => verify(otherCode(code, increment))));
    expect(firstResponses.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(await triesLeft()).toBe(22);
    expect(await countSuccesses(sendFifty((index) => otherCode(code, index + 1)))).toBe(0);
    expect(await triesLeft()).toBe(20);
    await expectRejected(code);
    buyer = site.buyer();
    expect(await countSuccesses(sendFifty(() => code))).toBe(1);
    const nextCode = await requestCode();
    expect(
      await countSuccesses(sendFifty((index) => (index % 10 === 9 ? nextCode : otherCode(nextCode, index + 1)))),
    ).toBeLessThanOrEqual(1);
    await expectRejected(nextCode);
  });

  test('can be tried exactly twenty-five times in fifty concurrent requests from different IP addresses', async () => {
    const code = await requestCode();
    const guess = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          site.buyer().post('/otp/verify', { email, code: otherCode(code, index + 1) }),
        ),
      );
    const responses = await guess(20);
    expect(await triesLeft()).toBe(5);
    responses.push(...(await guess(30)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400]));
    expect(await triesLeft()).toBe(0);
    await expectRejected(code);
  });

  test('are deleted after they expire, and not before', async () => {
    await purgeCodes(database.db, site.clock.now() + 60 * minuteMs);
    const code = await requestCode();
    await purgeCodes(database.db, site.clock.now() + 10 * minuteMs - 1);
    await expectAccepted(code);
    await requestCode();
    await expectRejected('000000', 'nobody@example.com');
    await purgeCodes(database.db, site.clock.now() + 10 * minuteMs);
    expect(await database.db.selectFrom('otp_codes').selectAll().execute()).toEqual([]);
    expect(await database.db.selectFrom('otp_tries').selectAll().execute()).toEqual([]);
  });

  test('verify an e-mail address with a token that cannot be changed, shortened, extended or forged', async () => {
    const code = await requestCode();
    const { buyerToken } = jsonOf<{ buyerToken: string }>(await verify(code));
    const now = site.clock.now();
    const emailOf = (token: string, nowMs = now, secrets = testSecrets) => {
      const email = readBuyerToken(secrets, token, nowMs);
      return email instanceof ApiError ? null : email;
    };
    expect(emailOf(buyerToken)).toBe(email);
    const bytes = Buffer.from(buyerToken.slice('byt_'.length), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changedBytes = Buffer.from(bytes);
      changedBytes.writeUInt8(changedBytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(emailOf(`byt_${changedBytes.toString('base64url')}`), `bit ${bit}`).toBeNull();
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
    for (const key of ['mailKey', 'webhookSecretKey'] as const) {
      expect(emailOf(issueBuyerToken({ buyerTokenKey: testSecrets[key] }, email, now).token)).toBeNull();
    }
    expect(emailOf(buyerToken, now + 30 * minuteMs - 1)).toBe(email);
    expect(emailOf(buyerToken, now + 30 * minuteMs)).toBeNull();
    // Two tokens for the same e-mail address and time differ.
    expect(issueBuyerToken(testSecrets, email, now).token).not.toBe(buyerToken);
    expect(bytes.toString('latin1')).not.toContain(email);
  });
});
