import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { expect, onTestFinished } from 'vitest';
import { accountMailRenderers } from '../src/features/accounts/index.ts';
import { mailRenderers } from '../src/features/checkout/index.ts';
import { keyMailRenderers } from '../src/features/keys/index.ts';
import { startMailWorker } from '../src/features/mail/worker.ts';
import { expireOrders } from '../src/features/orders/index.ts';
import { paymentMailRenderers } from '../src/features/received-money/index.ts';
import { webhookMailRenderers } from '../src/features/webhooks/index.ts';
import type { Clock, ServiceClock } from '../src/platform/clock.ts';
import { deriveSecrets } from '../src/platform/crypto.ts';
import { createLogTo } from '../src/platform/log.ts';
import type { MailMessage } from '../src/platform/mail/transport.ts';
import { startApp } from './harness/app.ts';
import { type EventView, OrganizerApi } from './harness/catalog.ts';
import { createDatabase } from './harness/databases.ts';
import { defined } from './harness/defined.ts';
import { baseUrl } from './harness/responses.ts';

const codeLine = /^ *(\d{6})$/m;

/** The system clock with an adjustable offset. */
class ShiftedClock implements ServiceClock {
  readonly moved: ReadonlyMap<string, Clock> = new Map();
  shiftMs = 0;
  now(): number {
    return Date.now() + this.shiftMs;
  }

  monotonicNow(): number {
    return performance.now();
  }

  of(): Clock {
    return this;
  }

  async refresh(): Promise<void> {}
}

/** Starts a server that sells tickets for a marathon, and collects the e-mails that it sends. */
export async function openShop(options: Partial<Parameters<typeof startApp>[0]> = {}) {
  const database = await createDatabase('sqlite');
  const clock = new ShiftedClock();
  const app = await startApp({ db: database.db, clock, rateLimits: { public: 100_000 }, ...options });
  const organizerApi = await OrganizerApi.create(database.db, app, clock);
  const mails: MailMessage[] = [];
  const secrets = deriveSecrets('a master key that only the tests use');
  const worker = startMailWorker({
    db: database.db,
    clock,
    secrets,
    log: createLogTo('error', { write: () => {} }).logger,
    renderers: {
      ...mailRenderers({ db: database.db, secrets, baseUrl }),
      ...accountMailRenderers({ baseUrl }),
      ...keyMailRenderers({ db: database.db, baseUrl }),
      ...webhookMailRenderers({ db: database.db, baseUrl }),
      ...paymentMailRenderers({ db: database.db, baseUrl }),
    },
    prepareMessage: async (_organizerId, message) => message,
    transport: {
      send: async (_id, mail) => {
        mails.push(mail);
      },
      close: () => {},
    },
  });
  const event = await organizerApi.event({
    name: 'Harbour City Marathon',
    slug: 'harbour-marathon',
    status: 'published',
  });
  const race = await organizerApi.ticketType(event.id, {
    name: 'Marathon',
    category: '42.195 km',
    price: 8900,
    quantity: 9,
  });
  const half = await organizerApi.ticketType(event.id, { name: 'Half marathon', price: 4900, quantity: 3 });
  await organizerApi.ticketType(event.id, { name: 'Children’s run', price: 0, maxPerOrder: 5 });
  await organizerApi.addon(event.id, { name: 'Drinks', price: 900, unitsPerPurchase: 3 });
  const returnedCodes = new Set<MailMessage>();
  return {
    app,
    clock,
    mails,
    db: database.db,
    organizerApi,
    race,
    half,
    url: `${app.url}/e/harbour-marathon`,
    event: () => organizerApi.get(event.id) as Promise<EventView>,
    expire: () => expireOrders(database.db, clock),
    /** The number of e-mails with a code. */
    countCodes: () => mails.filter((mail) => codeLine.test(mail.text)).length,
    /** Waits for the next code that is sent to this e-mail address. Returns each code once. */
    waitForCode: async (email: string) => {
      const findCode = () =>
        mails.find((mail) => mail.to === email && codeLine.test(mail.text) && !returnedCodes.has(mail));
      await expect.poll(findCode).toBeDefined();
      const mail = defined(findCode(), 'The e-mail with the code');
      returnedCodes.add(mail);
      return codeLine.exec(mail.text)?.[1] ?? '';
    },
    /** Sends a reservation of another buyer. */
    reserveAsOtherBuyer: (body: object) =>
      app.request('/api/public/v1/reserve', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ eventId: event.id, buyer: { email: 'other@example.com' }, ...body }),
      }),
    [Symbol.asyncDispose]: async () => {
      await worker.stop();
      await app.close();
      await database.drop();
    },
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;

let contextCount = 0;

/** A different IP address for each call, for a server that trusts 127.0.0.1 as a proxy: it limits the attempts of an address. */
function nextAddress(): string {
  contextCount += 1;
  return `198.51.${Math.floor(contextCount / 250)}.${(contextCount % 250) + 1}`;
}

/**
 * Opens a page in the browser, from its own IP address, until the test ends. `errors` lists its errors and warnings, `requestedUrls` the URLs of its
 * requests.
 */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const extraHTTPHeaders = { 'x-forwarded-for': nextAddress() };
  // Drawing each step of an animation takes processor time.
  const context = await browser.newContext({ locale: 'en-GB', extraHTTPHeaders, reducedMotion: 'reduce', ...options });
  onTestFinished(() => context.close());
  // Pages that were loaded without TLS do not have it.
  await context.addInitScript('delete Crypto.prototype.randomUUID;');
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const errors: string[] = [];
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // Chromium logs each response that is not 2xx.
    if (!message.text().startsWith('Failed to load resource')) errors.push(message.text());
  });
  return { page, errors, requestedUrls };
}

