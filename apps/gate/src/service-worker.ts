/** Stores the page and all its files in the browser, so that the app starts without a network. */
import { browserDetector } from './barcode-support.ts';

/** The files of this version of the app. The server writes this constant before the program. */
declare const appFiles: {
  readonly version: string;
  /** The URL path of the page. */
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
const cachePrefix = 'gate ';
const cacheName = cachePrefix + appFiles.version;

async function install(): Promise<void> {
  const hasDetector = (await browserDetector()) !== null;
  const cache = await caches.open(cacheName);
  await cache.addAll([...appFiles.files, ...(hasDetector ? [] : appFiles.optionalFiles)]);
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
  await Promise.all(names.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function respond(request: Request): Promise<Response> {
  const isPage = request.mode === 'navigate';
  const stored = await caches.match(isPage ? appFiles.page : request, { cacheName });
  return stored ?? fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const isOfApp = origin === location.origin && pathname.startsWith(appFiles.page);
  // Requests to the endpoints are never stored: their responses have names.
  if (event.request.method === 'GET' && isOfApp) event.respondWith(respond(event.request));
});
