import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import { browserArgs, browserFile } from '../packages/server/test/harness/browser-file.ts';
import { type BrowserConnection, type PageSession, startBrowser } from './page-session.ts';
import { formatSpread, median, report } from './report.ts';
import type { Server } from './servers.ts';

const rounds = 5;
const slowDown = 4;
const timeoutMs = 60_000;
const pagePath = '/dashboard/organizers/bench/overview?days=365';
/** The figures of the overview. The charts are loaded after them. */
const usableSelector = 'main section[aria-label] p';
const chartSelector = '.recharts-surface';

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
  const url = `http://127.0.0.1:${server.port}`;
  const bare = await startBareServer(await record(url, { cookie, lastDay }));
  const browser = await startBrowser();
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
async function loadPage(browser: BrowserConnection, url: string, { cookie, lastDay }: PageOptions): Promise<FirstLoad> {
  const page = await browser.openPage();
  await page.send('Network.setCookies', { cookies: cookiesOf(cookie).map((pair) => ({ ...pair, url })) });
  await page.send('Page.enable');
  await page.send('Runtime.enable');
  await page.send('Runtime.addBinding', { name: 'reportScripts' });
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: clockSource(lastDay) + observerSource });
  await page.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  const usable = nextReport(page);
  await page.send('Page.navigate', { url: url + pagePath });
  const { atMs, scriptBytes } = await usable;
  const charts = nextReport(page);
  await page.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const { scriptBytes: allScriptBytes } = await charts;
  await page.close();
  return { usableMs: atMs, scriptBytes, allScriptBytes };
}

/** What the page has loaded. */
interface Report {
  /** The milliseconds since the navigation. */
  readonly atMs: number;
  /** The compressed bytes of the scripts that were loaded until then. */
  readonly scriptBytes: number;
}

/** The next report of the page. The page calls a function of the browser, because a script that polls the page would delay it. */
async function nextReport(page: PageSession): Promise<Report> {
  const timer = Promise.withResolvers<never>();
  const timeout = setTimeout(() => timer.reject(new Error('The overview was not loaded in time.')), timeoutMs);
  const reported = page.nextEvent<{ payload: string }>('Runtime.bindingCalled');
  const { payload } = await Promise.race([reported, timer.promise]);
  clearTimeout(timeout);
  return JSON.parse(payload) as Report;
}

/** The names and values of the cookies in a header. */
function cookiesOf(header: string): { name: string; value: string }[] {
  return header.split('; ').map((pair) => {
    const index = pair.indexOf('=');
    return { name: pair.slice(0, index), value: pair.slice(index + 1) };
  });
}

/** A script for the page that sets its clock. */
function clockSource(lastDay: string): string {
  return `
  const RealDate = Date;
  const offsetMs = ${Date.parse(`${lastDay}T12:00:00Z`)} - RealDate.now();
  globalThis.Date = class extends RealDate {
    constructor(...values) {
      if (values.length === 0) super(RealDate.now() + offsetMs);
      else super(...values);
    }
    static now() {
      return RealDate.now() + offsetMs;
    }
  };`;
}

/** A script for the page: reports when the figures were drawn, and when the charts were drawn. */
const observerSource = `
  const selectors = ${JSON.stringify([usableSelector, chartSelector])};
  const observer = new MutationObserver(() => {
    if (document.querySelector(selectors[0]) === null) return;
    selectors.shift();
    if (selectors.length === 0) observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => {
      const atMs = performance.now();
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
      const scriptBytes = scripts.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
      globalThis.reportScripts(JSON.stringify({ atMs, scriptBytes }));
    }));
  });
  observer.observe(document, { childList: true, subtree: true });`;

/** A response as it was sent. */
interface RecordedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The responses to all requests of the page, by path and query. */
async function record(url: string, { cookie, lastDay }: PageOptions): Promise<Map<string, RecordedResponse>> {
  const browser = await chromium.launch({ executablePath: browserFile!, args: browserArgs });
  const context = await browser.newContext({ locale: 'en-GB' });
  await context.addCookies(cookiesOf(cookie).map((pair) => ({ ...pair, url })));
  const page = await context.newPage();
  await page.addInitScript({ content: clockSource(lastDay) });
  const requests: { path: string; accept: string }[] = [];
  page.on('request', (sent) => {
    const path = sent.url().slice(url.length);
    if (sent.url().startsWith(url) && !isStream(path))
      requests.push({ path, accept: sent.headers()['accept'] ?? '*/*' });
  });
  await page.goto(url + pagePath);
  await page.locator(chartSelector).first().waitFor({ timeout: timeoutMs });
  await browser.close();
  const responses = new Map<string, RecordedResponse>();
  for (const { path, accept } of requests) responses.set(path, await fetchRaw(url + path, accept, cookie));
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
