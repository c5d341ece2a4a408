import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deployments } from '../src/deployments/index.ts';
import { ApiError } from '../src/errors/index.ts';
import { byOperator } from '../src/features/audit/index.ts';
import { unpayableOrganizers } from '../src/features/checkout/index.ts';
import { type OrganizerSetting, setOrganizerProfile } from '../src/features/organizers/index.ts';
import { manualMethod } from '../src/features/payments/manual/index.ts';
import { stripeMethod } from '../src/features/payments/stripe/index.ts';
import { openSandbox } from '../src/features/sandboxes/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createLogTo } from '../src/platform/log.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { OrganizerApi } from './harness/catalog.ts';
import { signIn } from './harness/dashboard.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { bankAccount, importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { providersOf } from './harness/payment-providers.ts';
import { type Buyer, PublicSite, reservation, type Shop } from './harness/public-site.ts';
import { expectFieldProblem, jsonOf } from './harness/responses.ts';

interface PaymentBody {
  readonly status: string;
  readonly expiresAt: string;
  readonly redirectUrl?: string | null;
  readonly paymentInstructions: Record<string, unknown> | null;
}

const minuteMs = 60_000;

describeOnBoth('the profile of an organizer', (kind) => {
  const database = useDatabase(kind);
  let site: PublicSite;
  let shop: Shop;
  let buyer: Buyer;

  beforeAll(async () => {
    site = await PublicSite.start(database.db, { paymentProviders: await providersOf('manual') });
  });
  beforeEach(async () => {
    shop = await site.shop();
    buyer = site.buyer();
  });
  afterAll(async () => {
    await site.close();
  });

  const setProfile = (changes: Partial<Record<OrganizerSetting, string>>) =>
    setOrganizerProfile(database.db, organizerScope(shop.organizerApi.organizer.id, site.clock, byOperator), changes);
  const ownOrder = async ({ orderNumber, reservationToken }: { orderNumber: string; reservationToken: string }) =>
    jsonOf<PaymentBody>(await buyer.get(`/orders/${orderNumber}`, reservationToken));
  const freeCart = () => ({ items: [{ ticketTypeId: shop.fun.id, quantity: 1 }] });

  test('provides the account of a manual payment; the order shows it with amount, reference and deadline until it is paid or cancelled', async () => {
    await setProfile({ bic: 'cobadeffxxx', paymentText: 'Within a week, please.' });
    const payBody = { ...(await buyer.preparePayment(shop)), method: 'manual' };
    expect((await ownOrder(payBody)).paymentInstructions).toBeNull();
    site.clock.advance(5 * minuteMs);
    const response = jsonOf<PaymentBody>(await buyer.post('/pay', payBody));
    const dueAt = new Date(site.clock.now() + 72 * 60 * minuteMs).toISOString();
    expect(response).toMatchObject({ status: 'pending', expiresAt: dueAt });
    const { accountHolder, iban } = bankAccount;
    expect(response.paymentInstructions).toEqual({
      ...{ accountHolder, iban, bic: 'COBADEFFXXX', text: 'Within a week, please.' },
      ...{ reference: payBody.orderNumber, amount: 4231, currency: 'EUR', dueAt },
      epcQr: `BCD\n002\n1\nSCT\nCOBADEFFXXX\n${accountHolder}\n${iban}\nEUR42.31\n\n\n${payBody.orderNumber}`,
    });
    const { redirectUrl: _, ...paymentFields } = response;
    expect(await ownOrder(payBody)).toMatchObject(paymentFields);
    await setProfile({ iban: '', accountHolder: '', bic: '' });
    const { paymentInstructions } = await ownOrder(payBody);
    expect(paymentInstructions).toMatchObject({
      iban: null,
      epcQr: null,
      text: 'Within a week, please.',
      amount: 4231,
    });
    await buyer.post('/cancel', { orderNumber: payBody.orderNumber, reservationToken: payBody.reservationToken });
    expect((await ownOrder(payBody)).paymentInstructions).toBeNull();
  });

  test('is used with the name of the organizer if it has no account holder', async () => {
    await setProfile({ accountHolder: '' });
    const payBody = { ...(await buyer.preparePayment(shop)), method: 'manual' };
    const { paymentInstructions } = jsonOf<PaymentBody>(await buyer.post('/pay', payBody));
    expect(paymentInstructions).toMatchObject({ accountHolder: shop.organizerApi.organizer.name });
  });

  test('allows manual payments only for free orders if it has no account and no payment text', async () => {
    await setProfile({ iban: '' });
    const methodsOf = async (path: string, cart: object) =>
      jsonOf<{ paymentMethods: string[] }>(await buyer.post(path, cart)).paymentMethods;
    const cart = { eventId: shop.event.id, items: reservation(shop).items };
    expect(await methodsOf('/quote', cart)).toEqual([]);
    expect(await methodsOf('/reserve', reservation(shop))).toEqual([]);
    expect(await methodsOf('/quote', { ...cart, ...freeCart() })).toEqual(['manual']);
    const payBody = { ...(await buyer.preparePayment(shop)), method: 'manual' };
    const before = await shop.organizerApi.storedRows();
    const rejectedResponse = await buyer.post('/pay', payBody);
    expectFieldProblem(rejectedResponse, 'method');
    expect(rejectedResponse.text).toContain('the organizer has not set up a way to pay');
    expect(await shop.organizerApi.storedRows()).toEqual(before);
    expect(site.app.log()).toContain('an order cannot be paid');
    await setProfile({ paymentText: 'In cash at our office.' });
    expect(await methodsOf('/quote', cart)).toEqual(['manual']);
    expect(jsonOf<PaymentBody>(await buyer.post('/pay', payBody)).paymentInstructions).toMatchObject({
      text: 'In cash at our office.',
      iban: null,
    });
    const freeOrder = { ...(await buyer.preparePayment(shop, freeCart())), method: 'manual' };
    expect(jsonOf<PaymentBody>(await buyer.post('/pay', freeOrder))).toMatchObject({
      status: 'paid',
      paymentInstructions: null,
    });
  });

  test('is checked at startup: organizers that sell, but have no way to be paid, are reported', async () => {
    const { slug } = shop.organizerApi.organizer;
    const { organizer: idle } = await OrganizerApi.create(database.db, site.app, site.clock);
    await setOrganizerProfile(database.db, organizerScope(idle.id, site.clock, byOperator), { iban: '' });
    const unpayable = () => unpayableOrganizers(database.db, [manualMethod]);
    expect(await unpayable()).not.toContain(slug);
    await setProfile({ iban: '' });
    expect(await unpayable()).toContain(slug);
    expect(await unpayable()).not.toContain(idle.slug);
    expect(await unpayableOrganizers(database.db, [manualMethod, stripeMethod])).toEqual([]);
  });

  test('needs the attention of an organizer that sells, but has no way to be paid', async () => {
    const { organizer } = shop.organizerApi;
    const client = await signIn({ url: site.app.url, db: database.db }, { organizer, role: 'manager' });
    const isUnpayable = async () => jsonOf<{ unpayable: boolean }>(await client.get('/attention')).unpayable;
    expect(await isUnpayable()).toBe(false);
    await setProfile({ iban: '' });
    expect(await isUnpayable()).toBe(true);
    await setProfile({ paymentText: 'In cash at our office.' });
    expect(await isUnpayable()).toBe(false);
  });

  test('is part of the checklist of a new organizer, with its first event, a test order and its first sale', async () => {
    const organizer = await makeOrganizer(database.db);
    const client = await signIn({ url: site.app.url, db: database.db }, { organizer, role: 'viewer' });
    const read = async () => jsonOf<Record<string, boolean>>(await client.get('/checklist'));
    const change = (changes: Partial<Record<OrganizerSetting, string>>) =>
      setOrganizerProfile(database.db, organizerScope(organizer.id, site.clock, byOperator), changes);
    const nothing = { payments: false, imprint: false, terms: false, privacy: false, event: false };
    expect(await read()).toEqual({ ...nothing, testOrder: false, hasSales: false });
    await change({ iban: bankAccount.iban, imprintUrl: 'https://club.example/imprint' });
    expect(await read()).toMatchObject({ payments: true, imprint: true, terms: false });
    await change({ iban: '', paymentText: 'In cash.', termsUrl: 'https://club.example/terms' });
    expect(await read()).toMatchObject({ payments: true, terms: true, privacy: false });

    const sandbox = await openSandbox(database.db, organizerScope(organizer.id, systemClock, byOperator));
    await importAll(database.db, { ...organizer, ...sandbox }, [
      ...raceLines(),
      orderLine('test', { status: 'cancelled' }),
    ]);
    expect(await read()).toMatchObject({ event: false, testOrder: true, hasSales: false });
    await importAll(database.db, organizer, [...raceLines(), orderLine('first')]);
    expect(await read()).toMatchObject({ event: true, hasSales: true });
    const inSandbox = jsonOf<object>(await client.of(sandbox).get('/checklist'));
    expect(inSandbox).toMatchObject({ payments: true, event: true, hasSales: false });
  });

  test('does not prevent programs from publishing an event that buyers cannot pay for, because members can sell by hand', async () => {
    await setProfile({ iban: '' });
    const { organizerApi } = shop;
    const { id } = await organizerApi.event({ status: 'draft' });
    await organizerApi.ticketType(id);
    expect((await organizerApi.patch(`/events/${id}`, { status: 'published' })).status).toBe(200);
  });

  test('is checked at startup only by the extended deployment, because the baseline deployment does not sell', async () => {
    await setProfile({ iban: '' });
    for (const deployment of ['extended', 'baseline'] as const) {
      const lines: string[] = [];
      const { logger } = createLogTo('warn', { write: (line) => lines.push(line) });
      const { parts } = await deployments[deployment].load({});
      for (const check of parts.startChecks) await check({ db: database.db, log: logger });
      expect(lines).toHaveLength(deployment === 'extended' ? 1 : 0);
    }
  });

  test('is part of a published event, without the account, the payment text and the reply e-mail address', async () => {
    const publicFields = {
      contactEmail: 'hello@club.example',
      contactPhone: '+49 341 5550142',
      websiteUrl: 'https://club.example',
      imprintUrl: 'https://club.example/imprint',
      termsUrl: 'https://club.example/terms',
      privacyUrl: 'https://club.example/privacy',
      logoUrl: 'https://club.example/logo.svg',
      accentColor: '#0B6E4F',
    };
    await setProfile({ ...publicFields, replyTo: 'answers@club.example', paymentText: 'A payment text' });
    const { organizer } = jsonOf<{ organizer: object }>(await buyer.get(`/events/${shop.event.id}`));
    const { name } = shop.organizerApi.organizer;
    expect(organizer).toEqual({ name, ...publicFields, accentColor: '#0b6e4f' });
  });

  test.each<[OrganizerSetting, string[]]>([
    ['contactEmail', ['x', 'a@b@c.example', 'a@x.com,b@y.com']],
    ['replyTo', ['Ada <a@example.com>', 'a@example.com\r\nBcc: b@example.com']],
    ['contactPhone', ['call me', '+49\n341', `+${'1'.repeat(50)}`]],
    ['websiteUrl', ['http://club.example', 'club.example', 'https:club.example', 'javascript:alert(1)']],
    // The WHATWG parser ignores line breaks and tabs in URLs.
    [
      'termsUrl',
      ['https://club.example/a\r\nBcc: b@example.com', 'https://club\n.example', 'https://club.example/\tb'],
    ],
    ['privacyUrl', ['https://club.example/a\u2028b', 'https://club.example/\u0000']],
    ['imprintUrl', ['https://user@club.example', 'https://user:secret@club.example']],
    ['logoUrl', ['data:image/svg+xml,x', `https://club.example/${'x'.repeat(2_000)}`]],
    ['accentColor', ['red', '#fff', '#0b6e4', 'rgb(0,0,0)', '#0b6e4f;}']],
    ['accountHolder', ['x'.repeat(71), 'two\nlines']],
    ['iban', ['DE88370400440532013000']],
    ['bic', ['COBA']],
    ['paymentText', ['x'.repeat(1_001), 'a\u0007b', 'a\u0000b']],
  ])('is rejected if %s is invalid: the error names the field, and nothing changes', async (setting, values) => {
    const before = await setProfile({});
    for (const value of values) {
      const error = await setProfile({ contactEmail: 'new@club.example', [setting]: value }).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(ApiError);
      expect((error as ApiError).fields.map(({ path }) => path)).toEqual([setting]);
    }
    expect(await setProfile({})).toEqual(before);
  });

  test('is audited with the names of the changed fields, without values', async () => {
    await setProfile({ contactEmail: 'someone@club.example', iban: '' });
    const rows = await database.db
      .selectFrom('audit_entries')
      .select('details')
      .where('organizer_id', '=', shop.organizerApi.organizer.id)
      .where('action', '=', 'organizer.update')
      .execute();
    const settings = [Object.keys(bankAccount), ['contactEmail', 'iban']];
    expect(rows.map(({ details }) => details).sort()).toEqual(
      settings.map((names) => JSON.stringify({ settings: names })).sort(),
    );
  });
});
