import { beforeAll, expect, test } from 'vitest';
import { useApp } from './harness/app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { expectFieldProblem, expectProblem, jsonOf, type PageBody, read } from './harness/responses.ts';

const drinks = { kind: 'addon' as const, addonId: 'beer', quantity: 2 };
const ticket = { kind: 'ticket' as const, ticketTypeId: 'run-10', quantity: 2 };
const codes = ['SCANNED-AT-THE-BAR', 'ANOTHER-OF-THE-ORDER'];

describeOnBoth('the add-ons and the order of a scanned ticket', (kind) => {
  const database = useDatabase(kind);
  const app = useApp(() => ({ db: database.db, rateLimits: { api: 1_000_000 } }));
  let key: string;
  let otherKey: string;

  beforeAll(async () => {
    const [organizer, otherOrganizer] = [await makeOrganizer(database.db), await makeOrganizer(database.db)];
    const attendees = codes.map((qrValue) => ({ ticketTypeId: 'run-10', qrValue }));
    await importAll(database.db, organizer, [
      ...raceLines(),
      orderLine('with-drinks', { items: [ticket, drinks], attendees, orderNumber: '7K3Q9MX2PA' }),
      orderLine('without-drinks', {
        orderNumber: '7K3Q9MX2PB',
        attendees: [{ ticketTypeId: 'run-10', qrValue: 'NO-DRINKS' }],
      }),
      orderLine('unrelated', { items: [drinks] }),
    ]);
    await importAll(database.db, otherOrganizer, [...raceLines(), orderLine('others', { items: [drinks] })]);
    ({ key } = await makeKey(database.db, organizer.id));
    ({ key: otherKey } = await makeKey(database.db, otherOrganizer.id));
  });

  const get = async (path: string, keyOfCaller = key) =>
    read(await app.request(`/api/v1${path}`, { key: keyOfCaller }));
  const rows = async (path: string, keyOfCaller = key) => jsonOf<PageBody>(await get(path, keyOfCaller)).data;

  test('are found by the content of the QR code of any ticket of the order', async () => {
    for (const code of codes) {
      const entitlements = await rows(`/addons?qrValue=${code}&consumed=false`);
      expect(entitlements).toMatchObject([{ orderNumber: '7K3Q9MX2PA', unitsRemaining: 10 }]);
      const entitlement = first(entitlements);
      const { id } = entitlement;
      expect(jsonOf(await get(`/addons/${id}`))).toEqual(entitlement);
      expectProblem(await get(`/addons/${id}`, otherKey), 404, 'not_found');
    }
    for (const code of ['NO-DRINKS', 'scanned-at-the-bar', 'NOTHING', '%25']) {
      expect(await rows(`/addons?qrValue=${code}`)).toEqual([]);
    }
    expect(await rows(`/addons?qrValue=${codes[0]}`, otherKey)).toEqual([]);
    expectFieldProblem(await get(`/addons?qrValue=${'A'.repeat(256)}`), 'qrValue');
    expectFieldProblem(await get('/addons?qrValue='), 'qrValue');
  });

  test('of a type with a comma are found by it, and of several types by repeated parameters', async () => {
    const organizer = await makeOrganizer(database.db);
    const lines = raceLines().map((line) => (line.type === 'addon' ? { ...line, addonType: 'drink, cold' } : line));
    await importAll(database.db, organizer, [...lines, orderLine('drinks', { items: [drinks] })]);
    const owner = await makeKey(database.db, organizer.id);
    const found = await rows('/addons?type=drink%2C%20cold', owner.key);
    expect(found).toMatchObject([{ type: 'drink, cold' }]);
    expect(await rows('/addons?type=meal&type=drink,%20cold', owner.key)).toEqual(found);
    expect(await rows('/addons?type=drink', owner.key)).toEqual([]);
  });

  test('are found by the order number, in upper or lower case, and filters can be combined', async () => {
    const entitlements = await rows('/addons?orderNumber=7K3Q9MX2PA');
    expect(entitlements).toHaveLength(1);
    for (const query of ['orderNumber=7k3q9mx2pa', `orderNumber=7K3Q9MX2PA&qrValue=${codes[1]}`]) {
      expect(await rows(`/addons?${query}`)).toEqual(entitlements);
    }
    for (const query of ['orderNumber=7K3Q9MX2PB', 'orderNumber=none', 'orderNumber=7K3Q9MX2PA&qrValue=NO-DRINKS']) {
      expect(await rows(`/addons?${query}`)).toEqual([]);
    }
    const tickets = await rows('/tickets?orderNumber=7k3q9mx2pa');
    expect(tickets).toHaveLength(2);
    const [firstTicket] = await rows('/tickets?orderNumber=7K3Q9MX2PA&limit=1');
    const { nextCursor } = jsonOf<PageBody>(await get('/tickets?orderNumber=7K3Q9MX2PA&limit=1'));
    expect([firstTicket, ...(await rows(`/tickets?orderNumber=7K3Q9MX2PA&limit=1&cursor=${nextCursor}`))]).toEqual(
      tickets,
    );
    expect(await rows('/tickets?orderNumber=7K3Q9MX2PA&status=used')).toEqual([]);
    expect(await rows('/tickets?orderNumber=7K3Q9MX2PA', otherKey)).toEqual([]);
  });

  test('are found with equal fields in the list of tickets and by id', async () => {
    for (const ticketOfList of await rows('/tickets')) {
      expect(jsonOf(await get(`/tickets/${ticketOfList['id']}`))).toEqual(ticketOfList);
      expectProblem(await get(`/tickets/${ticketOfList['id']}`, otherKey), 404, 'not_found');
    }
  });

  test('are found without the QR code in the log', () => {
    expect(app.log()).toContain('/api/v1/addons');
    for (const code of codes) expect(app.log().toLowerCase()).not.toContain(code.toLowerCase());
  });
});
