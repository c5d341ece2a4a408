import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { byOperator } from '../packages/server/src/features/audit/index.ts';
import { addDevice, addGate } from '../packages/server/src/features/gate/index.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import { deriveSecrets } from '../packages/server/src/platform/crypto.ts';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import { browserFile } from '../packages/server/test/harness/browser-file.ts';
import { cameraArgs, writeVideo } from '../packages/server/test/harness/camera-video.ts';
import { waitUntil } from '../packages/server/test/harness/wait.ts';
import type { Place } from './copies.ts';
import { formatInteger, median, quantile, report } from './report.ts';
import { type Server, startProgram } from './servers.ts';

const masterKey = 'the master key of the benchmark, which has no data of anybody';
/** The slow-downs of the processor that are required: of a phone that reads the list, and of one that scans. */
const slowDownOfList = 6;
const slowDownOfScans = 4;
const listRounds = 3;
const scans = 60;
const timeoutMs = 240_000;

interface Phone {
  readonly page: Page;
  /** From the request of the list until the phone can decide with it, in milliseconds. */
  readonly listMs: number;
  /** Of all processes of the browser, in milliseconds. It has the slow-down in it. */
  readonly listCpuMs: number;
}

/**
 * Measures the app for entrances with a slow processor: how long it takes to read the list of all tickets, and, without a network, from
 * a picture of the camera until the answer was drawn.
 *
 * @param place has an event of the organizer with about 100,000 tickets
 */
export async function benchGateApp(place: Place, organizerId: string, folder: string): Promise<void> {
  if (browserFile === undefined) {
    console.log('There is no Chromium on this machine, so the app is not measured.');
    return;
  }
  const { codes, qrValues } = await addPhones(place, organizerId);
  const video = join(folder, 'gate-codes.y4m');
  writeVideo(video, qrValues);
  const server = await startProgram({ DATA_DIR: place.dataDir, MASTER_KEY: masterKey });
  const browser = await chromium.launch({ executablePath: browserFile, args: cameraArgs(video) });
  try {
    const phones: Phone[] = [];
    for (const code of codes.slice(1)) {
      const phone = await readList(browser, server, code, { hasCamera: false });
      await phone.page.context().close();
      phones.push(phone);
    }
    report({
      name: `list, ${slowDownOfList}x slower`,
      measured: `${formatInteger(median(phones.map(({ listMs }) => listMs)))} ms`,
      reference: `${formatInteger(median(phones.map(({ listCpuMs }) => listCpuMs)))} ms of the processor`,
      ratio: '',
      required: '< 10 000 ms',
    });
    const { page } = await readList(browser, server, codes[0]!, { hasCamera: true });
    await scanOffline(browser, page);
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Adds a gate and the devices, and returns their pairing codes and the codes of tickets that can be scanned. */
async function addPhones(place: Place, organizerId: string): Promise<{ codes: string[]; qrValues: string[] }> {
  const db = openDatabase(place);
  await addGate(db, organizerId, { event: 'run', name: 'Entrance' }, systemClock, byOperator);
  const services = { clock: systemClock, secrets: deriveSecrets(masterKey) };
  const codes: string[] = [];
  for (let round = 0; round <= listRounds; round += 1) {
    const device = { event: 'run', name: `Phone ${round}`, roles: ['gate'] as const };
    codes.push((await addDevice(db, organizerId, device, services, byOperator)).pairingCode);
  }
  const tickets = await db
    .selectFrom('tickets')
    .select('qr_value')
    .where('organizer_id', '=', organizerId)
    .where('status', '=', 'valid')
    .limit(scans)
    .execute();
  await db.destroy();
  return { codes, qrValues: tickets.map(({ qr_value }) => qr_value) };
}

/** Pairs a phone, and waits until it has the list of tickets. A camera would read codes at the same time. */
async function readList(
  browser: Browser,
  server: Server,
  code: string,
  { hasCamera }: { readonly hasCamera: boolean },
): Promise<Phone> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
  if (!hasCamera) await context.addInitScript('delete MediaDevices.prototype.getUserMedia;');
  const page = await context.newPage();
  await slowDown(page, slowDownOfList);
  const cpuMs = await cpuOf(browser);
  await page.goto(`http://127.0.0.1:${server.port}/gate#pair=${code}`);
  await page.getByText(/^List of .*: [\d,]+ tickets$/).waitFor({ timeout: timeoutMs });
  const [listMs] = await durationsOf(page, 'gate-list');
  return { page, listMs: listMs!, listCpuMs: (await cpuOf(browser)) - cpuMs };
}

/** Lets the camera show all tickets while there is no network. */
async function scanOffline(browser: Browser, page: Page): Promise<void> {
  await page.context().setOffline(true);
  // The scans until the app has noticed it ask the server first.
  await page.locator('.status.offline').waitFor({ timeout: timeoutMs });
  await page.evaluate('performance.clearMeasures()');
  await slowDown(page, slowDownOfScans);
  const cpuMs = await cpuOf(browser);
  const isDone = async () => (await durationsOf(page, 'gate-answer')).length >= scans;
  await waitUntil(isDone, { timeoutMs, intervalMs: 500 });
  const scanCpuMs = ((await cpuOf(browser)) - cpuMs) / scans;
  const times = await durationsOf(page, 'gate-answer');
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  report({
    name: `p95 of a scan without a network, ${slowDownOfScans}x slower`,
    measured: `${p95.toFixed(0)} ms`,
    reference: `${p50.toFixed(0)} ms (p50), ${scanCpuMs.toFixed(0)} ms of the processor`,
    ratio: '',
    required: '< 150 ms',
  });
}

async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

function durationsOf(page: Page, name: string): Promise<number[]> {
  return page.evaluate<number[]>(`performance.getEntriesByName('${name}').map(({ duration }) => duration)`);
}

/** The processor time of all processes of the browser in milliseconds. */
async function cpuOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1_000, 0);
}
