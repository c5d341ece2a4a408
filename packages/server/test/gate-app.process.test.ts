import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { type CreatedDevice, changeGate, revokeDevice } from '../src/features/gate/index.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { browserArgs, browserFile } from './harness/browser-file.ts';
import { cameraArgs, writeVideo } from './harness/camera-video.ts';
import { serverEnv } from './harness/checkout.ts';
import { useDatabase } from './harness/databases.ts';
import { elementAt } from './harness/defined.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { makeDevice, makeGate } from './harness/gates.ts';
import { type ServerProcess, startServer } from './harness/server-process.ts';
import { waitUntil } from './harness/wait.ts';
import { findAccessibilityProblems } from './hosted-page-shop.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-GB' };
/** Scans that are stored before the browser is killed. */
const queuedScans = 200;
const journeyTimeoutMs = 240_000;
const waiting = { timeoutMs: 60_000, intervalMs: 50 };

/** What the first tickets are for. All others are valid. */
const tickets = { void: 'qr-void', camera: 'qr-camera', otherEvent: 'qr-other-event', guest: 'qr-guest' };
/** No other ticket begins with it. */
const searchedTicket = 'qr-searched';
/** QR contents as this service makes them, so that an offline phone can show the names. */
const plainTickets = Array.from({ length: queuedScans + 10 }, (_, index) => `PQ${String(index).padStart(30, '0')}`);
/** Tickets whose holders have a shirt. No other test scans them. */
const [ticketWithShirt = '', otherWithShirt = ''] = plainTickets.slice(queuedScans + 4);
/** A runner with a shirt, pasta and drinks. */
const runner = {
  qrValue: `PR${'0'.repeat(30)}`,
  holderName: 'Łucja Brzęczyszczykiewicz',
  bib: 'F412',
  category: 'W35',
};
const holderOf = (plainTicket: string) => `Holder of qr-plain-${plainTickets.indexOf(plainTicket)}`;

