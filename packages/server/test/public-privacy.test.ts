import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../src/platform/database/dialect.ts';
import type { Limiter, RateLimitResult } from '../src/platform/limits/limiter.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { elementAt, first } from './harness/defined.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { type Buyer, PublicSite } from './harness/public-site.ts';
import { jsonOf, type TestResponse } from './harness/responses.ts';
import { mannWhitney } from './harness/statistics.ts';

/** How often each kind of request is measured: enough to find a further statement or hash, and with `ROUNDS=470` smaller differences. */
const measuredRounds = Number(process.env['ROUNDS'] ?? 40);
const warmUpRounds = 20;
/** The significance level: times differ if the probability that they have the same distribution is lower. */
const significance = 1e-6;

/** A limiter that allows all requests: the tests send thousands. */
const noLimits: Limiter = {
  hit: (_, limit): RateLimitResult => ({ allowed: true, limit, remaining: limit, windowSeconds: 60, resetSeconds: 60 }),
  peek: (_, limit): RateLimitResult => ({
    allowed: true,
    limit,
    remaining: limit,
    windowSeconds: 60,
    resetSeconds: 60,
  }),
};

/** A response without request id, date and limits. */
function comparable({ status, headers, text }: TestResponse) {
  const variableHeaders = /^(request-id|date|ratelimit-.*)$/;
  const otherHeaders = [...headers].filter(([name]) => !variableHeaders.test(name));
  return { status, otherHeaders, text: text.replace(/"req_[0-9a-z]+"/, '""') };
}

