import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { type OrganizerSetting, setOrganizerProfile } from '../src/features/organizers/index.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { browserArgs, browserFile } from './harness/browser-file.ts';
import { defined, first } from './harness/defined.ts';
import { providersOf } from './harness/payment-providers.ts';
import {
  addToCart,
  enterCode,
  enterDetails,
  expectAccessible,
  openPage,
  openShop,
  type Shop,
  scanQrCode,
  waitForStep,
} from './hosted-page-shop.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const email = 'ada@example.com';

describe('the steps of the hosted checkout', { tags: 'chromium' }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: browserFile ?? '', args: browserArgs });
  });
  afterAll(() => browser?.close());

  test('show the total and the button Continue at the bottom of a phone screen, even with 40 ticket types', async () => {
    await using shop = await openShop();
    const event = await shop.organizerApi.event({ name: 'Forty', slug: 'forty', status: 'published' });
    for (let index = 0; index < 40; index += 1) {
      const category = ['Marathon', 'Half marathon', '10 km', 'Relay'][Math.floor(index / 10)];
      await shop.organizerApi.ticketType(event.id, { name: `Wave ${index}`, category, price: 2000, maxPerOrder: 6 });
    }
    await shop.organizerApi.addon(event.id, { name: 'Coffee', price: 900 });
    const { page } = await openPage(browser, phone);
    await page.goto(`${shop.app.url}/e/forty`);
    await waitForStep(page, 'Choose your tickets');
    expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(
      expect.arrayContaining(['Marathon', 'Half marathon', '10 km', 'Relay']),
    );
    const button = page.getByRole('button', { name: 'Continue' });
    for (const name of ['Wave 0', 'Wave 20']) {
      await page.getByLabel(`Quantity: ${name}`).scrollIntoViewIfNeeded();
      const box = defined(await button.boundingBox(), 'The box of the button');
      expect([name, box.y > 700 && box.y + box.height <= 844]).toEqual([name, true]);
      expect(await page.locator('.bar').innerText()).toContain('Total');
    }
    await page.getByLabel('Quantity: Wave 20').fill('99');
    await page.getByLabel('Quantity: Wave 20').blur();
    await page.locator('.offer').getByText('At most 6 per order. 99 was changed to 6.').waitFor();
    expect(await page.locator('#announcer').innerText()).toBe('At most 6 per order. 99 was changed to 6.');
    expect(await page.locator('.offer').getByText('At most 6').count()).toBe(1);
    await page.getByLabel('Quantity: Coffee').fill('99');
    await page.getByLabel('Quantity: Coffee').blur();
    await page.locator('.offer').getByText('At most 50 per order. 99 was changed to 50.').waitFor();
    await page.getByText('No fees are added.').waitFor();
    expect(await page.locator('.bar').innerText()).toContain('€570.00');
    await expectAccessible(page);

    // If the price of a changed choice cannot be requested, the price of the previous choice is not shown in its place.
    await page.context().setOffline(true);
    await addToCart(page, 'Wave 0');
    await button.click();
    await page.getByRole('alert').getByText('The server could not be reached.').waitFor();
    expect(await page.locator('.bar').innerText()).toContain('€590.00 before fees');
    expect(await page.locator('.receipt').count()).toBe(0);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Calculate the total again' }).click();
    await page.locator('.receipt').getByText('€590.00').waitFor();
  });

  test('stay in place while a button is pressed, so that the click arrives although it also leaves a corrected field', async () => {
    await using shop = await openShop();
    const { page } = await openPage(browser, phone);
    await page.goto(shop.url);
    const quantity = page.getByLabel('Quantity: Half marathon');
    const button = page.getByRole('button', { name: 'Continue' });
    await quantity.fill('4');
    await quantity.press('Enter');
    await page.getByRole('alert').getByText('Only 3 of Half marathon are left.').waitFor();
    await quantity.focus();
    await page.keyboard.type('1');
    const box = async () => defined(await button.boundingBox(), 'The box of the button');
    await page.evaluate(`document.querySelector('.bar').style.position = 'static'`);
    await button.scrollIntoViewIfNeeded();
    const before = await box();
    await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
    await page.mouse.down();
    await page.evaluate('new Promise(requestAnimationFrame)');
    expect(await quantity.inputValue()).toBe('1');
    expect(await box()).toEqual(before);
    await page.mouse.up();
    await waitForStep(page, 'Your details');
    await page.locator('.receipt').getByText('€49.00').first().waitFor();
  });

  test('have the button to continue directly below the form on a desktop', async () => {
    await using shop = await openShop();
    // On a lower screen, the button is at the bottom of the screen until the end of the form is visible.
    const { page } = await openPage(browser, { viewport: { width: 1280, height: 1_000 } });
    await page.goto(shop.url);
    await addToCart(page, 'Marathon');
    await enterDetails(page, email);
    await page.getByLabel('6-digit code').waitFor();
    const form = defined(await page.locator('.card.fields').boundingBox(), 'The box of the form');
    const button = defined(await page.getByRole('button', { name: 'Continue' }).boundingBox(), 'The box of the button');
    expect(button.x).toBeGreaterThan(form.x);
    expect(button.x + button.width).toBeLessThan(form.x + form.width);
    expect(button.y).toBeGreaterThan(form.y + form.height);
    expect(button.y).toBeLessThan(form.y + form.height + 48);
  });

  test('can be left with the browser’s Back button without losing input or a placed order', async () => {
    await using shop = await openShop();
    const { page, errors } = await openPage(browser, phone);
    await page.goto(shop.url);
    await addToCart(page, 'Marathon', 2);
    await enterDetails(page, email);
    await enterCode(page, await shop.waitForCode(email));
    await waitForStep(page, 'Pay');
    const number = await page.locator('#summary-heading').innerText();
    await page.goBack();
    await waitForStep(page, 'Your details');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada Lovelace');
    await page.getByText(`${email} is confirmed`).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await waitForStep(page, 'Pay');
    expect(await page.locator('#summary-heading').innerText()).toBe(number);
    await page.goBack();
    await page.goBack();
    await waitForStep(page, 'Choose your tickets');
    expect(await page.getByLabel('Quantity: Marathon', { exact: true }).inputValue()).toBe('2');
    await expect.poll(async () => first((await shop.event()).ticketTypes)['reserved']).toBe(0);
    await page.goForward();
    await waitForStep(page, 'Your details');
    await page.getByRole('button', { name: 'Continue' }).click();
    await waitForStep(page, 'Pay');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await waitForStep(page, 'Your tickets');
    const tickets = await shop.db.selectFrom('tickets').select('qr_value').execute();
    const scanned = await scanQrCode(browser, page.locator('.qr img').first());
    expect(tickets.map((ticket) => ticket.qr_value)).toContain(scanned);
    await page.goBack();
    await waitForStep(page, 'Choose your tickets');
    await page.getByRole('button', { name: 'Show the order' }).click();
    await waitForStep(page, 'Your tickets');
    expect(errors).toEqual([]);
  });

  test('request one code when the e-mail address is entered, and accept a pasted code with a space', async () => {
    await using shop = await openShop();
    const { page } = await openPage(browser);
    await page.goto(shop.url);
    await addToCart(page, 'Marathon');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('E-mail').pressSequentially(email);
    const code = await shop.waitForCode(email);
    const field = page.getByLabel('6-digit code');
    expect([await field.getAttribute('autocomplete'), await field.getAttribute('inputmode')]).toEqual([
      'one-time-code',
      'numeric',
    ]);
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    await page.getByLabel('E-mail').focus();
    await page.getByLabel('Phone').focus();
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await waitForStep(page, 'Pay');
    expect(shop.countCodes()).toBe(1);
  });

  test('show how to pay the organizer, as text and as a QR code for banking apps, until the order is paid', async () => {
    await using shop = await openShop();
    await setProfile(shop, { bic: 'COBADEFFXXX', contactEmail: 'hello@club.example.com', paymentText: 'Or in cash.' });
    const { page, errors } = await openPage(browser);
    await page.goto(shop.url);
    await addToCart(page, 'Marathon');
    await enterDetails(page, email);
    await enterCode(page, await shop.waitForCode(email));
    await page.getByText('Pay the organizer directly').click();
    await page.getByRole('button', { name: 'Place the order' }).click();
    await waitForStep(page, 'Transfer €89.00 to get your tickets');
    expect(await page.locator('[aria-current=step]').innerText()).toBe('Pay');
    const { order_number: number } = await shop.db
      .selectFrom('orders')
      .select('order_number')
      .executeTakeFirstOrThrow();
    for (const text of [
      'DE89 3704 0044 0532 0130 00',
      'COBADEFFXXX',
      number,
      'Or in cash.',
      'hello@club.example.com',
    ]) {
      expect(await page.getByRole('main').innerText()).toContain(text);
    }
    expect(await page.getByRole('main').innerText()).toMatch(/Pay by\s+\w{3}, \d+ \w+ \d{4}, \d\d:\d\d CES?T/);
    await page.getByRole('img', { name: 'QR code for a transfer' }).waitFor();
    await expectAccessible(page);
    const scanned = await scanQrCode(browser, page.locator('.transfer .qr img'));
    expect(scanned.split('\n')).toEqual([
      'BCD',
      ...['002', '1', 'SCT', 'COBADEFFXXX', 'Harbour Running Club e.V.', 'DE89370400440532013000', 'EUR89.00'],
      ...['', '', number],
    ]);
    await page.reload();
    await waitForStep(page, 'Transfer €89.00 to get your tickets');
    const readToken = `JSON.parse(sessionStorage.getItem(Object.keys(sessionStorage)[0])).reservation.reservationToken`;
    const token = await page.evaluate<string>(readToken);
    const { page: pageOfMailLink } = await openPage(browser, phone);
    await pageOfMailLink.goto(`${shop.url}?order=${number}#${token}`);
    await waitForStep(pageOfMailLink, 'Transfer €89.00 to get your tickets');
    expect(pageOfMailLink.url()).not.toContain(token);
    expect(errors).toEqual([]);
  });

  test('continue a reservation that was made elsewhere: its e-mail address is a text, and is confirmed before the payment', async () => {
    await using shop = await openShop();
    const made = await shop.reserveAsOtherBuyer({ items: [{ ticketTypeId: shop.race.id, quantity: 1 }] });
    const { orderNumber, reservationToken } = (await made.json()) as Record<string, string>;
    const { page, errors } = await openPage(browser, phone);
    await page.goto(`${shop.url}?order=${orderNumber}#${reservationToken}`);
    await waitForStep(page, 'Your details');
    await page.getByText('other@example.com').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('#code:focus').waitFor();
    await enterCode(page, await shop.waitForCode('other@example.com'));
    await waitForStep(page, 'Pay');
    expect(errors).toEqual([]);
  });

  test('show immediately that payment is not possible, and how to contact the organizer', async () => {
    await using shop = await openShop({ paymentProviders: await providersOf('manual') });
    await shop.db
      .updateTable('organizers')
      .set({ account_holder: null, iban: null, contact_email: 'hello@club.example.com' })
      .execute();
    const { page } = await openPage(browser, phone);
    await page.goto(shop.url);
    await addToCart(page, 'Marathon');
    await page.getByText('cannot be paid for here').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('#unpayable:focus').waitFor();
    await page.getByRole('link', { name: 'hello@club.example.com' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'One less: Marathon' }).click();
    await addToCart(page, 'Children’s run');
    await page.getByRole('button', { name: 'Continue' }).click();
    await waitForStep(page, 'Your details');
  });

  test('are hidden if nothing is on sale; the event and its date are shown even without JavaScript', async () => {
    await using shop = await openShop();
    await setProfile(shop, { accentColor: '#ffe600', imprintUrl: 'https://club.example.com/imprint' });
    await shop.db.updateTable('organizers').set({ name: 'Harbour Running Club e. V.' }).execute();
    const fields = { status: 'published', endsAt: '2083-05-01T12:00:00Z', timezone: 'America/New_York' };
    const event = await shop.organizerApi.event({ ...fields, name: 'مهرجان', slug: 'closed', description: 'أمسية' });
    const startsAt = '2083-05-02T14:30:00Z';
    const stalls = { name: 'Stalls', price: 2900, salesStartAt: '2083-01-01T09:00:00Z', startsAt, quantity: 9 };
    await shop.organizerApi.ticketType(event.id, { ...stalls, showsQuantityLeft: true });
    const { page: plainPage } = await openPage(browser, { ...phone, javaScriptEnabled: false, locale: 'en-US' });
    const { page, errors } = await openPage(browser, { ...phone, locale: 'en-US' });
    for (const opened of [plainPage, page]) {
      await opened.goto(`${shop.app.url}/e/closed`);
      await opened.getByText('Tickets go on sale on Fri, 1 January 2083, 04:00').waitFor();
      expect(await opened.locator('.when').innerText()).toMatch(/^Sat, 1 May 2083, 02:00 – 08:00 /);
      await opened.getByText('€29.00').waitFor();
      await opened.getByText(/^Start Sun, 2 May 2083, 10:30 EDT · On sale from [^·]*$/).waitFor();
      await opened.getByRole('link', { name: 'Imprint' }).waitFor();
      expect(await opened.locator('footer p').last().innerText()).toBe('Tickets sold by Harbour Running Club e. V.');
      const leftEdgeOf = (selector: string) =>
        opened.evaluate<number>(`(() => {
          const range = document.createRange();
          range.selectNodeContents(document.querySelector('${selector}'));
          return Math.round(range.getBoundingClientRect().left);
        })()`);
      const leftEdge = await leftEdgeOf('footer p');
      for (const selector of ['.organizer bdi', 'h1', '.when bdi']) {
        expect([selector, await leftEdgeOf(selector)]).toEqual([selector, leftEdge]);
      }
      expect(await opened.getByText('Loading').count()).toBe(0);
    }
    expect(await plainPage.locator('.when').innerText()).toBe(await page.locator('.when').innerText());
    expect(await page.getByRole('navigation', { name: 'Progress' }).count()).toBe(0);
    await expectAccessible(page);
    const racePath = `/events/${(await shop.event()).id}/ticket-types/${shop.race.id}`;
    await shop.organizerApi.patch(racePath, { startsAt: '2083-05-01T08:30:00Z', showsQuantityLeft: true });
    await plainPage.goto(shop.url);
    await plainPage.locator('noscript .notice').waitFor();
    await page.goto(shop.url);
    for (const opened of [plainPage, page]) await opened.getByText(/^Start 10:30 · 9 places left$/).waitFor();
    await addToCart(page, 'Marathon');
    await expectAccessible(page);
    const buttonColor = await page.evaluate(`getComputedStyle(document.querySelector('button.main')).backgroundColor`);
    expect(buttonColor).toBe('rgb(255, 230, 0)');
    expect(errors).toEqual([]);
  });
});

/** Sets profile fields of the shop's organizer. */
async function setProfile(shop: Shop, profile: Partial<Record<OrganizerSetting, string>>): Promise<void> {
  await setOrganizerProfile(shop.db, organizerScope(shop.organizerApi.organizer.id, shop.clock, byOperator), profile);
}