describe('the gate app', { tags: 'chromium' }, () => {
  const database = useDatabase('sqlite');
  const folder = mkdtempSync(join(tmpdir(), 'organizer-gate-'));
  const video = join(folder, 'codes.y4m');
  let organizer: Organizer;
  let server: ServerProcess;
  let browser: Browser;

  beforeAll(async () => {
    organizer = await makeOrganizer(database.db);
    const ofHolders = (externalId: string, name: string) =>
      ({ type: 'addon', externalId, eventId: 'race', name, price: 0, assignedTo: 'holder', maxPerHolder: 2 }) as const;
    const addons = [ofHolders('shirt', 'Shirt L'), ofHolders('pasta', 'Pasta')];
    const lines = [...raceLines(), ...addons, ...raceLines({ prefix: 'other-' }), ...orderLines()];
    await importAll(database.db, organizer, lines);
    await database.db.updateTable('tickets').set({ status: 'void' }).where('qr_value', '=', tickets.void).execute();
    await makeGate(database.db, organizer, { name: 'North', direction: 'both' });
    server = await startServer(serverEnv(database));
    writeVideo(video, [tickets.camera, tickets.void, tickets.otherEvent, 'qr-nobody']);
    browser = await chromium.launch({ executablePath: browserFile ?? '', args: cameraArgs(video) });
  }, journeyTimeoutMs);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens the app in a new context, paired by the link of the QR code, and waits for the list of tickets. Without a camera, only typed codes are scanned. */
  async function openPhone(
    fields: Parameters<typeof makeDevice>[2] = {},
    hasCamera = false,
    prepare: (context: BrowserContext) => Promise<unknown> = async () => {},
    locale = phone.locale,
  ) {
    const device = await makeDevice(database.db, organizer, fields);
    const context = await browser.newContext({ ...phone, locale });
    await prepare(context);
    if (!hasCamera) await context.addInitScript('delete MediaDevices.prototype.getUserMedia;');
    // Pages that were loaded without TLS do not have it.
    await context.addInitScript('delete Crypto.prototype.randomUUID;');
    await context.addInitScript(collectWords);
    const page = await context.newPage();
    await pair(page, device);
    return { device, context, page };
  }

  async function pair(page: Page, { pairingCode }: CreatedDevice): Promise<void> {
    await page.goto(`${server.url}/gate#pair=${pairingCode}`);
    await page.getByText(/: \d+ tickets$/i).waitFor();
    // A page that is opened without a network needs it.
    await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
  }

  /** The scans that the server has of a device, oldest first. */
  function scansOf({ device }: CreatedDevice) {
    return database.db
      .selectFrom('gate_scans')
      .select(['offline', 'device_result', 'result', 'reason', 'conflict'])
      .where('device_id', '=', device.id)
      .orderBy('scanned_at')
      .execute();
  }

  /** The names of the gates that the server gives to a phone. */
  async function readGates(page: Page): Promise<string[]> {
    const authorization = `Bearer ${await page.evaluate(storedToken)}`;
    const response = await fetch(`${server.url}/api/gate/v1/device`, { headers: { authorization } });
    const { gates } = (await response.json()) as { gates: { name: string }[] };
    return gates.map(({ name }) => name);
  }

  test(
    'reads tickets with the camera, shows each kind of answer, and counts who is inside',
    async () => {
      const { device, context, page } = await openPhone({}, true);
      const expected = ['Already used', 'Come in', 'Unknown', 'Void', 'Wrong event'];
      const readWords = () => page.evaluate<string[]>('[...shownWords].sort()');
      await waitUntil(async () => (await readWords()).length === expected.length, waiting);
      expect(await readWords()).toEqual(expected);
      const reasons = (await scansOf(device)).map(({ result, reason }) => reason ?? result);
      expect(new Set(reasons)).toEqual(new Set(['admitted', 'already_used', 'unknown', 'void', 'wrong_event']));
      // The void ticket is not refunded, so it counts as sold.
      const sold = await database.db
        .selectFrom('tickets as t')
        .innerJoin('events as e', 'e.id', 't.event_id')
        .select('t.id')
        .where('e.external_id', '=', 'race')
        .execute();
      await page.reload(); // The phone then reads the figures.
      const inside = page.locator('.counter').filter({ hasText: `inside of ${sold.length}` });
      await inside.filter({ hasText: /^1\D/ }).waitFor({ state: 'attached' });
      await context.close();
    },
    journeyTimeoutMs,
  );

  test(
    'reads tickets with the detector of the browser, and turns on the light of the camera',
    async () => {
      const { device, context, page } = await openPhone({}, true, async (own) => {
        await own.exposeFunction('decodePicture', decodePicture);
        await own.addInitScript(detectorAndTorch);
      });
      await waitUntil(async () => (await scansOf(device)).length >= 2, waiting);
      expect(await page.evaluate('detectedFormats')).toEqual(['qr_code']);
      expect(
        await page.evaluate(`performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.wasm'))`),
      ).toBe(false);
      // Answers of the camera can cover the button.
      await page.getByRole('button', { name: 'Light on', includeHidden: true }).dispatchEvent('click');
      await page.getByRole('button', { name: 'Light off', includeHidden: true }).waitFor({ state: 'attached' });
      expect(await page.evaluate('torches')).toEqual([true]);
      await context.close();
    },
    journeyTimeoutMs,
  );

  test(
    'a phone that carries names finds the same tickets with and without a network, and lets in none that is void',
    async () => {
      const { context, page } = await openPhone({ carriesNames: true });
      await page.getByRole('button', { name: 'Search' }).click();
      const { order_number: orderNumber } = await database.db
        .selectFrom('tickets')
        .select('order_number')
        .where('qr_value', '=', searchedTicket)
        .executeTakeFirstOrThrow();
      const texts = [
        'qr holder',
        'PLÁIN 20',
        'buyer searched',
        orderNumber,
        `order-${tickets.void}@`,
        'vöid',
        '7',
        'nobody',
      ];
      const findAll = async () => {
        const found: string[][] = [];
        for (const text of texts) {
          await page.getByLabel('Name, bib, order or e-mail').fill(text);
          await page.keyboard.press('Enter');
          await page.locator('[role=status]:text("Loading"), [aria-disabled=true]').waitFor({ state: 'detached' });
          found.push(await page.locator('.found, p[role=status]:text("No ticket")').allInnerTexts());
        }
        return found;
      };
      const online = await findAll();
      expect(online.map(({ length }) => length)).toEqual([20, 17, 1, 1, 1, 1, 17, 1]);
      expect(online.at(-1)).toEqual(['No ticket was found.']);
      await context.setOffline(true);
      expect(await findAll()).toEqual(online);
      expect(online[5]?.join()).toContain('void');
      expect(online[5]?.join()).not.toContain('Let in');
      expect(online[2]?.join()).toContain('Shirt L');

      // Nothing of an earlier search stays beside an error.
      await page.getByLabel('Name, bib, order or e-mail').fill('vo');
      await page.keyboard.press('Enter');
      await page.locator('.found').waitFor();
      await page.getByLabel('Name, bib, order or e-mail').fill('v');
      await page.keyboard.press('Enter');
      await page.getByText('Type a number, or at least two letters.').waitFor();
      expect(await page.locator('.found').count()).toBe(0);
      await context.close();
    },
    journeyTimeoutMs,
  );

  test(
    'a phone that carries names finds a ticket without a network, and sends its scan later',
    async () => {
      const { device, context, page } = await openPhone({ carriesNames: true });
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByLabel('Name, bib, order or e-mail').fill(`holder of ${searchedTicket}`);
      await page.keyboard.press('Enter');
      await page.getByText(`Holder of ${searchedTicket}`).waitFor();
      await page.getByRole('button', { name: 'Let in' }).click();
      await page.getByRole('alertdialog').getByRole('heading', { name: 'Come in', exact: true }).waitFor();
      await context.setOffline(false);
      await page.getByText('not sent').waitFor({ state: 'detached' });
      const scans = await database.db
        .selectFrom('gate_scans as s')
        .innerJoin('tickets as t', (join) =>
          join.onRef('t.organizer_id', '=', 's.organizer_id').onRef('t.id', '=', 's.ticket_id'),
        )
        .select(['t.qr_value', 't.status', 's.offline', 's.result'])
        .where('s.device_id', '=', device.device.id)
        .execute();
      expect(scans).toEqual([{ qr_value: searchedTicket, status: 'used', offline: 1, result: 'admitted' }]);
      await context.close();
    },
    journeyTimeoutMs,
  );

  test(
    'decides itself when the network fails in the middle, also after a reload, and sends everything later',
    async () => {
      const { device, context, page } = await openPhone();
      await scanAndExpect(page, plainTickets[0]!, 'Come in');
      // The server has accepted the connection, and does not respond.
      server.child.kill('SIGSTOP');
      try {
        await scanAndExpect(page, plainTickets[1]!, 'Come in');
      } finally {
        server.child.kill('SIGCONT');
      }
      await page.getByText('Decided by this phone, without the network').waitFor();
      expect(await page.getByRole('alertdialog').innerText()).toContain(holderOf(plainTickets[1]!));
      await context.setOffline(true);
      await page.reload();
      await page.getByText('1 not sent').waitFor();
      await scanAndExpect(page, plainTickets[0]!, 'Already used');
      await scanAndExpect(page, plainTickets[1]!, 'Already used');
      await scanAndExpect(page, tickets.void, 'Void');
      await scanAndExpect(page, 'qr-nobody', 'Unknown');
      await scanAndExpect(page, tickets.otherEvent, 'Unknown');
      await scanAndExpect(page, plainTickets[2]!, 'Come in');
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('heading', { name: 'Entry undone' }).waitFor();
      expect(await page.getByRole('alertdialog').getAttribute('class')).toBe('answer neutral');
      await scanAndExpect(page, plainTickets[2]!, 'Come in');
      await context.setOffline(false);
      await page.getByText('not sent').waitFor({ state: 'detached' });
      const scans = await scansOf(device);
      const outcomes = scans.map(
        ({ reason, result, conflict }) => `${reason ?? result}${conflict ? ' (conflict)' : ''}`,
      );
      expect(outcomes.filter((outcome) => outcome !== 'undone')).toEqual([
        ...['admitted', 'admitted', 'already_used', 'already_used', 'void', 'unknown', 'unknown'],
        ...['admitted', 'admitted'],
      ]);
      expect(outcomes).toContain('undone');
      await context.close();
    },
    journeyTimeoutMs,
  );

  test(
    'two phones without a network let in the same ticket: both scans arrive, and one of them is a conflict',
    async () => {
      const phones = [await openPhone(), await openPhone()];
      for (const { context, page } of phones) {
        await context.setOffline(true);
        await scanAndExpect(page, plainTickets[3]!, 'Come in');
      }
      for (const { context, page } of phones) {
        await context.setOffline(false);
        await page.getByText('not sent').waitFor({ state: 'detached' });
      }
      const scans = (await Promise.all(phones.map(({ device }) => scansOf(device)))).flat();
      expect(scans.map(({ device_result, conflict }) => [device_result, conflict])).toEqual([
        ['admitted', 0],
        ['admitted', 1],
      ]);
      for (const { context } of phones) await context.close();
    },
    journeyTimeoutMs,
  );

  test(
    'a browser that is killed with unsent scans has stored them all, and no name',
    async () => {
      const profile = join(folder, 'profile');
      const device = await makeDevice(database.db, organizer);
      const first = await startBrowser(profile);
      const page = await first.context.newPage();
      await pair(page, device);
      await first.context.setOffline(true);
      for (const qrValue of plainTickets.slice(4, 4 + queuedScans)) await typeCode(page, qrValue);
      await page.getByText(`${queuedScans} not sent`).waitFor();
      expect(await page.getByRole('alertdialog').innerText()).toContain('Holder of qr-plain-');
      await first.kill();

      const stored = readFolder(profile);
      // The dump contains what the app has stored.
      expect(stored.includes(device.device.id)).toBe(true);
      expect(stored.includes(plainTickets[4]!)).toBe(true);
      expect(stored.includes('Holder of')).toBe(false);
      expect(stored.includes(Buffer.from('Holder of', 'utf16le'))).toBe(false);

      const second = await startBrowser(profile);
      const reopened = await second.context.newPage();
      await reopened.goto(`${server.url}/gate/`);
      await waitUntil(async () => (await scansOf(device)).length === queuedScans, waiting);
      expect(new Set((await scansOf(device)).map(({ result }) => result))).toEqual(new Set(['admitted']));
      await reopened.getByText('not sent').waitFor({ state: 'detached' });
      await second.kill();
    },
    journeyTimeoutMs,
  );

  test(
    'admits nobody at an archived gate, and does not hide the list behind a scan that the server rejects',
    async () => {
      const east = await makeGate(database.db, organizer, { name: 'East' });
      const archive = (isArchived: boolean) =>
        changeGate(database.db, organizerScope(organizer.id, systemClock, byOperator), east.id, { isArchived });
      const { context, page } = await openPhone();
      const ticket = elementAt(plainTickets.slice(-1), 0);
      const chooseGate = async (name: string) => {
        await page.getByRole('dialog').getByRole('button', { name }).click();
        await page.getByRole('button', { name: 'Close' }).click();
      };
      await page.getByRole('button', { name: 'Choose the gate' }).click();
      await chooseGate('East');
      await archive(true);
      await waitUntil(async () => !(await readGates(page)).includes('East'), waiting);
      await scanAndExpect(page, ticket, 'Gate removed');
      expect(await page.getByRole('alertdialog').innerText()).toContain('Choose another gate');
      expect(await page.getByText('not sent').count()).toBe(0);
      await page.getByRole('button', { name: 'Next' }).click();
      await chooseGate('North');
      await archive(false);
      await waitUntil(async () => (await readGates(page)).includes('East'), waiting);
      await page.reload();
      await page.getByRole('button', { name: 'Choose the gate' }).click();
      await chooseGate('East');

      await context.setOffline(true);
      await scanAndExpect(page, ticket, 'Come in');
      await scanAndExpect(page, ticket, 'Already used');
      const moveGate = async (event: string) => {
        const events = database.db.selectFrom('events').select('id').where('external_id', '=', event);
        const { id } = await events.executeTakeFirstOrThrow();
        await database.db.updateTable('gates').set({ event_id: id }).where('id', '=', east.id).execute();
      };
      await moveGate('other-race');
      await waitUntil(async () => !(await readGates(page)).includes('East'), waiting);
      await context.setOffline(false);
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('button', { name: 'More' }).click();
      await waitUntil(async () => (await page.getByText('not accepted by the server').count()) === 2, waiting);
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Entrance' }).click();
      await scanAndExpect(page, ticket, 'Come in');
      await context.close();
    },
    journeyTimeoutMs,
  );

  test(
    'reads codes as scanners type them, also without a network',
    async () => {
      const { device, context, page } = await openPhone({ roles: ['gate', 'bar'] });
      const [first, second] = [elementAt(plainTickets.slice(-2), 0), elementAt(plainTickets.slice(-3), 0)];
      await scanAndExpect(page, ` ${first.toLowerCase()} `, 'Come in');
      expect(await page.getByRole('alertdialog').innerText()).toContain(holderOf(first));
      // Some scanners end with Tab, and some with two line ends, of which the second must not press a button.
      const press = await connectScanner(page);
      for (const key of [...first, 'Tab']) await press(key);
      await waitUntil(async () => (await shownWord(page)) === 'Already used', waiting);
      for (const key of [...tickets.void, 'Enter']) await press(key);
      await waitUntil(async () => (await shownWord(page)) === 'Void', waiting);
      await press('Enter');
      expect(await page.getByRole('alertdialog').getByRole('heading').innerText()).toBe('Void');
      expect(await scansOf(device)).toHaveLength(3);
      await context.setOffline(true);
      await scanAndExpect(page, `${second.toLowerCase()} `, 'Come in');
      expect(await page.getByRole('alertdialog').innerText()).toContain(holderOf(second));
      await scanAndExpect(page, second, 'Already used');
      await context.close();
    },
    journeyTimeoutMs,
  );

  test(
    'stores scans again after the browser has closed the storage',
    async () => {
      const { context, page } = await openPhone();
      await context.setOffline(true);
      const browserSession = await context.newCDPSession(page);
      await browserSession.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'indexeddb' });
      await scanAndExpect(page, elementAt(plainTickets.slice(-4), 0), 'Come in');
      expect(await page.getByText('1 not sent').count()).toBe(1);
      await context.close();
    },
    journeyTimeoutMs,
  );

  test(
    'runs in one tab of a browser, and keeps the screen on while tickets are scanned',
    async () => {
      const { context, page } = await openPhone({}, false, async (own) => {
        await own.grantPermissions(['screen-wake-lock']);
        await own.addInitScript(wakeLocks);
      });
      const readLocks = () => page.evaluate<boolean[]>('locksOfScreen.map(({ released }) => released)');
      await waitUntil(async () => (await readLocks()).length > 0, waiting);
      expect(await readLocks()).toEqual([false]);
      await page.getByRole('button', { name: 'More' }).click();
      await waitUntil(async () => (await readLocks()).every(Boolean), waiting);

      const other = await context.newPage();
      await other.goto(`${server.url}/gate/`);
      await other.getByRole('heading', { name: 'Open in another tab' }).waitFor();
      await other.getByRole('button', { name: 'Continue here' }).click();
      await other.getByText(/List of .*: \d+ tickets/).waitFor();
      await page.getByRole('heading', { name: 'Open in another tab' }).waitFor();
      await other.close();
      await page.getByText(/List of .*: \d+ tickets/).waitFor();
      await context.close();
    },
    journeyTimeoutMs,
  );

  test(
    'starts in a browser that refuses locks, and beside another tab of which the browser does not know yet',
    async () => {
      const context = await browser.newContext(phone);
      await context.addInitScript(`LockManager.prototype.query = async () => ({ held: [], pending: [] });`);
      const open = async (script = '') => {
        const page = await context.newPage();
        await page.addInitScript(script);
        await page.goto(`${server.url}/gate/`);
        return page;
      };
      await (await open()).getByLabel('Pairing code').waitFor();
      const second = await open();
      await second.getByRole('heading', { name: 'Open in another tab' }).waitFor();
      expect(await second.getByRole('button', { name: 'Continue here' }).count()).toBe(1);
      const refusing = await open(
        `LockManager.prototype.request = async () => { throw new DOMException('Refused', 'SecurityError'); };`,
      );
      await refusing.getByLabel('Pairing code').waitFor();
      await context.close();
    },
    journeyTimeoutMs,
  );

  test(
    'keeps the files of another version while a page of it is open',
    async () => {
      const { context, page } = await openPhone();
      const cacheNames = () => page.evaluate<string[]>('caches.keys()');
      await page.evaluate(`Promise.all([caches.open('gate other'), caches.open('gate unused')]).then(() => {
        navigator.locks.request('gate other', { mode: 'shared' }, () => new Promise((resolve) => { globalThis.closeOther = resolve; }));
      })`);
      // A service worker with another URL is a new version.
      await page.evaluate(
        `navigator.serviceWorker.register('service-worker.js?newer', { scope: './' }).then(() => {})`,
      );
      await waitUntil(async () => !(await cacheNames()).includes('gate unused'), waiting);
      expect(await cacheNames()).toContain('gate other');
      await page.evaluate('closeOther()');
      await page.reload();
      await waitUntil(async () => (await cacheNames()).length === 1, waiting);
      await context.close();
    },
    journeyTimeoutMs,
  );

  test(
    'keeps the files of a newer version while they are being stored',
    async () => {
      const { context, page } = await openPhone();
      const cacheNames = () => page.evaluate<string[]>('caches.keys()');
      await context.route('**/service-worker.js?newer', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(/"version":"[^"]+"/, '"version":"newer"');
        await route.fulfill({ response, body });
      });
      const { promise: isStored, resolve: store } = Promise.withResolvers<void>();
      const requested = Promise.withResolvers<void>();
      await context.route('**/icon.svg', async (route) => {
        requested.resolve();
        await isStored;
        await route.continue();
      });
      await page.evaluate(
        `caches.open('gate unused').then(() => { navigator.serviceWorker.register('service-worker.js?newer', { scope: './' }); })`,
      );
      await requested.promise;
      await page.reload();
      await waitUntil(async () => !(await cacheNames()).includes('gate unused'), waiting);
      expect(await cacheNames()).toContain('gate newer');
      store();
      await context.close();
    },
    journeyTimeoutMs,
  );

  test(
    'hands out what was bought, and takes it back',
    async () => {
      const { context, page } = await openPhone({ roles: ['bar', 'gate'] }, false, (own) =>
        // Some browsers never say how full the battery is.
        own.addInitScript('Navigator.prototype.getBattery = () => new Promise(() => {});'),
      );
      await page.getByRole('button', { name: 'Bar' }).click();
      await typeCode(page, tickets.guest);
      await page.getByText('5 of 5 left').waitFor();
      await page.getByRole('button', { name: 'Hand out 1' }).click();
      await page.getByText('4 of 5 left').waitFor();
      const readUnits = () =>
        database.db.selectFrom('entitlements').select('units_consumed').where('units_consumed', '>', 0).execute();
      expect(await readUnits()).toEqual([{ units_consumed: 1 }]);
      const handedOut = page.getByText('Handed out: 1 × Drinks', { exact: true });
      await handedOut.waitFor();
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Hand out 1' }).click();
      await page.getByRole('alert').waitFor();
      expect(await handedOut.count()).toBe(0);
      await context.setOffline(false);
      // What was handed out before can still be taken back.
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('5 of 5 left').waitFor();
      expect(await readUnits()).toEqual([]);
      await context.close();
    },
    journeyTimeoutMs,
  );

  test(
    'shows a runner with the bib, the name, the category and the add-ons, with and without a network, and at the bar',
    async () => {
      const { context, page } = await openPhone({ roles: ['gate', 'bar'] });
      const shown = [runner.bib, runner.holderName, runner.category, '10 km', 'Shirt L', '2 × Pasta'];
      await context.setOffline(true);
      await scanAndExpect(page, runner.qrValue, 'Come in');
      expect(await page.locator('.ticket li').allInnerTexts()).toEqual(shown);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('heading', { name: 'Entry undone' }).waitFor();
      await context.setOffline(false);
      await page.getByText('Online', { exact: true }).waitFor();
      await scanAndExpect(page, runner.qrValue, 'Come in');
      expect(await page.getByRole('alertdialog').innerText()).not.toContain('without the network');
      expect(await page.locator('.ticket li').allInnerTexts()).toEqual(shown);

      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('button', { name: 'Bar' }).click();
      await typeCode(page, runner.qrValue);
      await page.getByRole('heading', { name: runner.holderName }).waitFor();
      expect(await page.locator('.guest').innerText()).toContain(runner.bib);
      expect(await page.locator('.entitlements strong').allInnerTexts()).toEqual(['Shirt L', 'Pasta', 'Drinks']);
      await context.close();
    },
    journeyTimeoutMs,
  );

  test.for([
    ['en-GB', ticketWithShirt],
    ['de-DE', otherWithShirt],
  ] as const)(
    'has no serious problem of accessibility on any screen in %s, in light and dark',
    { timeout: journeyTimeoutMs },
    async ([locale, ticket]) => {
      const { context, page } = await openPhone({ roles: ['gate', 'bar'] }, false, undefined, locale);
      const problems: string[] = [];
      const check = async (screen: string, ready: string) => {
        await page.locator(ready).first().waitFor();
        problems.push(...(await findAccessibilityProblems(page)).map((problem) => `${screen}: ${problem}`));
      };
      const answer = async (code: string, tone: string) => {
        await typeCode(page, code);
        await check(tone, `.answer.${tone}`);
        await page.locator('#next').click();
      };
      const sheet = async (button: Locator) => {
        await button.click();
        await check('sheet', '.sheet');
        await page.locator('.sheet-head button').click();
      };
      await check('entrance', '.counters');
      await context.setOffline(true);
      await answer(ticket, 'green');
      await answer(ticket, 'amber');
      await context.setOffline(false);
      await answer(tickets.void, 'red');
      await sheet(page.locator('.tools button').last());
      await sheet(page.locator('.gate-name'));
      const open = (index: number) => page.locator('.navigation button').nth(index).click();
      await open(1);
      await page.locator('#search').fill('holder');
      await page.keyboard.press('Enter');
      await check('search', '.found');
      await open(2);
      await typeCode(page, runner.qrValue);
      await check('bar', '.entitlements li');
      await page.locator('.entitlements button').last().click();
      await check('handed out', '.handed-out');
      await open(3);
      await check('more', '.facts');
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  test(
    'a revoked phone deletes its data and says so',
    async () => {
      const { device, context, page } = await openPhone();
      await scanAndExpect(page, tickets.void, 'Void');
      await revokeDevice(database.db, organizerScope(organizer.id, systemClock, byOperator), device.device.id);
      await page.getByRole('heading', { name: 'This phone was revoked' }).waitFor();
      expect(await page.evaluate(storedKeys)).toEqual({ settings: ['ended', 'skewMs'], parts: 0, queue: 0, marks: 0 });
      await page.reload();
      await page.getByRole('heading', { name: 'This phone was revoked' }).waitFor();
      await context.close();
    },
    journeyTimeoutMs,
  );
});

