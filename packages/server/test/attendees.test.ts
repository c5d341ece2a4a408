import { expect, test } from 'vitest';
import { useApp } from './harness/app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { expectFieldProblem, jsonOf, type PageBody, read } from './harness/responses.ts';

interface Attendee {
  readonly id: string;
  readonly orderNumber: string;
  readonly ticketTypeId: string;
  readonly holderName: string | null;
  readonly bib: string;
  readonly buyer: { readonly email: string; readonly name: string };
  readonly addons: readonly { readonly type: string }[];
  readonly updatedAt: string;
}

describeOnBoth('the list of attendees', (kind) => {
  const database = useDatabase(kind);
  const app = useApp(() => ({ db: database.db, rateLimits: { api: 1_000_000 } }));

  test('has holders, buyers and add-ons; it is filtered, searched, continued and audited', async () => {
    const organizer = await makeOrganizer(database.db);
    const drink = { kind: 'addon' as const, addonId: 'beer', quantity: 1 };
    const order = (name: string, holders: readonly string[]) =>
      orderLine(name, {
        buyer: { email: `${name}@example.com`, name: 'Rear Admiral' },
        items: [{ kind: 'ticket', ticketTypeId: 'run-10', quantity: holders.length }, drink],
        attendees: holders.map((holderName, index) => ({
          ticketTypeId: 'run-10',
          holderName,
          bib: `${name}-${index}`,
        })),
      });
    const lines = [order('one', ['Grace Hopper', 'Ada Lovelace']), order('two', ['Ada Byron'])];
    await importAll(database.db, organizer, [...raceLines(), ...lines]);
    const { id, key } = await makeKey(database.db, organizer.id, { granted: ['orders:read:pii'] });
    const list = async (query: string) =>
      jsonOf<PageBody<Attendee>>(await read(await app.request(`/api/v1/attendees?${query}`, { key })));
    const names = async (query: string) => (await list(query)).data.map(({ holderName }) => holderName).sort();

    expect(await names('')).toEqual(['Ada Byron', 'Ada Lovelace', 'Grace Hopper']);
    const grace = first((await list('q=hopper')).data);
    expect(grace).toMatchObject({
      bib: 'one-0',
      buyer: { email: 'one@example.com', name: 'Rear Admiral' },
      fields: {},
    });
    expect(grace.addons).toMatchObject([{ type: 'drink' }]);
    expect(await names('q=ada')).toEqual(['Ada Byron', 'Ada Lovelace']);
    expect(await names('q=two%40example.com')).toEqual(['Ada Byron']);
    expect(await names('q=ada&status=void')).toEqual([]);
    expect(await names(`q=ada&ticketTypeId=${grace.ticketTypeId}&updatedSince=2020-01-01T00:00:00Z`)).toHaveLength(2);
    expect(await list('q=ada&limit=1')).toMatchObject({ data: [{}], hasMore: true, nextCursor: null });
    expect(await names('q=nobody')).toEqual([]);
    const [page, changed] = [await list('limit=1'), await list('limit=2&updatedSince=2020-01-01T00:00:00Z')];
    expectFieldProblem(
      await read(await app.request(`/api/v1/attendees?q=ada&cursor=${page.nextCursor}`, { key })),
      'cursor',
    );
    const rest = await list(`limit=2&updatedSince=2020-01-01T00:00:00Z&cursor=${changed.nextCursor}`);
    expect(new Set([...changed.data, ...rest.data].map((attendee) => attendee.id)).size).toBe(3);

    const entries = await database.db
      .selectFrom('audit_entries')
      .select(['action', 'subject', 'details'])
      .where('organizer_id', '=', organizer.id)
      .where('actor', '=', id)
      .execute();
    const reads = entries.filter(({ action }) => action === 'order.personal_data.read');
    expect(reads.filter(({ subject }) => subject === grace.orderNumber).length).toBeGreaterThanOrEqual(4);
    expect(entries.filter(({ action }) => action === 'buyer.search').map(({ subject }) => subject)).toContain(
      'tickets',
    );
    expect(JSON.stringify(entries)).not.toMatch(/hopper|ada|example\.com/i);
  });
});