/** Waits until the page shows the step with this heading. */
export async function waitForStep(page: Page, heading: string | RegExp): Promise<void> {
  await page.getByRole('heading', { name: heading, level: 2 }).waitFor();
}

/** Increases the quantity of a ticket type or an add-on. */
export async function addToCart(page: Page, name: string, count = 1): Promise<void> {
  for (let i = 0; i < count; i += 1) await page.getByRole('button', { name: `One more: ${name}` }).click();
}

/** Continues from the first step and enters the details of the buyer. Then the page requests the code. */
export async function enterDetails(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
  await waitForStep(page, 'Your details');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Name', { exact: true }).first().fill('Ada Lovelace');
}

/** Enters the code. The page submits the code after the last digit. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('6-digit code').fill(code);
}

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const axeSource = readFileSync(axeFile, 'utf8');

interface AxeResults {
  readonly violations: readonly { id: string; impact: string | null; nodes: readonly { html: string }[] }[];
}

/** Of many equal rows, the first ones are checked. */
const repeatedParts = [['tbody > :nth-child(n + 9)'], ['.mantine-Group-root:nth-child(n + 9)']];

type ColorScheme = 'light' | 'dark';

/** Rules whose findings are never serious. */
const lesserRules = [
  ...['aria-allowed-role', 'aria-deprecated-role', 'empty-heading', 'empty-table-header', 'form-field-multiple-labels'],
  ...['heading-order', 'image-redundant-alt', 'landmark-banner-is-top-level', 'landmark-contentinfo-is-top-level'],
  ...['landmark-main-is-top-level', 'landmark-no-duplicate-banner', 'landmark-no-duplicate-contentinfo'],
  ...['landmark-no-duplicate-main', 'landmark-one-main', 'landmark-unique', 'page-has-heading-one'],
  ...['presentation-role-conflict', 'region', 'scope-attr-valid', 'skip-link', 'table-duplicate-name'],
];

/** The dark mode differs only in colors: there, the other rules would find the same again. */
const axeOptions = {
  light: { resultTypes: ['violations'], rules: Object.fromEntries(lesserRules.map((id) => [id, { enabled: false }])) },
  dark: { resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] },
};

/** Waits until the page shows its final colors: the scheme is applied, and transitions and animations that end have ended. */
async function waitForColorScheme(page: Page, colorScheme: ColorScheme): Promise<void> {
  await page.evaluate(`(async () => {
    const isEnding = ({ playState, effect }) =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime);
    const isApplied = () =>
      (document.documentElement.dataset.mantineColorScheme ?? '${colorScheme}') === '${colorScheme}';
    let ending;
    do {
      await new Promise(requestAnimationFrame);
      ending = document.getAnimations().filter(isEnding);
      for (const animation of ending) animation.finish();
    } while (!isApplied() || ending.length > 0);
  })()`);
}

/**
 * The serious accessibility problems that axe finds in the current page.
 *
 * @param options.colorSchemes by default light and dark mode
 * @param options.part a selector of the part of the page that is checked; by default, all of it
 * @param options.excluded selectors of the parts that are not checked
 */
export async function findAccessibilityProblems(
  page: Page,
  {
    colorSchemes = ['light', 'dark'],
    part = 'html',
    excluded = [],
  }: { colorSchemes?: readonly ColorScheme[]; part?: string; excluded?: readonly string[] } = {},
): Promise<string[]> {
  if (await page.evaluate('globalThis.axe === undefined')) await page.evaluate(axeSource);
  const problems: string[] = [];
  const exclude = [...repeatedParts, ...excluded.map((selector) => [selector])];
  const context = JSON.stringify({ include: [[part]], exclude });
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme });
    await waitForColorScheme(page, colorScheme);
    const options = JSON.stringify(axeOptions[colorScheme]);
    const { violations } = await page.evaluate<AxeResults>(`axe.run(${context}, ${options})`);
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    problems.push(
      ...serious.map(({ id, nodes }) => `${colorScheme}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    );
  }
  return problems;
}

/** Asserts that axe finds no serious accessibility problem in the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findAccessibilityProblems(page)).toEqual([]);
}

/** Decodes the QR code in a screenshot of an element. */
export async function scanQrCode(browser: Browser, element: Locator): Promise<string> {
  const picture = await element.screenshot();
  const page = await browser.newPage();
  const { width, height, data } = await page.evaluate<{ width: number; height: number; data: number[] }>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${picture.toString('base64')}';
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { width, height, data } = context.getImageData(0, 0, image.width, image.height);
    return { width, height, data: [...data] };
  })()`);
  await page.close();
  return decodeQR({ width, height, data: Uint8Array.from(data) });
}

/** The maximum number of presses that move to a control. */
export const keyPressesMax = 120;

/** Moves the focus to a control with a key, by default Tab. */
export async function moveFocusTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  // Searching for the control again after each press takes longer than the press.
  let element = defined(await control.elementHandle(), 'The control');
  for (let presses = 0; presses < keyPressesMax; presses += 1) {
    const [hasFocus, isConnected] = await element.evaluate((node) => [
      node === node.ownerDocument?.activeElement,
      node.isConnected,
    ]);
    if (hasFocus) return;
    if (isConnected) await page.keyboard.press(key);
    else element = defined(await control.elementHandle(), 'The control');
  }
  throw new Error(`The key ${key} does not reach ${control}.`);
}