describeOnBoth('e-mail verification', (kind) => {
  const database = useDatabase(kind);
  let site: PublicSite;
  let unlimited: PublicSite;
  let buyer: Buyer;
  /** Response times are measured only on PostgreSQL. */
  const buyerCount = kind === 'postgres' ? 2 * (measuredRounds + warmUpRounds) : 50;
  /** E-mail addresses of buyers. */
  let buyerEmails: string[];
  let addressCount = 0;

  beforeAll(async () => {
    site = await PublicSite.start(database.db);
    unlimited = await PublicSite.start(database.db, { limiter: noLimits });
    buyer = unlimited.buyer();
    buyerEmails = Array.from({ length: buyerCount }, (_, index) => `known-${index}@example.com`);
    const organizer = await makeOrganizer(database.db);
    const orders = buyerEmails.map((email, index) =>
      orderLine(`order-${index}`, { buyer: { email, name: null, phone: null } }),
    );
    await importAll(database.db, organizer, [...raceLines(), ...orders]);
  });
  afterAll(async () => {
    await unlimited.close();
    await site.close();
  });

  const buyerEmail = (index: number) => elementAt(buyerEmails, index);
  /** A new e-mail address without orders or codes. */
  const unknownEmail = () => {
    addressCount += 1;
    return `nobody-${addressCount}@example.com`;
  };

  test('returns the same response to a request for a code, whether or not the e-mail address belongs to a buyer', async () => {
    const responses = [];
    for (const email of [buyerEmail(0), unknownEmail(), buyerEmail(1), buyerEmail(1).toUpperCase()]) {
      responses.push(comparable(await buyer.post('/otp', { email })));
    }
    expect(first(responses).status).toBe(202);
    for (const response of responses) expect(response).toEqual(responses[0]);
  });

  test('returns the same response to a wrong code, whether a code was sent, used or never requested', async () => {
    const [withCode, withUsedCode] = [buyerEmail(2), buyerEmail(3)];
    await buyer.post('/otp', { email: withCode });
    await buyer.verify(withUsedCode);
    const wrongCode = ((await unlimited.codeOf(withCode)) === '000000' ? '1' : '0').repeat(6);
    const responses = [];
    for (const email of [withCode, withUsedCode, buyerEmail(4), unknownEmail()]) {
      responses.push(comparable(await buyer.post('/otp/verify', { email, code: wrongCode })));
    }
    expect(first(responses).status).toBe(400);
    for (const response of responses) expect(response).toEqual(responses[0]);
  });

  /** Measures requests of several kinds. Each round sends one request of each kind, in random order. */
  async function measure(path: string, kinds: Record<string, () => { email: string }>): Promise<Map<string, number[]>> {
    const durations = new Map(Object.keys(kinds).map((name): [string, number[]] => [name, []]));
    for (let round = 0; round < warmUpRounds + measuredRounds; round += 1) {
      const requests = Object.entries(kinds).map(([name, createBody]) => ({
        name,
        body: createBody(),
        position: randomInt(2 ** 32),
      }));
      for (const { name, body } of requests.sort((a, b) => a.position - b.position)) {
        const startedAt = performance.now();
        await fetch(`${unlimited.app.url}/api/public/v1${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }).then((response) => response.arrayBuffer());
        if (round >= warmUpRounds) durations.get(name)?.push(performance.now() - startedAt);
      }
    }
    return durations;
  }

  /** For each pair of kinds: the probability that their durations have the same distribution. */
  function probabilities(durations: Map<string, number[]>): Record<string, number> {
    const entries = [...durations];
    return Object.fromEntries(
      entries.flatMap(([kindA, durationsA], index) =>
        entries
          .slice(index + 1)
          .map(([kindB, durationsB]) => [`${kindA} and ${kindB}`, mannWhitney(durationsA, durationsB)]),
      ),
    );
  }

  const expectSameDurations = (durations: Map<string, number[]>) => {
    const differing = Object.entries(probabilities(durations)).filter(([, probability]) => probability < significance);
    expect(differing).toEqual([]);
  };

  // Not on SQLite: the statements are the same there, but one that only runs for buyers is too fast to be found on a busy machine.
  if (kind === 'postgres') {
    test('takes the same time for a request for a code, whether or not the e-mail address belongs to a buyer', {
      timeout: 600_000,
    }, async () => {
      let next = 10;
      const kinds = {
        bought: () => {
          next += 1;
          return { email: buyerEmail(next) };
        },
        unknown: () => ({ email: unknownEmail() }),
      };
      expectSameDurations(await measure('/otp', kinds));
    });

    test('takes the same time for a wrong code, whether or not a code was sent or the e-mail address belongs to a buyer', {
      timeout: 600_000,
    }, async () => {
      await database.db.deleteFrom('otp_codes').execute();
      await database.db.deleteFrom('mails').execute();
      const emailsWithCode = buyerEmails.slice(0, measuredRounds + warmUpRounds);
      for (const email of emailsWithCode) await buyer.post('/otp', { email });
      const codes = new Map((await unlimited.codes()).map(({ to, code }) => [to, code]));
      const wrongGuess = (email: string) => ({ email, code: codes.get(email) === '000000' ? '111111' : '000000' });
      let [sentIndex, boughtIndex] = [-1, measuredRounds + warmUpRounds - 1];
      const kinds = {
        sent: () => {
          sentIndex += 1;
          return wrongGuess(elementAt(emailsWithCode, sentIndex));
        },
        bought: () => {
          boughtIndex += 1;
          return wrongGuess(buyerEmail(boughtIndex));
        },
        unknown: () => wrongGuess(unknownEmail()),
      };
      expectSameDurations(await measure('/otp/verify', kinds));
    });
  }

  /** All values in all columns of all tables, as texts. */
  async function storedValues(db: Db): Promise<string[]> {
    const tables =
      kind === 'sqlite'
        ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
        : sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`;
    const { rows } = await tables.execute(db);
    const values: string[] = [];
    for (const { name } of rows) {
      const found = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
      for (const row of found.rows) values.push(...Object.values(row).map(String));
    }
    return values;
  }

  test('stores codes and e-mail addresses only encrypted or as keyed hashes: no column contains them', async () => {
    await database.db.deleteFrom('mails').execute();
    const email = 'Zwq.Verify@Hidden.example';
    const response = await site.buyer().post('/otp', { email });
    expect(response.status).toBe(202);
    const code = await site.codeOf(email);
    const lower = email.toLowerCase();
    const encodings = [email, lower, code].flatMap((value) => [
      ...(value === code ? [] : [value.toLowerCase()]),
      ...[Buffer.from(value).toString('base64').toLowerCase(), Buffer.from(value).toString('hex')],
      ...['md5', 'sha1', 'sha256', 'sha512'].map((name) => createHash(name).update(value).digest('hex')),
    ]);
    const expectNotStored = async () => {
      const values = (await storedValues(database.db)).map((value) => value.toLowerCase());
      expect(values.length).toBeGreaterThan(1_000);
      const parts = [...encodings, 'hidden.example', 'zwq.verify'];
      expect(parts.filter((part) => values.some((value) => value.includes(part)))).toEqual([]);
      // An id or a hash can have the same six digits.
      const separateCode = new RegExp(`(?<![0-9a-z])${code}(?![0-9a-z])`);
      expect(values.filter((value) => separateCode.test(value))).toEqual([]);
    };
    await expectNotStored();
    await site.buyer().post('/otp/verify', { email, code: code === '000000' ? '111111' : '000000' });
    await expectNotStored();
    expect((await site.buyer().post('/otp/verify', { email, code })).status).toBe(200);
    await expectNotStored();
  });

  test('writes no code, e-mail address, token, key or name to the log or the metrics, even if requests fail', async () => {
    const shop = await site.shop();
    const [name, phone, holder, key] = [
      'Quilla Zantafio',
      '+49 151 7353791',
      'Wendeline Ostrowski',
      'attempt-4711-xyz',
    ];
    const email = 'Quilla.Verify@Logged.example';
    const client = site.buyer();
    const cart = {
      eventId: shop.event.id,
      items: [{ ticketTypeId: shop.tenKm.id, quantity: 1 }],
      buyer: { email, name, phone },
      attendees: [{ ticketTypeId: shop.tenKm.id, holderName: holder }],
    };
    const reserved = jsonOf<{ orderNumber: string; reservationToken: string }>(
      await client.post('/reserve', cart, { 'idempotency-key': key }),
    );
    await client.post('/reserve', { ...cart, attendees: [] }, { 'idempotency-key': key });
    await client.post('/reserve', { ...cart, buyer: { ...cart.buyer, email: `${email} ` } });
    await client.send('POST', '/reserve', { raw: `{"email":"${email}", ${name}` });
    await client.post('/otp', { email });
    const code = await site.codeOf(email);
    await client.post('/otp/verify', { email, code: code === '000000' ? '111111' : '000000' });
    const verified = await client.post('/otp/verify', { email, code });
    const { buyerToken } = jsonOf<{ buyerToken: string }>(verified);
    await client.post('/otp/verify', { email, code });
    const { orderNumber, reservationToken } = reserved;
    const payBody = { orderNumber, reservationToken, buyerToken, method: 'test' };
    await client.get(`/orders/${orderNumber}`, `${buyerToken}x`);
    await client.get(`/orders/${reservationToken}?email=${encodeURIComponent(email)}`, reservationToken);
    await client.get(`/events/${encodeURIComponent(email)}?token=${buyerToken}`);
    const requestCode = () => site.buyer().post('/otp', { email });
    const requestsByFailingTable = {
      mails: [requestCode],
      order_mails: [() => client.post('/pay', payBody)],
      otp_codes: [requestCode, () => client.post('/otp/verify', { email, code })],
      payments: [() => client.post('/pay', payBody)],
    };
    for (const [table, requests] of Object.entries(requestsByFailingTable)) {
      const [original, renamed] = [sql.table(table), sql.table(`${table}_renamed`)];
      await sql`alter table ${original} rename to ${renamed}`.execute(database.db);
      for (const request of requests) {
        const { status, text } = await request();
        expect(status).toBe(500);
        expect(text).not.toMatch(/no such|not exist|otp_codes|mails/);
      }
      await sql`alter table ${renamed} rename to ${original}`.execute(database.db);
    }
    expect((await client.post('/pay', payBody)).status).toBe(200);
    await client.post('/pay', payBody);
    const order = jsonOf<{ tickets: { qrValue: string }[] }>(await client.get(`/orders/${orderNumber}`, buyerToken));
    const statuses = [];
    for (let i = 0; i < 30; i += 1) statuses.push((await site.buyer().post('/otp', { email })).status);
    expect(statuses).toContain(429);

    const metrics = await (await site.app.request('/metrics')).text();
    const written = `${site.app.log()}\n${metrics}`.toLowerCase();
    const logLines = site.app.log().split('\n');
    expect(logLines.filter((line) => line.includes('"level":"error"')).length).toBeGreaterThanOrEqual(3);
    const tokens = [buyerToken, reservationToken].flatMap((token) => [token, token.slice(4), token.slice(-16)]);
    const personalValues = [email, 'quilla', 'logged.example', name, 'zantafio', phone, '7353791', holder, 'ostrowski'];
    const secrets = [...personalValues, ...tokens, key, code, encodeURIComponent(email), first(order.tickets).qrValue];
    // The digits of the code and of the phone number can also occur in a time, so the search is for a separate number.
    const isWritten = (secret: string) =>
      /^\d+$/.test(secret)
        ? new RegExp(`(?<![\\d.])${secret}(?!\\d)`).test(written)
        : written.includes(secret.toLowerCase());
    expect(secrets.filter(isWritten)).toEqual([]);
  });
});
