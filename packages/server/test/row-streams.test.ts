import { expect, test } from 'vitest';
import { useApp } from './harness/app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { elementAt, last } from './harness/defined.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { expectFieldProblem, expectProblem, jsonOf, type PageBody, read } from './harness/responses.ts';

type Row = Record<string, unknown> & { readonly nextCursor?: string | null };

const lines = { accept: 'application/jsonl' };
const rowCount = 1_101;

describeOnBoth('a stream of rows as JSON lines', (kind) => {
  const database = useDatabase(kind);
  const app = useApp(() => ({ db: database.db, rateLimits: { api: 1_000_000 } }));

  async function createCaller() {
    const organizer = await makeOrganizer(database.db);
    const orders = Array.from({ length: rowCount }, (_, index) => orderLine(`order-${index}`));
    await importAll(database.db, organizer, [...raceLines(), ...orders]);
    const { id, key } = await makeKey(database.db, organizer.id, { granted: ['orders:read:pii'] });
    const send = async (path: string, headers: Record<string, string> = lines) =>
      read(await app.request(`/api/v1${path}`, { key, headers }));
    const stream = async (path: string) => {
      const { status, text, headers } = await send(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'application/jsonl']);
      return text
        .split('\n')
        .slice(0, -1)
        .map((line): Row => JSON.parse(line));
    };
    return { organizer, id, key, send, stream };
  }

  test('has the rows of all pages, is continued by a cursor, and counts as one request for each 1,000 rows', async () => {
    const { send, stream } = await createCaller();
    const remaining = async () => Number((await send('/me')).headers.get('ratelimit-remaining'));
    const before = await remaining();
    const rows = await stream('/orders?expand=items');
    expect((await remaining()) - before).toBe(-3);
    const pages: Row[] = [];
    let cursor = '';
    do {
      const page = jsonOf<PageBody>(await send(`/orders?expand=items&limit=100${cursor}`, {}));
      pages.push(...page.data);
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    expect(rows.map(({ nextCursor: _, ...row }) => row)).toEqual(pages);
    expect(rows).toHaveLength(rowCount);

    const ends = rows.flatMap(({ nextCursor }, index) => (nextCursor === undefined ? [] : [index]));
    expect(ends).toEqual([499, 999, rowCount - 1]);
    expect(last(rows).nextCursor).toBeNull();
    const rest = await stream(`/orders?expand=items&cursor=${elementAt(rows, 499).nextCursor}`);
    expect(rest.map(({ orderNumber }) => orderNumber)).toEqual(rows.slice(500).map(({ orderNumber }) => orderNumber));

    expect(await stream('/orders?status=cancelled,refunded')).toEqual([]);
    expect(await stream('/orders?updatedSince=2000-01-01T00:00:00Z&limit=1')).toHaveLength(rowCount);
    expectFieldProblem(await send('/orders?cursor=x'), 'cursor');
    expectFieldProblem(await send('/orders?q=ada'), 'q');
    for (const accept of ['application/json, application/jsonl', '*/*'])
      expect(jsonOf<PageBody>(await send('/orders?limit=1', { accept })).data).toHaveLength(1);
    const ndjson = await send('/orders?status=paid', { accept: 'application/x-ndjson' });
    expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson');
  });

  test('of attendees is recorded in the audit log page by page, and needs the scope for personal data', async () => {
    const { organizer, id, stream } = await createCaller();
    const attendees = await stream('/attendees');
    expect(attendees).toHaveLength(rowCount);
    expect(attendees[0]).toMatchObject({ buyer: { name: 'Ada Buyer' } });
    const { entries } = await database.db
      .selectFrom('audit_entries')
      .select((eb) => eb.fn.countAll().as('entries'))
      .where('organizer_id', '=', organizer.id)
      .where('actor', '=', id)
      .where('action', '=', 'order.personal_data.read')
      .executeTakeFirstOrThrow();
    expect(Number(entries)).toBe(rowCount);
    const plain = await makeKey(database.db, organizer.id);
    for (const path of ['/attendees', '/orders?expand=buyer'])
      expectProblem(
        await read(await app.request(`/api/v1${path}`, { key: plain.key, headers: lines })),
        403,
        'insufficient_scope',
      );
  });
});
