import { expect, test } from 'vitest';
import { Organizer } from '../src/index.ts';

const page = (date: string, orderNumber: string, updatedAt: string, nextCursor: string | null) =>
  new Response(JSON.stringify({ data: [{ orderNumber, updatedAt }], hasMore: nextCursor !== null, nextCursor }), {
    headers: { date },
  });

test('a position stays a minute before the first page with recent changes, however long the later pages take', async () => {
  const pages = [
    page('Sun, 22 Nov 2026 10:00:00 GMT', 'OLD', '2026-11-01T00:00:00.000Z', 'after-old'),
    page('Sun, 22 Nov 2026 10:05:00 GMT', 'RECENT', '2026-11-22T10:04:30.000Z', 'after-recent'),
    page('Sun, 22 Nov 2026 10:30:00 GMT', 'NEW', '2026-11-22T10:29:59.000Z', null),
  ];
  const queries: string[] = [];
  const client = new Organizer({
    baseUrl: 'https://tickets.example.com',
    fetch: async (url) => {
      queries.push(String(url).split('?')[1] ?? '');
      return pages.shift() ?? new Response('{}');
    },
  });
  const positions: { since: string; numbers: string[] }[] = [];
  for await (const { position } of client.orders.syncSince().pages()) {
    const { since, returned } = JSON.parse(position) as { since: string; returned: [string, unknown][] };
    positions.push({ since, numbers: returned.map(([number]) => number) });
  }
  expect(positions).toEqual([
    { since: '2026-11-01T00:00:00.000Z', numbers: ['OLD'] },
    { since: '2026-11-22T10:04:00.000Z', numbers: ['RECENT'] },
    { since: '2026-11-22T10:04:00.000Z', numbers: ['RECENT', 'NEW'] },
  ]);
  expect(queries[2]).toBe('limit=100&updatedSince=1970-01-01T00%3A00%3A00.000Z&cursor=after-recent');
});