function orderLines() {
  const line = (
    qrValue: string,
    prefix = '',
    fields: Partial<Parameters<typeof orderLine>[1]> = {},
    name = qrValue,
  ) => {
    const attendees = [{ ticketTypeId: `${prefix}run-10`, holderName: `Holder of ${name}`, qrValue }];
    return orderLine(`order-${name}`, { attendees, ...fields }, prefix);
  };
  const ticketItem = { kind: 'ticket' as const, ticketTypeId: 'run-10', quantity: 1 };
  const addonItem = (addonId: string, fields: object = {}) => ({
    kind: 'addon' as const,
    addonId,
    quantity: 1,
    ...fields,
  });
  const shirt = addonItem('shirt', { attendee: 0 });
  const ofRunner = [ticketItem, shirt, addonItem('pasta', { attendee: 0, quantity: 2 }), addonItem('beer')];
  return [
    line(tickets.void),
    line(tickets.camera),
    line(tickets.otherEvent, 'other-'),
    line(tickets.guest, '', { items: [ticketItem, addonItem('beer')] }),
    line(searchedTicket, '', { items: [ticketItem, shirt] }),
    ...plainTickets.map((qrValue, index) => {
      const hasShirt = qrValue === ticketWithShirt || qrValue === otherWithShirt;
      return line(qrValue, '', hasShirt ? { items: [ticketItem, shirt] } : {}, `qr-plain-${index}`);
    }),
    orderLine('order-runner', { items: ofRunner, attendees: [{ ticketTypeId: 'run-10', ...runner }] }),
  ];
}

