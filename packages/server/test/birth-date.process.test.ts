import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { signIn } from './harness/dashboard.ts';
import { createDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { makeKey } from './harness/fixtures.ts';
import { PaymentServer } from './harness/payments-server.ts';
import { jsonOf, read } from './harness/responses.ts';

interface Answered {
  readonly id: string;
  readonly answers: readonly { readonly value: string; readonly text: string }[];
}

interface Order {
  readonly orderNumber: string;
  readonly tickets: readonly Answered[];
}

// West of Greenwich, the start of this day in UTC is the day before. In the night after it, clocks were set forward.
const birthDate = '2010-03-14';

test('a birth date is the same day in each response and file of a server in New York', async () => {
  const database = await createDatabase('sqlite');
  const server = new PaymentServer(database, null, { TZ: 'America/New_York' });
  await server.start();
  try {
    const { organizerApi, event, half } = await server.shop();
    const { organizer } = organizerApi;
    const question = { askedOf: 'holder', kind: 'date', key: 'birthDate', label: 'Date of birth', isRequired: true };
    const asked = await organizerApi.post(`/events/${event.id}/questions`, { ...question, maximum: birthDate });
    const { id: questionId } = jsonOf<{ id: string }>(asked);
    const { key } = await makeKey(database.db, organizer.id, { granted: ['orders:write', 'orders:read:pii'] });
    const request = async (path: string, body?: object) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': 'one' };
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers };
      return read(await server.request(`/api/v1${path}`, { key, ...init }));
    };
    const created = await request('/orders', {
      ...{ eventId: event.id, items: [{ ticketTypeId: half.id, quantity: 1 }], status: 'paid' },
      buyer: { email: 'ada@example.com' },
      attendees: [{ ticketTypeId: half.id, holderName: 'Ada', answers: { [questionId]: birthDate } }],
    });
    expect(created.status, created.text).toBe(201);
    const { orderNumber } = jsonOf<Order>(created);
    const detail = jsonOf<Order>(await request(`/orders/${orderNumber}`));
    const ticketId = first(detail.tickets).id;
    const attendees = jsonOf<{ data: Answered[] }>(await request(`/attendees?eventId=${event.id}`));
    const manager = await signIn({ url: server.url, db: database.db }, { organizer, role: 'owner' });
    const shown = jsonOf<{ order: Order }>(await manager.get(`/orders/${orderNumber}`)).order;
    const people = [
      ...detail.tickets,
      jsonOf<Answered>(await request(`/tickets/${ticketId}`)),
      ...attendees.data,
      ...shown.tickets,
    ];
    expect(people.map(({ answers }) => [first(answers).value, first(answers).text])).toEqual(
      people.map(() => [birthDate, birthDate]),
    );
    const path = `/dashboard/api/organizers/${organizer.slug}/attendees/file?eventId=${event.id}&language=en`;
    const file = async (format: string) =>
      server.request(`${path}&columns=birthDate,${questionId}&format=${format}`, {
        headers: { cookie: manager.cookie },
      });
    expect((await (await file('csv')).text()).split('\r\n')[1]).toBe(`${birthDate},${birthDate}`);
    const workbook = await readXlsx(new Uint8Array(await (await file('xlsx')).arrayBuffer()));
    const [, cells] = first(workbook.sheets).rows;
    expect(cells).toEqual([new Date(`${birthDate}T00:00:00Z`), new Date(`${birthDate}T00:00:00Z`)]);
    expect(await (await file('raceResult')).text()).toContain(`,${birthDate},`);
    const page = await read(await server.request(`/api/public/v1/events/${event.id}`));
    expect(page.text).toContain(`"maximum":"${birthDate}"`);
  } finally {
    await server.stop();
    await database.drop();
  }
});
