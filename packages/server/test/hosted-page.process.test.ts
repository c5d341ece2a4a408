import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buttonCode, priceListCode } from '#shared/embed-code';
import { previewTokenOf } from '../src/features/hosted-page/preview-token.ts';
import { testSecrets } from './harness/app.ts';
import { browserArgs, browserFile } from './harness/browser-file.ts';
import { defined } from './harness/defined.ts';
import { baseUrl } from './harness/responses.ts';
import {
  addToCart,
  enterCode,
  enterDetails,
  expectAccessible,
  moveFocusTo,
  openPage,
  openShop,
  type Shop,
  scanQrCode,
  waitForStep,
} from './hosted-page-shop.ts';

/** The limit for all files of the page, including reloads: a reload does not transfer a file again. */
const maxTransferredBytes = 50_000;
const email = 'ada@example.com';
/** The timeout of the complete checkout. axe checks each step twice, which takes minutes on a busy machine. */
const checkoutTimeoutMs = 240_000;

describe('the hosted checkout', { tags: 'chromium' }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: browserFile ?? '', args: browserArgs });
  });
  afterAll(() => browser?.close());

  test(
    'leads from the ticket choice to QR codes that can be scanned, even after reloads, and every step is accessible',
    async () => {
      await using shop = await openShop();
      const { page, errors, requestedUrls } = await openPage(browser, { viewport: { width: 1280, height: 800 } });
      const transferred = await countTransferred(page);
      await page.goto(shop.url);
      await waitForStep(page, 'Choose your tickets');
      await expectAccessible(page);
      await addToCart(page, 'Marathon', 2);
      await addToCart(page, 'Drinks');
      await page.getByText('No fees are added.').waitFor();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('link', { name: 'Enter your name.' }).waitFor();
      await expectAccessible(page);
      await page.getByLabel('E-mail').fill(email);
      await page.getByRole('alert').getByText('Please correct what is marked below.').waitFor();
      await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
      await page.getByRole('alert').waitFor({ state: 'detached' });
      await page.getByLabel('Marathon, ticket 2').fill('Grace Hopper');
      const code = await shop.waitForCode(email);
      await page.getByLabel('6-digit code').waitFor();
      await page.reload();
      expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
      await enterCode(page, code === '123456' ? '654321' : '123456');
      await page.locator('#code-error').waitFor();
      expect(await page.locator('#code-error').innerText()).toContain('The code is wrong');
      await expectAccessible(page);
      await enterCode(page, code);

      await waitForStep(page, 'Pay');
      expect(await page.getByRole('timer').innerText()).toMatch(/Reserved for you for (10:00|[89]:\d\d)/);
      await page.reload();
      await waitForStep(page, 'Pay');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Pay €187.00' }).dblclick();
      await waitForStep(page, 'Your tickets');
      await page.getByRole('img', { name: 'QR code of ticket 2 of 2' }).waitFor();
      await expectAccessible(page);
      const tickets = await shop.db.selectFrom('tickets').select(['qr_value', 'holder_name']).orderBy('id').execute();
      expect(tickets.map((ticket) => ticket.holder_name)).toEqual(['Ada Lovelace', 'Grace Hopper']);
      const qrCodes = page.locator('.qr');
      const scanned = [await scanQrCode(browser, qrCodes.nth(0)), await scanQrCode(browser, qrCodes.nth(1))];
      expect(scanned.toSorted()).toEqual(tickets.map((ticket) => ticket.qr_value).toSorted());
      await page.getByText('1 × Drinks (3 uses in all)').waitFor();
      expect(await page.locator('.ticket').nth(1).innerText()).toMatch(/Harbour City Marathon.*Holder.*Bib/s);
      expect(new URL(page.url()).search).toBe('');
      expect(transferred()).toBeLessThan(maxTransferredBytes);
      expect(requestedUrls.filter((url) => !url.startsWith(`${shop.app.url}/`) && !url.startsWith('data:'))).toEqual(
        [],
      );
      expect(errors).toEqual([]);
      expect(await countOrders(shop)).toBe(1);
    },
    checkoutTimeoutMs,
  );

  test('can be used with only the keyboard', async () => {
    await using shop = await openShop();
    const { page } = await openPage(browser);
    // The e-mail arrives, and the buyer continues, before the page has the response to its request for the code.
    const hasContinued = Promise.withResolvers<void>();
    await page.route('**/otp', async (route) => {
      const response = await route.fetch();
      await hasContinued.promise;
      await route.fulfill({ response });
    });
    await page.goto(shop.url);
    await waitForStep(page, 'Choose your tickets');
    await press(page, 'One more: Children’s run');
    await press(page, 'Continue');
    await waitForStep(page, 'Your details');
    await moveFocusTo(page, page.getByLabel('E-mail'));
    await page.keyboard.type(email);
    await moveFocusTo(page, page.getByLabel('Name', { exact: true }));
    await page.keyboard.type('Ada Lovelace');
    const code = await shop.waitForCode(email);
    await page.keyboard.press('Enter');
    hasContinued.resolve();
    await page.locator('#code:focus').waitFor();
    await page.keyboard.type(code);
    await waitForStep(page, 'Confirm your order');
    expect(await page.getByRole('radio').count()).toBe(0);
    await press(page, 'Confirm the order');
    await waitForStep(page, 'Your ticket');
    expect(await page.evaluate('document.activeElement.id')).toBe('step-heading');
  });

  test('shows the Markdown of descriptions, of which nothing can run, load or lead to another scheme', async () => {
    await using shop = await openShop();
    const hostile = [
      '# Programme\n\n**Free** [route](https://example.com/route), [bad](javascript:document.title=1)',
      '<script>document.title = 2</script><img src=x onerror="document.title=3"><iframe srcdoc="<script>parent.document.title=4</script>">',
      '![x" onerror="document.title=5](https://example.com/x.png)',
      '[data](data:text/html,<script>opener.document.title=6</script>) <a href="javascript:document.title=7">x</a>',
    ].join('\n\n');
    const { id } = await shop.event();
    await shop.organizerApi.patch(`/events/${id}`, { description: hostile });
    await shop.organizerApi.patch(`/events/${id}/ticket-types/${shop.race.id}`, { description: hostile });
    // Without the policy of the page, which would block scripts too.
    for (const options of [{}, { javaScriptEnabled: false }]) {
      const { page, requestedUrls } = await openPage(browser, { ...options, bypassCSP: true });
      await page.goto(shop.url);
      await waitForStep(page, 'Choose your tickets');
      if (options.javaScriptEnabled === undefined) {
        await page.getByRole('button', { name: 'One more: Marathon' }).waitFor();
        await page.locator('.about summary').click();
        await expectAccessible(page);
      }
      const content = page.locator('.description');
      expect(await content.count()).toBe(2);
      const elements = (await content.all()).map((part) =>
        part
          .locator('*')
          .evaluateAll((all) =>
            all.map((element) => [
              element.localName,
              ...[...element.attributes].map(({ name, value }) => `${name}=${value}`),
            ]),
          ),
      );
      for (const [index, list] of (await Promise.all(elements)).entries()) {
        expect(list.filter(([name]) => name !== 'p' && name !== 'strong')).toEqual([
          [index === 0 ? 'h2' : 'h4'],
          ['a', 'href=https://example.com/route', 'rel=noopener nofollow', 'target=_blank'],
        ]);
      }
      expect(await page.title()).toContain('Harbour City Marathon');
      expect(requestedUrls.filter((url) => !url.startsWith(shop.app.url) && !url.startsWith('data:'))).toEqual([]);
    }
  });

  test('shows which line has sold out and how many are left, and does not change the other lines', async () => {
    await using shop = await openShop();
    const { page } = await openPage(browser, { viewport: { width: 390, height: 844 } });
    await page.goto(shop.url);
    await addToCart(page, 'Marathon');
    await addToCart(page, 'Half marathon', 3);
    await enterDetails(page, email);
    const code = await shop.waitForCode(email);
    await shop.reserveAsOtherBuyer({ items: [{ ticketTypeId: shop.half.id, quantity: 2 }] });
    await enterCode(page, code);
    await waitForStep(page, 'Choose your tickets');
    await page.getByText('Only 1 left. You chose 3.').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('Only 1 of Half marathon is left.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Take 1' }).click();
    await shop.reserveAsOtherBuyer({ items: [{ ticketTypeId: shop.half.id, quantity: 1 }] });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').getByText('Half marathon is sold out.').waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('ada@example.com is confirmed').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await waitForStep(page, 'Pay');
    const items = await shop.db.selectFrom('order_items').select(['name', 'quantity']).orderBy('id').execute();
    expect(items.at(-1)).toEqual({ name: 'Marathon', quantity: 1 });
  });

  test('shows that a reservation has expired, and reserves the same again with one click', async () => {
    await using shop = await openShop();
    const { page } = await openPage(browser, { viewport: { width: 390, height: 844 } });
    shop.clock.shiftMs = -(9 * 60 + 56) * 1_000;
    await page.goto(shop.url);
    await addToCart(page, 'Marathon');
    await enterDetails(page, email);
    await enterCode(page, await shop.waitForCode(email));
    await waitForStep(page, 'Pay');
    expect(await page.getByRole('timer').innerText()).toMatch(/0:0\d$/);
    await page.getByRole('timer').getByText('0:00').waitFor();
    shop.clock.shiftMs = 0;
    await shop.expire();
    await waitForStep(page, 'Your reservation has expired');
    await expectAccessible(page);
    expect((await shop.event()).ticketTypes[0]).toMatchObject({ reserved: 0 });
    await page.reload();
    await page.getByRole('button', { name: 'Reserve the same again' }).click();
    await waitForStep(page, 'Pay');
    expect((await shop.event()).ticketTypes[0]).toMatchObject({ reserved: 1 });
  });

  test('shows after a cancelled payment that nothing was paid, and how long the tickets are reserved', async () => {
    await using shop = await openShop();
    const { page } = await openPage(browser);
    const number = await reserveAndVerify(shop, page);
    await page.goto(`${shop.url}?order=${number}&payment=cancelled`);
    await page.getByText('Nothing was paid.').waitFor();
    await waitForStep(page, 'Pay');
    expect(await page.getByRole('timer').innerText()).toMatch(/[89]:\d\d|10:00/);
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await waitForStep(page, 'Your ticket');
  });

  test('waits for a payment at the provider until it is confirmed', async () => {
    await using shop = await openShop();
    const { page } = await openPage(browser);
    const number = await reserveAndVerify(shop, page);
    await page.goto(`${shop.url}?order=${number}&payment=paid`);
    await waitForStep(page, 'Confirming your payment');
    await expectAccessible(page);
    const readState = `JSON.parse(sessionStorage.getItem(Object.keys(sessionStorage)[0]))`;
    const { reservation, proof } = await page.evaluate<SavedState>(readState);
    await shop.app.request('/api/public/v1/pay', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        orderNumber: number,
        reservationToken: reservation.reservationToken,
        buyerToken: proof.token,
        method: 'test',
      }),
    });
    await waitForStep(page, 'Your ticket');
  });

  test('previews a draft as buyers will see it, sells nothing, and requests nothing', async () => {
    await using shop = await openShop();
    const draft = await shop.organizerApi.event({ name: 'Night run' });
    await shop.organizerApi.ticketType(draft.id, { name: 'Under lanterns', price: 2_900 });
    const preview = { organizerId: shop.organizerApi.organizer.id, eventId: draft.id };
    const token = previewTokenOf(testSecrets, { ...preview, expiresAtSeconds: Math.ceil(Date.now() / 1_000) + 600 });
    const { page, errors, requestedUrls } = await openPage(browser);
    await page.goto(`${shop.app.url}/e/${draft.id}?preview=${token}`);
    await addToCart(page, 'Under lanterns', 2);
    await page.getByText('A preview does not calculate fees and taxes.').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('status').getByText('nothing can be bought').waitFor();
    await page.getByRole('note').getByText('This event is not published.').waitFor();
    await expectAccessible(page);
    expect(requestedUrls.filter((url) => url.includes('/api/'))).toEqual([]);
    expect(errors).toEqual([]);
    expect(await countOrders(shop)).toBe(0);
  });

  test('another website shows the prices and the button of the embed codes, and cannot show the page in a frame', async () => {
    await using shop = await openShop();
    const { id: eventId } = await shop.event();
    const texts = {
      freeText: "It's free",
      soldOutText: '</script>',
      fromText: "'from",
      startText: "'",
      endedText: '<!--',
    };
    const html = `<!doctype html><title>Running club</title>
      ${buttonCode({ pageUrl: shop.url, text: 'Tickets "& more"', accentColor: null })}
      ${priceListCode({ eventId, apiUrl: `${shop.app.url}/api/public/v1`, ...texts })}
      <iframe src="${shop.url}"></iframe>`;
    const website = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
    await once(website.listen(0, '127.0.0.1'), 'listening');
    try {
      // Requests to another origin with an additional header would need a preflight.
      const { page, errors } = await openPage(browser, { extraHTTPHeaders: {} });
      await page.goto(`http://127.0.0.1:${(website.address() as AddressInfo).port}/`);
      await page.getByText('Children’s run').waitFor();
      expect(await page.getByRole('listitem').allInnerTexts()).toEqual([
        'Marathon: €89.00',
        'Half marathon: €49.00',
        "Children’s run: It's free",
      ]);
      expect(page.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/');
      expect(errors).toEqual([expect.stringContaining("frame-ancestors 'none'")]);
      await page.getByRole('link', { name: 'Tickets "& more"' }).click();
      await waitForStep(page, 'Choose your tickets');
    } finally {
      website.close();
    }
  });

  test('opens the link of an order in another browser only after the e-mail address of the buyer is verified', async () => {
    await using shop = await openShop();
    const { page: pageOfBuyer } = await openPage(browser);
    const number = await reserveAndVerify(shop, pageOfBuyer);
    await pageOfBuyer.getByRole('button', { name: /^Pay/ }).click();
    await waitForStep(pageOfBuyer, 'Your ticket');
    const { page } = await openPage(browser, { viewport: { width: 390, height: 844 } });
    await page.goto(`${shop.url}?order=${number}`);
    await waitForStep(page, 'Open order');
    const verify = async (enteredEmail: string) => {
      await page.getByLabel('E-mail').fill(enteredEmail);
      await page.getByRole('button', { name: 'Open the order' }).click();
      await enterCode(page, await shop.waitForCode(enteredEmail));
    };
    await verify('mallory@example.com');
    await page.getByRole('alert').getByText(`There is no order ${number} for mallory@example.com.`).waitFor();
    await verify(email);
    await waitForStep(page, 'Your ticket');
  });

  test('is continued by the link in the mail with the code, on another device, also after the tickets were reserved', async () => {
    await using shop = await openShop();
    const { page: closedPage } = await openPage(browser);
    await closedPage.goto(shop.url);
    await addToCart(closedPage, 'Half marathon', 3);
    await enterDetails(closedPage, email);
    const code = await shop.waitForCode(email);
    await closedPage.close();
    const text = defined(shop.mails.at(-1), 'The mail with the code').text;
    const link = defined(/https?:\S+#\S+/.exec(text)?.[0], 'The link').replace(baseUrl, shop.app.url);

    const { page: secondPage, requestedUrls } = await openPage(browser, { viewport: { width: 390, height: 844 } });
    await secondPage.goto(link);
    await waitForStep(secondPage, 'Your details');
    expect(await secondPage.getByLabel('E-mail').inputValue()).toBe(email);
    expect(new URL(secondPage.url()).hash).toBe('');
    const requested = requestedUrls.map((url) => new URL(url));
    expect(requested.filter(({ pathname, search }) => /ada|tty_/.test(pathname + search))).toEqual([]);
    await secondPage.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    await enterCode(secondPage, code);
    await waitForStep(secondPage, 'Pay');
    const number = await secondPage.locator('#summary-heading').innerText();
    await secondPage.close();

    // All three tickets are reserved for this order, so another reservation would fail.
    const { page, errors } = await openPage(browser);
    await page.goto(link);
    await waitForStep(page, 'Your details');
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    await page.getByRole('button', { name: 'send a new code' }).click();
    await enterCode(page, await shop.waitForCode(email));
    await waitForStep(page, 'Pay');
    expect(await page.locator('#summary-heading').innerText()).toBe(number);
    await page.getByText('Reserved for you for').waitFor();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await waitForStep(page, 'Your tickets');
    expect(errors).toEqual([]);
  });

  test('finds the orders of an e-mail address after its code is entered, and shows nothing to others', async () => {
    await using shop = await openShop();
    for (const quantity of [1, 2]) {
      await shop.reserveAsOtherBuyer({ items: [{ ticketTypeId: shop.race.id, quantity }] });
    }
    const find = async (address: string) => {
      const { page } = await openPage(browser, { viewport: { width: 390, height: 844 } });
      await page.goto(shop.url);
      await page.getByRole('link', { name: 'Already ordered? Find your tickets' }).click();
      await waitForStep(page, 'Find your tickets');
      await page.getByLabel('E-mail').fill(address);
      await page.getByRole('button', { name: 'Find my tickets' }).click();
      await enterCode(page, await shop.waitForCode(address));
      return page;
    };
    const stranger = await find('eve@example.com');
    await stranger.getByRole('alert').getByText('There is no order for eve@example.com here.').waitFor();
    await stranger.close();
    const page = await find('other@example.com');
    await waitForStep(page, 'Your orders');
    await expectAccessible(page);
    const orders = page.locator('.own-orders li');
    await orders.filter({ hasText: '2 tickets · €178.00 · not paid yet' }).getByRole('link').click();
    // The reservation can be paid, because the e-mail address is proven in this tab.
    await waitForStep(page, 'Pay');
    await page.getByRole('button', { name: 'Pay €178.00' }).click();
    await waitForStep(page, 'Your tickets');
    await page.getByRole('link', { name: 'Already ordered? Find your tickets' }).click();
    await page.getByText('other@example.com is confirmed').waitFor();
    await page.getByRole('button', { name: 'Find my tickets' }).click();
    await waitForStep(page, 'Your orders');
    expect(await orders.count()).toBe(2);
  });

  test('creates one reservation if its response was lost, even if the button is pressed repeatedly', async () => {
    await using shop = await openShop();
    const { page } = await openPage(browser);
    await page.goto(shop.url);
    await addToCart(page, 'Marathon');
    let requestCount = 0;
    await page.route('**/reserve', async (route) => {
      requestCount += 1;
      const response = await route.fetch();
      await (requestCount === 1 ? route.abort() : route.fulfill({ response }));
    });
    await enterDetails(page, email);
    await enterCode(page, await shop.waitForCode(email));
    await page.getByText('The server could not be reached.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).dblclick();
    await waitForStep(page, 'Pay');
    expect(requestCount).toBe(2);
    expect(await countOrders(shop)).toBe(1);
  });
});

/** The state that the page stores for reloads. */
interface SavedState {
  readonly reservation: { readonly reservationToken: string };
  readonly proof: { readonly token: string };
}

/** Counts the transferred bytes of the page's files, compressed and with headers. */
async function countTransferred(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const files = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.includes('/e/checkout/assets/')) files.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (files.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

async function reserveAndVerify(shop: Shop, page: Page): Promise<string> {
  await page.goto(shop.url);
  await addToCart(page, 'Marathon');
  await enterDetails(page, email);
  await enterCode(page, await shop.waitForCode(email));
  await waitForStep(page, 'Pay');
  const [orderNumber] = /[0-9A-Z]{10}/.exec(await page.locator('#summary-heading').innerText()) ?? [];
  return defined(orderNumber, 'The order number in the heading');
}

async function press(page: Page, name: string): Promise<void> {
  await moveFocusTo(page, page.getByRole('button', { name }));
  await page.keyboard.press('Enter');
}

async function countOrders(shop: Shop): Promise<number> {
  return (await shop.db.selectFrom('orders').select('order_number').execute()).length;
}