/** Collects the locks that keep the screen on. */
const wakeLocks = `globalThis.locksOfScreen = [];
const { request } = WakeLock.prototype;
WakeLock.prototype.request = async function (type) {
  const lock = await request.call(this, type);
  locksOfScreen.push(lock);
  return lock;
};`;

/** Collects the words of all answers in `shownWords`, because the next code that the camera reads replaces an answer. */
const collectWords = `globalThis.shownWords = new Set();
new MutationObserver(() => {
  const word = document.getElementById('answer-word');
  if (word !== null) shownWords.add(word.textContent);
}).observe(document, { childList: true, characterData: true, subtree: true });`;

/**
 * A `BarcodeDetector`, which Chromium has only on some operating systems, and a camera with a light. The detector reads the pictures of
 * the video with a program in the test.
 */
const detectorAndTorch = `
globalThis.detectedFormats = [];
globalThis.BarcodeDetector = class {
  static getSupportedFormats() {
    return Promise.resolve(['qr_code', 'ean_13']);
  }
  constructor({ formats }) {
    detectedFormats.push(...formats);
  }
  async detect(video) {
    const { videoWidth: width, videoHeight: height } = video;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(video, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const pixels = data.filter((_, index) => index % 4 === 0).map((value) => (value > 127 ? 1 : 0)).join('');
    const text = await decodePicture(width, height, pixels);
    return text === null ? [] : [{ rawValue: text, format: 'qr_code' }];
  }
};
globalThis.torches = [];
const { getCapabilities } = MediaStreamTrack.prototype;
MediaStreamTrack.prototype.getCapabilities = function () {
  return { ...getCapabilities.call(this), torch: true };
};
MediaStreamTrack.prototype.applyConstraints = function (constraints) {
  const [{ torch }] = constraints.advanced;
  torches.push(torch);
  return Promise.resolve();
};`;

