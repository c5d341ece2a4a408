import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { browserArgs, browserFile } from '../packages/server/test/harness/browser-file.ts';
import { formatSpread, median, report } from './report.ts';
import type { Server } from './servers.ts';

const rounds = 5;
const slowDown = 4;
const timeoutMs = 60_000;
const pagePath = '/dashboard/organizers/bench/overview?days=365';
/** The figures of the overview. The charts are loaded after them. */
const usableSelector = 'main section[aria-label] p';

interface FirstLoadOptions {
  readonly server: Server;
  readonly cookie: string;
  /** The last day of the figures, as `YYYY-MM-DD`. It is the current day of the browser. */
  readonly lastDay: string;
}

interface FirstLoad {
  readonly usableMs: number;
  /** The compressed bytes of the scripts that were loaded until then. */
  readonly scriptBytes: number;
  /** The compressed bytes of all scripts, with those of the charts. */
  readonly allScriptBytes: number;
}

/**
 * Measures the first load of the overview in a browser without a cache, with a slowed down CPU. The bare server sends the recorded
 * responses from its memory, so its time is that of the browser alone.
 */
export async function benchFirstLoad(name: string, { server, cookie, lastDay }: FirstLoadOptions): Promise<void> {
  if (browserFile === undefined) {
    console.log('There is no Chromium on this machine, so the first load is not measured.');
    return;
  }
  const browser = await chromium.launch({ executablePath: browserFile, args: browserArgs });
  const url = `http://127.0.0.1:${server.port}`;
  const bare = await startBareServer(await record(browser, url, { cookie, lastDay }));
  const pairs: { measured: FirstLoad; reference: FirstLoad }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const measured = await loadPage(browser, url, { cookie, lastDay });
    const reference = await loadPage(browser, bare.url, { cookie, lastDay });
    pairs.push({ measured, reference });
  }
  bare.stop();
  await browser.close();
  const usableMs = (key: 'measured' | 'reference') => median(pairs.map((pair) => pair[key].usableMs));
  report({
    name: `${name} first load until usable`,
    measured: `${Math.round(usableMs('measured'))} ms`,
    reference: `${Math.round(usableMs('reference'))} ms`,
    ratio: formatSpread(pairs.map(({ measured, reference }) => measured.usableMs / reference.usableMs)),
    required: '≤ 1000 ms',
  });
  const { measured } = pairs[0]!;
  report({
    name: `${name} compressed scripts until usable`,
    measured: `${(measured.scriptBytes / 1_000).toFixed(1)} kB`,
    reference: `${(measured.allScriptBytes / 1_000).toFixed(1)} kB with the charts`,
    ratio: '',
    required: '≤ 250 kB',
  });
}

type PageOptions = Pick<FirstLoadOptions, 'cookie' | 'lastDay'>;

/** Loads the page in a new browser profile. */
async function loadPage(browser: Browser, url: string, options: PageOptions): Promise<FirstLoad> {
  const { page, scriptBytes } = await openPage(browser, url, options);
  const session = await page.context().newCDPSession(page);
  const { usable } = await listenForUsable(session);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  await page.goto(url + pagePath);
  const { usableMs, scripts } = await usable;
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.waitForLoadState('load');
  await page.locator('.recharts-surface').first().waitFor({ timeout: timeoutMs });
  const bytes = scriptBytes();
  await page.context().close();
  const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
  const untilUsable = [...bytes].filter(([script]) => scripts.includes(script)).map(([, size]) => size);
  return { usableMs, scriptBytes: sum(untilUsable), allScriptBytes: sum(bytes.values()) };
}

interface Usable {
  readonly usableMs: number;
  /** The URLs of the scripts that were loaded until then. */
  readonly scripts: readonly string[];
}

/**
 * Waits for the report of the page. The page calls a function of the browser, because a script that polls the page would delay it.
 *
 * @returns the report; the outer promise is resolved when the page can call the function
 */
