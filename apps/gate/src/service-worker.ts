/** Stores the page and all its files in the browser, so that the app starts without a network. */
import { browserDetector } from './barcode-support.ts';
import { cacheNameOf, cachePrefix } from './cache-name.ts';

/** The files of this version of the app. URLs are relative to that of this program. The build writes this constant. */
declare const appFiles: {
  readonly version: string;
  readonly page: string;
  readonly files: readonly string[];
  /** The files that only browsers without their own reader of QR codes need. */
  readonly optionalFiles: readonly string[];
};

/** The parts of the types of service workers that this program uses. They are not part of the types of pages. */
interface WaitingEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface RequestEvent extends WaitingEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Worker {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', listener: (event: WaitingEvent) => void): void;
  addEventListener(name: 'fetch', listener: (event: RequestEvent) => void): void;
}
const worker = globalThis as unknown as Worker;
const cacheName = cacheNameOf(appFiles.version);
const pageUrl = new URL(appFiles.page, location.href).href;

/** Runs with a lock for the files, so that the worker of an older version does not delete them. */
async function install(): Promise<void> {
  const hasDetector = (await browserDetector()) !== null;
  const cache = await caches.open(cacheName);
  await cache.addAll([...appFiles.files, ...(hasDetector ? [] : appFiles.optionalFiles)]);
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  await deleteUnusedCaches();
  await worker.clients.claim();
}

/** Deletes the files of the versions of which no page is open. An open page can still load files of its own version. */
async function deleteUnusedCaches(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const used = new Set([cacheName, ...held.map(({ name }) => name)]);
  const unused = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && !used.has(name));
  await Promise.all(unused.map((name) => caches.delete(name)));
}

async function respond(request: Request): Promise<Response> {
  const stored = request.mode === 'navigate' ? caches.match(pageUrl, { cacheName }) : caches.match(request);
  return (await stored) ?? fetch(request);
}

worker.addEventListener('install', (event) =>
  event.waitUntil(navigator.locks.request(cacheName, { mode: 'shared' }, install)),
);
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  // Requests to the endpoints are never stored: their responses have names.
  if (method === 'GET' && url.startsWith(pageUrl)) event.respondWith(respond(event.request));
  if (mode === 'navigate') event.waitUntil(deleteUnusedCaches());
});
