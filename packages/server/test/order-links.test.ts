import { beforeAll, expect, test } from 'vitest';
import { mailRenderers } from '../src/features/checkout/index.ts';
import { reservationTokenOf } from '../src/features/checkout/reservation-token.ts';
import { issueBuyerToken } from '../src/features/otp/buyer-tokens.ts';
import { systemClock } from '../src/platform/clock.ts';
import { testSecrets, useApp } from './harness/app.ts';
import { inParallel } from './harness/checkout.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { type OrderDesk, openOrderDesk } from './harness/order-desk.ts';
import { expectProblem, jsonOf, read } from './harness/responses.ts';

describeOnBoth('the link to an order', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db, rateLimits: { public: 1_000_000, api: 1_000_000 } }));
  let desk: OrderDesk;

  beforeAll(async () => {
    desk = await openOrderDesk(t.db, app);
  });

  const organizerId = () => desk.sale.catalog.organizer.id;
  const linkOf = (orderNumber: string, version = 0) =>
    reservationTokenOf(testSecrets, { organizerId: organizerId(), orderNumber, version });
  const mailboxOf = (email: string) => issueBuyerToken(testSecrets, email, systemClock.now()).token;
  const open = async (orderNumber: string, key: string) =>
    read(await app.request(`/api/public/v1/orders/${orderNumber}`, { key }));
  const statusesOf = async (orderNumber: string, tokens: readonly string[]) =>
    Promise.all(tokens.map(async (token) => (await open(orderNumber, token)).status));
  const buy = (email: string) => desk.buy({ [desk.sale.ticketA]: 2 }, { email, name: 'Ada' });
  const codesOf = async (orderNumber: string) => {
    const rows = await t.db
      .selectFrom('tickets')
      .select(['id', 'qr_value', 'updated_at'])
      .where('organizer_id', '=', organizerId())
      .where('order_number', '=', orderNumber)
      .orderBy('id')
      .execute();
    return rows;
  };

  test('is invalid after the e-mail address was corrected to another mailbox, and so is the token of the old mailbox', async () => {
    const orderNumber = await buy('typo@example.com');
    const tokens = [linkOf(orderNumber), mailboxOf('typo@example.com')];
    expect(await statusesOf(orderNumber, tokens)).toEqual([200, 200]);
    await desk.owner.patch(`/orders/${orderNumber}/buyer`, { name: 'Eve', phone: '+49 40 1' });
    await desk.owner.patch(`/orders/${orderNumber}/buyer`, { email: 'TYPO@example.com' });
    expect(await statusesOf(orderNumber, tokens)).toEqual([200, 200]);
    const before = await codesOf(orderNumber);
    await desk.owner.patch(`/orders/${orderNumber}/buyer`, { email: 'right@example.com' });
    expect(await statusesOf(orderNumber, tokens)).toEqual([404, 404]);
    expect(await statusesOf(orderNumber, [linkOf(orderNumber, 1), mailboxOf('right@example.com')])).toEqual([200, 200]);
    const problem = expectProblem(await open(orderNumber, first(tokens)), 404, 'not_found');
    expect(problem.detail).toMatch(/verify the e-mail address .* ask the organizer for a new link/);
    // It is the same error as for the link to an order that does not exist.
    const unknown = expectProblem(await open('AAAAAAAA01', linkOf('AAAAAAAA01')), 404, 'not_found');
    expect(unknown.reason).toBe(problem.reason);
    expect((await codesOf(orderNumber)).map((row) => row.qr_value)).toEqual(before.map((row) => row.qr_value));
  });

  test('is invalid after the organizer has cancelled the order', async () => {
    const buyer = { email: 'ada@example.com' };
    const [own, cancelled] = [
      await desk.reserve({ [desk.sale.ticketA]: 1 }, buyer),
      await desk.reserve({ [desk.sale.ticketA]: 1 }, buyer),
    ];
    const tokens = ({ reservationToken }: typeof own) => [reservationToken, mailboxOf(buyer.email)];
    await desk.owner.post(`/orders/${cancelled.orderNumber}/cancel`);
    expect(await statusesOf(cancelled.orderNumber, tokens(cancelled))).toEqual([404, 200]);
    // Buyers who cancel their own order know that it is cancelled.
    const { orderNumber, reservationToken } = own;
    const body = JSON.stringify({ orderNumber, reservationToken });
    const headers = { 'content-type': 'application/json' };
    expect((await app.request('/api/public/v1/cancel', { method: 'POST', headers, body })).status).toBe(200);
    expect(await statusesOf(orderNumber, tokens(own))).toEqual([200, 200]);
  });

  test('is invalid after it was invalidated, and mails have the new link', async () => {
    const orderNumber = await buy('ada@example.com');
    const before = await codesOf(orderNumber);
    const path = `/orders/${orderNumber}/invalidate-links`;
    expect(jsonOf(await desk.owner.post(path, {}))).toEqual({ orderNumber, replacedQrCodes: 0 });
    expect(
      await statusesOf(orderNumber, [linkOf(orderNumber), linkOf(orderNumber, 1), linkOf(orderNumber, 2)]),
    ).toEqual([404, 200, 404]);
    expect((await codesOf(orderNumber)).map((row) => row.qr_value)).toEqual(before.map((row) => row.qr_value));
    const mail = {
      id: 'mail',
      kind: 'tickets',
      organizerId: organizerId(),
      orderNumber,
      money: null,
      payload: null,
      note: null,
    } as const;
    const renderers = mailRenderers({ db: t.db, secrets: testSecrets, baseUrl: app.url });
    const { text } = (await renderers.tickets({ ...mail, createdAt: '2027-01-01T00:00:00.000Z' }))!;
    expect(text).toContain(`#${linkOf(orderNumber, 1)}`);
    await inParallel(5, () => desk.owner.post(path, {}));
    expect(await statusesOf(orderNumber, [linkOf(orderNumber, 1), linkOf(orderNumber, 6)])).toEqual([404, 200]);
    expect(await statusesOf(orderNumber, [`${linkOf(orderNumber)}6`, `${linkOf(orderNumber, 6)}0`])).toEqual([
      404, 404,
    ]);
    const actions = (await desk.audit()).filter(({ subject }) => subject === orderNumber).map(({ action }) => action);
    expect(actions.filter((action) => action === 'order.invalidate_links')).toHaveLength(6);
  });

  test('can be invalidated together with the QR codes of the valid tickets', async () => {
    const orderNumber = await buy('ada@example.com');
    const [used, valid] = await codesOf(orderNumber);
    await desk.owner.post(`/tickets/${used!.id}/use`);
    const since = jsonOf<{ order: { updatedAt: string } }>(await desk.owner.get(`/orders/${orderNumber}`)).order
      .updatedAt;
    const replaced = await desk.owner.post(`/orders/${orderNumber}/invalidate-links`, { replaceQrCodes: true });
    expect(jsonOf(replaced)).toEqual({ orderNumber, replacedQrCodes: 1 });
    const after = await codesOf(orderNumber);
    expect(after[0]!.qr_value).toBe(used!.qr_value);
    expect(after[1]!.qr_value).toMatch(/^[0-9A-HJKMNP-TV-Z]{32}$/);
    expect(after[1]!.qr_value).not.toBe(valid!.qr_value);
    expect(after[1]!.updated_at > valid!.updated_at).toBe(true);
    const { order } = jsonOf<{ order: { updatedAt: string } }>(await desk.owner.get(`/orders/${orderNumber}`));
    expect(order.updatedAt > since).toBe(true);
    expect((await desk.owner.post(`/tickets/${valid!.qr_value}/use`)).status).toBe(404);
    expect((await desk.owner.post(`/tickets/${after[1]!.qr_value}/use`)).status).toBe(200);

    const corrected = await buy('typo@example.com');
    const [old] = await codesOf(corrected);
    await desk.owner.patch(`/orders/${corrected}/buyer`, { email: 'right@example.com', replaceQrCodes: true });
    expect((await codesOf(corrected))[0]!.qr_value).not.toBe(old!.qr_value);
    const entries = (await desk.audit()).filter(({ subject }) => subject === corrected);
    expect(entries.map(({ details }) => JSON.parse(details) as object)).toContainEqual({
      fields: ['email'],
      tickets: 2,
    });
  });
});