async function listenForUsable(session: CDPSession): Promise<{ readonly usable: Promise<Usable> }> {
  const { promise: usable, resolve, reject } = Promise.withResolvers<Usable>();
  const timer = setTimeout(() => reject(new Error('The overview was not usable in time.')), timeoutMs);
  session.once('Runtime.bindingCalled', ({ payload }) => {
    clearTimeout(timer);
    resolve(JSON.parse(payload) as Usable);
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'reportUsable' });
  return { usable };
}

async function openPage(browser: Browser, url: string, { cookie, lastDay }: PageOptions) {
  const context = await browser.newContext({ locale: 'en-GB' });
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const index = pair.indexOf('=');
      return { name: pair.slice(0, index), value: pair.slice(index + 1), url };
    }),
  );
  const page = await context.newPage();
  const nowMs = Date.parse(`${lastDay}T12:00:00Z`);
  await page.addInitScript({ content: observerSource({ nowMs, selector: usableSelector }) });
  return { page, scriptBytes: await countScriptBytes(page) };
}

/** A script for the page: sets its clock, and records when the selector matches for the first time and a frame was drawn. */
const observerSource = ({ nowMs, selector }: { nowMs: number; selector: string }) => `
  const RealDate = Date;
  const offsetMs = ${nowMs} - RealDate.now();
  globalThis.Date = class extends RealDate {
    constructor(...values) {
      if (values.length === 0) super(RealDate.now() + offsetMs);
      else super(...values);
    }
    static now() {
      return RealDate.now() + offsetMs;
    }
  };
  const observer = new MutationObserver(() => {
    if (document.querySelector(${JSON.stringify(selector)}) === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => {
      const usableMs = performance.now();
      const urls = performance.getEntriesByType('resource').map(({ name }) => name);
      globalThis.reportUsable(JSON.stringify({ usableMs, scripts: urls.filter((url) => url.endsWith('.js')) }));
    }));
  });
  observer.observe(document, { childList: true, subtree: true });`;

/** Returns a function that returns the compressed bytes of each script that the page has loaded, by URL. */
async function countScriptBytes(page: Page): Promise<() => Map<string, number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const urls = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') urls.set(requestId, response.url);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    if (url !== undefined) bytes.set(url, encodedDataLength);
  });
  return () => bytes;
}

/** A response as it was sent. */
interface RecordedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The responses to all requests of the page, by path and query. */
async function record(browser: Browser, url: string, options: PageOptions): Promise<Map<string, RecordedResponse>> {
  const { page } = await openPage(browser, url, options);
  const requests: { path: string; accept: string }[] = [];
  page.on('request', (sent) => {
    const path = sent.url().slice(url.length);
    if (sent.url().startsWith(url) && !isStream(path))
      requests.push({ path, accept: sent.headers()['accept'] ?? '*/*' });
  });
  await page.goto(url + pagePath);
  await page.locator('.recharts-surface').first().waitFor({ timeout: timeoutMs });
  await page.context().close();
  const responses = new Map<string, RecordedResponse>();
  for (const { path, accept } of requests) responses.set(path, await fetchRaw(url + path, accept, options.cookie));
  return responses;
}

function isStream(path: string): boolean {
  return path.endsWith('/live');
}

/** Requests a URL as a browser does, and returns the body without decoding it. */
async function fetchRaw(url: string, accept: string, cookie: string): Promise<RecordedResponse> {
  const sent = request(url, { headers: { accept, cookie, 'accept-encoding': 'gzip, deflate, br, zstd' } }).end();
  const [response] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

/** Starts a server that sends recorded responses. The stream of changes stays open without events. */
async function startBareServer(
  responses: ReadonlyMap<string, RecordedResponse>,
): Promise<{ url: string; stop(): void }> {
  const server = createServer(({ url = '' }, response) => {
    if (isStream(url)) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: ready\ndata: {}\n\n');
      return;
    }
    const recorded = responses.get(url);
    if (recorded === undefined) response.writeHead(404).end();
    else response.writeHead(recorded.status, recorded.headers).end(recorded.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
