import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { byOperator } from '../packages/server/src/features/audit/index.ts';
import { addDevice, addGate } from '../packages/server/src/features/gate/index.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import { deriveSecrets } from '../packages/server/src/platform/crypto.ts';
import { type DatabaseLocation, openDatabase } from '../packages/server/src/platform/database/open.ts';
import { organizerScope } from '../packages/server/src/platform/scope.ts';
import { browserFile } from '../packages/server/test/harness/browser-file.ts';
import { cameraArgs, writeVideo } from '../packages/server/test/harness/camera-video.ts';
import { waitUntil } from '../packages/server/test/harness/wait.ts';
import { formatInteger, median, quantile, report } from './report.ts';
import { type Server, startProgram } from './servers.ts';

const masterKey = 'a master key that only the benchmark uses';
/** The CPU throttling rates while a phone loads the list, and while it scans: 4 means four times slower. */
const listThrottlingRate = 6;
const scanThrottlingRate = 4;
const listPhoneCount = 3;
const scanCount = 60;
const timeoutMs = 240_000;

interface Phone {
  readonly page: Page;
  /** The time from the request for the list of tickets until the phone can check tickets with it, in milliseconds. */
  readonly listMs: number;
  /**
   * The CPU time of all processes of the browser from that request until the page shows the number of tickets, in milliseconds.
   * It includes the busy waiting with which Chromium slows the CPU down.
   */
  readonly listCpuMs: number;
}

/**
 * Measures the gate app in a browser with a slow CPU: the time to load the list of all tickets, and, without a network, the time from
 * a camera frame until its result is shown.
 *
 * @param location a database in which the organizer has an event with about 100,000 tickets
 */
export async function benchGateApp(location: DatabaseLocation, organizerId: string, folder: string): Promise<void> {
  if (browserFile === undefined) {
    console.log('There is no Chromium on this machine, so the app is not measured.');
    return;
  }
  const { pairingCodes, qrValues } = await prepareScans(location, organizerId);
  const video = join(folder, 'gate-codes.y4m');
  writeVideo(video, qrValues);
  const server = await startProgram({ DATA_DIR: location.dataDir, MASTER_KEY: masterKey });
  const browser = await chromium.launch({ executablePath: browserFile, args: cameraArgs(video) });
  try {
    const phones: Phone[] = [];
    const [scannerCode, ...listCodes] = pairingCodes;
    for (const code of listCodes) {
      const phone = await loadList(browser, server, code, { hasCamera: false });
      await phone.page.context().close();
      phones.push(phone);
    }
    report({
      name: `loading the tickets, CPU slowed down ${listThrottlingRate}x`,
      measured: `${formatInteger(median(phones.map(({ listMs }) => listMs)))} ms`,
      reference: `${formatInteger(median(phones.map(({ listCpuMs }) => listCpuMs)))} ms CPU time`,
      ratio: '',
      required: '< 10 000 ms',
    });
    const { page } = await loadList(browser, server, scannerCode!, { hasCamera: true });
    await scanOffline(browser, page);
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Adds a gate and devices. Returns the pairing codes of the devices, and the contents of the QR codes of valid tickets. */
async function prepareScans(
  location: DatabaseLocation,
  organizerId: string,
): Promise<{ pairingCodes: string[]; qrValues: string[] }> {
  const db = openDatabase(location);
  await addGate(db, organizerScope(organizerId, systemClock, byOperator), { event: 'run', name: 'Entrance' });
  const secrets = deriveSecrets(masterKey);
  const pairingCodes: string[] = [];
  // One phone scans. Each of the others loads the list once.
  for (let index = 0; index <= listPhoneCount; index += 1) {
    const device = { event: 'run', name: `Phone ${index}`, roles: ['gate'] as const };
    pairingCodes.push(
      (await addDevice(db, organizerScope(organizerId, systemClock, byOperator), device, secrets)).pairingCode,
    );
  }
  const tickets = await db
    .selectFrom('tickets')
    .select('qr_value')
    .where('organizer_id', '=', organizerId)
    .where('status', '=', 'valid')
    .limit(scanCount)
    .execute();
  await db.destroy();
  return { pairingCodes, qrValues: tickets.map(({ qr_value }) => qr_value) };
}

/**
 * Pairs a phone, and waits until it has the list of tickets.
 *
 * @param hasCamera false while loading the list is measured: with a camera, the phone would read QR codes at the same time
 */
async function loadList(
  browser: Browser,
  server: Server,
  code: string,
  { hasCamera }: { readonly hasCamera: boolean },
): Promise<Phone> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
  if (!hasCamera) await context.addInitScript('delete MediaDevices.prototype.getUserMedia;');
  const page = await context.newPage();
  await throttle(page, listThrottlingRate);
  const listRequest = page.waitForRequest(/\/offline-bundle$/, { timeout: timeoutMs });
  await page.goto(`http://127.0.0.1:${server.port}/gate#pair=${code}`);
  await listRequest;
  const startCpuMs = await cpuTimeOf(browser);
  await page.getByText(/^List of .*: [\d,]+ tickets$/).waitFor({ timeout: timeoutMs });
  const [listMs] = await durationsOf(page, 'gate-list');
  return { page, listMs: listMs!, listCpuMs: (await cpuTimeOf(browser)) - startCpuMs };
}

/** Switches the network off, and reports how long the phone takes from the camera frame with a QR code until it shows the result. */
async function scanOffline(browser: Browser, page: Page): Promise<void> {
  await page.context().setOffline(true);
  // Until the app notices that it is offline, each scan asks the server first. These scans are not measured.
  await page.locator('.status.offline').waitFor({ timeout: timeoutMs });
  await page.evaluate('performance.clearMeasures()');
  await throttle(page, scanThrottlingRate);
  const startCpuMs = await cpuTimeOf(browser);
  const isDone = async () => (await durationsOf(page, 'gate-answer')).length >= scanCount;
  await waitUntil(isDone, { timeoutMs, intervalMs: 500 });
  const scanCpuMs = ((await cpuTimeOf(browser)) - startCpuMs) / scanCount;
  const times = await durationsOf(page, 'gate-answer');
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  report({
    name: `p95 of an offline scan, CPU slowed down ${scanThrottlingRate}x`,
    measured: `${p95.toFixed(0)} ms`,
    reference: `${p50.toFixed(0)} ms (p50), ${scanCpuMs.toFixed(0)} ms CPU time`,
    ratio: '',
    required: '< 150 ms',
  });
}

async function throttle(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

function durationsOf(page: Page, name: string): Promise<number[]> {
  return page.evaluate<number[]>(`performance.getEntriesByName('${name}').map(({ duration }) => duration)`);
}

/** The CPU time of all processes of the browser, in milliseconds. */
async function cpuTimeOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1_000, 0);
}
