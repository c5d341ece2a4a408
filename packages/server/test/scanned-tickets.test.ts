import { beforeAll, expect, test } from 'vitest';
import { useApp } from './harness/app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { expectFieldProblem, expectProblem, jsonOf, type PageBody, read } from './harness/responses.ts';

const drinks = { kind: 'addon' as const, addonId: 'beer', quantity: 2 };
const ticket = { kind: 'ticket' as const, ticketTypeId: 'run-10', quantity: 2 };
const codes = ['SCANNED-AT-THE-BAR', 'ANOTHER-OF-THE-ORDER'];

describeOnBoth('what belongs to a ticket that was scanned', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db, rateLimits: { api: 1_000_000 } }));
  let key: string;
  let othersKey: string;

  beforeAll(async () => {
    const [own, other] = [await makeOrganizer(t.db), await makeOrganizer(t.db)];
    const attendees = codes.map((qrValue) => ({ ticketTypeId: 'run-10', qrValue }));
    await importAll(t.db, own, [
      ...raceLines(),
      orderLine('wanted', { items: [ticket, drinks], attendees, orderNumber: '7K3Q9MX2PA' }),
      orderLine('dry', { orderNumber: '7K3Q9MX2PB', attendees: [{ ticketTypeId: 'run-10', qrValue: 'DRY' }] }),
      orderLine('no-matter', { items: [drinks] }),
    ]);
    await importAll(t.db, other, [...raceLines(), orderLine('others', { items: [drinks] })]);
    ({ key } = await makeKey(t.db, own.id));
    ({ key: othersKey } = await makeKey(t.db, other.id));
  });

  const ask = async (path: string, as = key) => read(await app.request(`/api/v1${path}`, { key: as }));
  const rows = async (path: string, as = key) => jsonOf<PageBody>(await ask(path, as)).data;

  test('is found by the content of its QR code, whichever of the order’s tickets it is', async () => {
    for (const code of codes) {
      const found = await rows(`/addons?qrValue=${code}&consumed=false`);
      expect(found).toMatchObject([{ orderNumber: '7K3Q9MX2PA', unitsRemaining: 10 }]);
      const { id } = found[0]!;
      expect(jsonOf(await ask(`/addons/${id}`))).toEqual(found[0]);
      expectProblem(await ask(`/addons/${id}`, othersKey), 404, 'not_found');
    }
    for (const code of ['DRY', 'scanned-at-the-bar', 'NOTHING', '%25']) {
      expect(await rows(`/addons?qrValue=${code}`)).toEqual([]);
    }
    expect(await rows(`/addons?qrValue=${codes[0]}`, othersKey)).toEqual([]);
    expectFieldProblem(await ask(`/addons?qrValue=${'A'.repeat(256)}`), 'qrValue');
    expectFieldProblem(await ask('/addons?qrValue='), 'qrValue');
  });

  test('is found by the number of its order, in any case, and filters combine', async () => {
    const ofOrder = await rows('/addons?orderNumber=7K3Q9MX2PA');
    expect(ofOrder).toHaveLength(1);
    for (const query of ['orderNumber=7k3q9mx2pa', `orderNumber=7K3Q9MX2PA&qrValue=${codes[1]}`]) {
      expect(await rows(`/addons?${query}`)).toEqual(ofOrder);
    }
    for (const query of ['orderNumber=7K3Q9MX2PB', 'orderNumber=none', 'orderNumber=7K3Q9MX2PA&qrValue=DRY']) {
      expect(await rows(`/addons?${query}`)).toEqual([]);
    }
    const tickets = await rows('/tickets?orderNumber=7k3q9mx2pa');
    expect(tickets).toHaveLength(2);
    const [first] = await rows('/tickets?orderNumber=7K3Q9MX2PA&limit=1');
    const { nextCursor } = jsonOf<PageBody>(await ask('/tickets?orderNumber=7K3Q9MX2PA&limit=1'));
    expect([first, ...(await rows(`/tickets?orderNumber=7K3Q9MX2PA&limit=1&cursor=${nextCursor}`))]).toEqual(tickets);
    expect(await rows('/tickets?orderNumber=7K3Q9MX2PA&status=used')).toEqual([]);
    expect(await rows('/tickets?orderNumber=7K3Q9MX2PA', othersKey)).toEqual([]);
  });

  test('is read as the list shows it', async () => {
    for (const listed of await rows('/tickets')) {
      expect(jsonOf(await ask(`/tickets/${listed['id']}`))).toEqual(listed);
      expectProblem(await ask(`/tickets/${listed['id']}`, othersKey), 404, 'not_found');
    }
  });

  test('leaves no trace of the code in the log', () => {
    expect(app.log()).toContain('/api/v1/addons');
    for (const code of codes) expect(app.log().toLowerCase()).not.toContain(code.toLowerCase());
  });
});