/** @param pixels a character for each pixel: 1 if it is white */
function decodePicture(width: number, height: number, pixels: string): string | null {
  const data = new Uint8ClampedArray(width * height * 4);
  for (const [index, pixel] of [...pixels].entries()) data.fill(pixel === '1' ? 255 : 0, index * 4, index * 4 + 4);
  try {
    return decodeQR({ width, height, data });
  } catch {
    return null;
  }
}

/** Types a code as a scanner does that is connected as a keyboard: without waiting for the page. */
async function typeCode(page: Page, code: string): Promise<void> {
  await page.evaluate(`for (const key of [...${JSON.stringify(code)}, 'Enter']) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  }`);
}

/**
 * Presses keys with the times that a scanner has: 10 ms between two keys, however long the page needs for each. The times of
 * `page.keyboard` are those of the test, which waits for the page after each key.
 */
async function connectScanner(page: Page): Promise<(key: string) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  let timestamp = Date.now() / 1000;
  const ends = { Enter: { windowsVirtualKeyCode: 13, text: '\r' }, Tab: { windowsVirtualKeyCode: 9 } };
  return async (key) => {
    timestamp += 0.01;
    const values = key === 'Enter' || key === 'Tab' ? ends[key] : { text: key };
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, timestamp, ...values });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp, ...values });
  };
}

