import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../src/platform/database/dialect.ts';
import type { Limiter, RateLimitResult } from '../src/platform/limits/limiter.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { type Buyer, PublicSite } from './harness/public-site.ts';
import { jsonOf, type TestResponse } from './harness/responses.ts';
import { mannWhitney } from './harness/statistics.ts';

const measuredRounds = 300;
const warmUpRounds = 60;
/** The significance level: a lower probability means that the times differ. */
const significance = 1e-4;

/** A limiter that counts nothing, for thousands of requests. */
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
  const names = /^(request-id|date|ratelimit-.*)$/;
  const rest = [...headers].filter(([name]) => !names.test(name));
  return { status, rest, text: text.replace(/"req_[0-9a-z]+"/, '""') };
}

describeOnBoth('email verification', (kind) => {
  const t = useDatabase(kind);
  let site: PublicSite;
  let unlimited: PublicSite;
  let buyer: Buyer;
  /** Email addresses of buyers. */
  let buyerEmails: string[];
  let addressCount = 0;

  beforeAll(async () => {
    site = await PublicSite.start(t.db);
    unlimited = await PublicSite.start(t.db, { limiter: noLimits });
    buyer = unlimited.buyer();
    buyerEmails = Array.from(
      { length: 2 * (measuredRounds + warmUpRounds) },
      (_, index) => `known-${index}@example.com`,
    );
    const organizer = await makeOrganizer(t.db);
    const orders = buyerEmails.map((email, index) =>
      orderLine(`order-${index}`, { buyer: { email, name: null, phone: null } }),
    );
    await importAll(t.db, organizer, [...raceLines(), ...orders]);
  });
  afterAll(async () => {
    await unlimited.close();
    await site.close();
  });

  /** A new email address without orders or codes. */
  const unknown = () => {
    addressCount += 1;
    return `nobody-${addressCount}@example.com`;
  };

  test('responds the same to a request for a code whether or not the address belongs to a buyer', async () => {
    const responses = [];
    for (const email of [buyerEmails[0]!, unknown(), buyerEmails[1]!, buyerEmails[1]!.toUpperCase()]) {
      responses.push(comparable(await buyer.post('/otp', { email })));
    }
    expect(responses[0]!.status).toBe(202);
    for (const response of responses) expect(response).toEqual(responses[0]);
  });

  test('responds the same to a wrong code whether a code was sent, used or never requested', async () => {
    const [withCode, withUsedCode] = [buyerEmails[2]!, buyerEmails[3]!];
    await buyer.post('/otp', { email: withCode });
    await buyer.verify(withUsedCode);
    const wrong = ((await unlimited.codeOf(withCode)) === '000000' ? '1' : '0').repeat(6);
    const responses = [];
    for (const email of [withCode, withUsedCode, buyerEmails[4]!, unknown()]) {
      responses.push(comparable(await buyer.post('/otp/verify', { email, code: wrong })));
    }
    expect(responses[0]!.status).toBe(400);
    for (const response of responses) expect(response).toEqual(responses[0]);
  });

  /** Measures requests of several kinds. Each round sends one of each kind, in random order. */
  async function times(path: string, kinds: Record<string, () => { email: string }>): Promise<Map<string, number[]>> {
    const durations = new Map(Object.keys(kinds).map((name): [string, number[]] => [name, []]));
    for (let round = 0; round < warmUpRounds + measuredRounds; round += 1) {
      const turn = Object.entries(kinds).map(([name, make]) => ({ name, body: make(), place: randomInt(2 ** 32) }));
      for (const { name, body } of turn.sort((a, b) => a.place - b.place)) {
        const started = performance.now();
        await fetch(`${unlimited.app.url}/api/public/v1${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }).then((response) => response.arrayBuffer());
        if (round >= warmUpRounds) durations.get(name)!.push(performance.now() - started);
      }
    }
    return durations;
  }

  /** The probability that the times of each pair of kinds have the same distribution. */
  function likelihoods(durations: Map<string, number[]>): Record<string, number> {
    const entries = [...durations];
    return Object.fromEntries(
      entries.flatMap(([one, its], index) =>
        entries.slice(index + 1).map(([other, others]) => [`${one} and ${other}`, mannWhitney(its, others)]),
      ),
    );
  }

  const expectSameTimes = (durations: Map<string, number[]>) => {
    const found = likelihoods(durations);
    expect(Object.entries(found).filter(([, probability]) => probability < significance)).toEqual([]);
  };

  test('takes the same time for a request for a code whether or not the address belongs to a buyer', async () => {
    let next = 10;
    const kinds = {
      bought: () => {
        next += 1;
        return { email: buyerEmails[next]! };
      },
      unknown: () => ({ email: unknown() }),
    };
    expectSameTimes(await times('/otp', kinds));
  });

  test('takes the same time for a wrong code whether or not a code was sent or the address belongs to a buyer', async () => {
    await t.db.deleteFrom('otp_codes').execute();
    await t.db.deleteFrom('mails').execute();
    const withCode = buyerEmails.slice(0, measuredRounds + warmUpRounds);
    for (const email of withCode) await buyer.post('/otp', { email });
    const codes = new Map((await unlimited.codes()).map(({ to, code }) => [to, code]));
    const guess = (email: string) => ({ email, code: codes.get(email) === '000000' ? '111111' : '000000' });
    let [first, second] = [-1, measuredRounds + warmUpRounds - 1];
    const kinds = {
      sent: () => {
        first += 1;
        return guess(withCode[first]!);
      },
      bought: () => {
        second += 1;
        return guess(buyerEmails[second]!);
      },
      unknown: () => guess(unknown()),
    };
    expectSameTimes(await times('/otp/verify', kinds));
  });

  /** Every value of every column of every table, as text. */
  async function everyValue(db: Db): Promise<string[]> {
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

  test('stores codes and addresses only encrypted or keyed: neither is in any column of any table', async () => {
    await t.db.deleteFrom('mails').execute();
    const email = 'Zwq.Verify@Hidden.example';
    const sent = await site.buyer().post('/otp', { email });
    expect(sent.status).toBe(202);
    const code = await site.codeOf(email);
    const lower = email.toLowerCase();
    const forms = [email, lower, code].flatMap((value) => [
      ...[value.toLowerCase(), Buffer.from(value).toString('base64').toLowerCase(), Buffer.from(value).toString('hex')],
      ...['md5', 'sha1', 'sha256', 'sha512'].map((name) => createHash(name).update(value).digest('hex')),
    ]);
    const check = async () => {
      const values = (await everyValue(t.db)).map((value) => value.toLowerCase());
      expect(values.length).toBeGreaterThan(1_000);
      const parts = [...forms, 'hidden.example', 'zwq.verify'];
      expect(parts.filter((form) => values.some((value) => value.includes(form)))).toEqual([]);
    };
    await check();
    await site.buyer().post('/otp/verify', { email, code: code === '000000' ? '111111' : '000000' });
    await check();
    expect((await site.buyer().post('/otp/verify', { email, code })).status).toBe(200);
    await check();
  });

  test('writes no code, address, token, key or name to the log or the metrics, even on errors', async () => {
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
      items: [{ ticketTypeId: shop.run.id, quantity: 1 }],
      buyer: { email, name, phone },
      attendees: [{ ticketTypeId: shop.run.id, holderName: holder }],
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
    const pay = { orderNumber, reservationToken, buyerToken, method: 'test' };
    await client.get(`/orders/${orderNumber}`, `${buyerToken}x`);
    await client.get(`/orders/${reservationToken}?email=${encodeURIComponent(email)}`, reservationToken);
    await client.get(`/events/${encodeURIComponent(email)}?token=${buyerToken}`);
    const otp = () => site.buyer().post('/otp', { email });
    const failing = {
      mails: [otp, () => client.post('/pay', pay)],
      otp_codes: [otp, () => client.post('/otp/verify', { email, code })],
      payments: [() => client.post('/pay', pay)],
    };
    for (const [table, requests] of Object.entries(failing)) {
      const [original, renamed] = [sql.table(table), sql.table(`${table}_away`)];
      await sql`alter table ${original} rename to ${renamed}`.execute(t.db);
      for (const request of requests) {
        const { status, text } = await request();
        expect(status).toBe(500);
        expect(text).not.toMatch(/no such|not exist|otp_codes|mails/);
      }
      await sql`alter table ${renamed} rename to ${original}`.execute(t.db);
    }
    expect((await client.post('/pay', pay)).status).toBe(200);
    await client.post('/pay', pay);
    const order = jsonOf<{ tickets: { qrValue: string }[] }>(await client.get(`/orders/${orderNumber}`, buyerToken));
    const statuses = [];
    for (let i = 0; i < 30; i += 1) statuses.push((await site.buyer().post('/otp', { email })).status);
    expect(statuses).toContain(429);

    const metrics = await (await site.app.request('/metrics')).text();
    const written = `${site.app.log()}\n${metrics}`.toLowerCase();
    const lines = site.app.log().split('\n');
    expect(lines.filter((line) => line.includes('"level":"error"')).length).toBeGreaterThanOrEqual(3);
    const tokens = [buyerToken, reservationToken].flatMap((token) => [token, token.slice(4), token.slice(-16)]);
    const people = [email, 'quilla', 'logged.example', name, 'zantafio', phone, '7353791', holder, 'ostrowski'];
    const secrets = [...people, ...tokens, key, code, encodeURIComponent(email), order.tickets[0]!.qrValue];
    // Six digits can be part of a time, so the code is searched only as a separate number.
    const isThere = (secret: string) =>
      secret === code ? new RegExp(`(?<![\\d.])${code}(?!\\d)`).test(written) : written.includes(secret.toLowerCase());
    expect(secrets.filter(isThere)).toEqual([]);
  });
});