/** The word of the answer that is shown. */
function shownWord(page: Page): Promise<string | null> {
  return page.evaluate(`document.getElementById('answer-word')?.textContent ?? null`);
}

async function scanAndExpect(page: Page, code: string, word: string): Promise<void> {
  const dialog = page.getByRole('alertdialog');
  if (await dialog.isVisible()) await page.getByRole('button', { name: 'Next' }).click();
  await typeCode(page, code);
  await dialog.getByRole('heading', { name: word, exact: true }).waitFor();
}

const storedToken = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('gate');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const request = opening.result.transaction('settings').objectStore('settings').get('token');
    request.onsuccess = () => resolve(request.result);
  };
})`;

/** What the app has stored: the names of its settings, and the number of values in each other store. */
const storedKeys = `(async () => {
  const resultOf = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const opened = await resultOf(indexedDB.open('gate'));
  const store = (name) => opened.transaction(name).objectStore(name);
  const settings = await resultOf(store('settings').getAllKeys());
  const [parts, queue, marks] = await Promise.all(['parts', 'queue', 'marks'].map((name) => resultOf(store(name).count())));
  return { settings, parts, queue, marks };
})()`;

/** Starts a browser that stores its data in a folder, and that can be killed. */
async function startBrowser(profile: string): Promise<{ context: BrowserContext; kill(): Promise<void> }> {
  const args = [...browserArgs, `--user-data-dir=${profile}`, '--remote-debugging-port=0', 'about:blank'];
  const child = spawn(browserFile ?? '', args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const connected = await chromium.connectOverCDP(await debuggingUrl(child));
  const [context] = connected.contexts();
  if (context === undefined) throw new Error('The browser has no context.');
  return {
    context,
    kill: async () => {
      const exited = once(child, 'exit');
      // All processes of the browser at the same moment.
      process.kill(-Number(child.pid), 'SIGKILL');
      await exited;
    },
  };
}

async function debuggingUrl(child: ChildProcess): Promise<string> {
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  const pattern = /ws:\/\/\S+/;
  await waitUntil(() => pattern.test(output), waiting);
  return pattern.exec(output)?.[0] ?? '';
}

/** The content of all files of a folder. */
function readFolder(path: string): Buffer {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return Buffer.concat(
    entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => readFileSync(join(parentPath, name))),
  );
}
