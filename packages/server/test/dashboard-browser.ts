import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { createSignInLink, ensureUser, type Role, setMember } from '../src/features/accounts/index.ts';
import { byOperator } from '../src/features/audit/index.ts';
import { createOrganizer, type Organizer } from '../src/features/organizers/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { browserArgs, browserFile } from './harness/browser-file.ts';
import { type DatabaseKind, type TestDatabase, useDatabase } from './harness/databases.ts';
import { last } from './harness/defined.ts';
import { receiverSettings } from './harness/event-receiver.ts';
import { eventually } from './harness/receiver.ts';
import { type ServerProcess, startServer } from './harness/server-process.ts';
import { moveFocusTo } from './hosted-page-shop.ts';

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Long, because the browser and the server share a busy machine. */
export const journeyTimeoutMs = 240_000;

/** What the tests of a suite share: a server, a browser, and the organizer `harbour-run`. */
export interface Dashboard {
  readonly database: TestDatabase;
  readonly browser: Browser;
  readonly server: ServerProcess;
  readonly organizer: Organizer;
  /** Stops the server, and starts it again at the same URL. */
  restart(whileStopped: () => Promise<void>): Promise<void>;
  /** Adds a user, as a member of the organizer or as the operator. Returns a one-time sign-in link. */
  addUser(email: string, role: Role | 'operator'): Promise<string>;
  /** The mails to an e-mail address, oldest first. */
  mailsTo(email: string): Promise<Email[]>;
  /** Waits for a mail to an e-mail address whose text matches. Returns the match in the newest one. */
  findInMail(email: string, pattern: RegExp): Promise<string>;
  /** The URL of a page of an organizer, by default of `harbour-run`. */
  pageUrl(page: string, slug?: string): string;
}

interface DashboardOptions {
  readonly organizerName?: string;
  /** `PAYMENTS` of the server, by default `test`. */
  readonly payments?: string;
  /** Writes to the database before the server starts. */
  readonly fill?: (db: Db, organizer: Organizer) => Promise<void>;
}

/** Adds a user, as a member of the organizer or as the operator. Returns the path of a one-time sign-in link. */
export function addUser(db: Db, organizer: Organizer, email: string, role: Role | 'operator'): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const isOperator = role === 'operator';
    const details = { email, name: email.split('@')[0] ?? email, isOperator };
    const user = await ensureUser(tx, details, systemClock, byOperator);
    if (role !== 'operator')
      await setMember(tx, { organizerId: organizer.id, origin: byOperator }, { userId: user.id, role }, systemClock);
    return createSignInLink(tx, user, { baseUrl: '', minutes: 60, clock: systemClock }, byOperator);
  });
}

/** Starts a server and a browser for the suite that calls this. Hooks and tests can use the result. */
export function useDashboard(
  kind: DatabaseKind,
  { organizerName = 'Harbour Run', payments = 'test', fill = async () => {} }: DashboardOptions = {},
): Dashboard {
  const database = useDatabase(kind);
  let started: Pick<Dashboard, 'browser' | 'server' | 'organizer'> | undefined;
  const parts = () => {
    if (started === undefined) throw new Error('The dashboard of a suite exists only in its hooks and tests.');
    return started;
  };
  const start = (settings: Record<string, string> = {}) =>
    startServer({ ...database.env, ...receiverSettings, PAYMENTS: payments, TRUST_PROXY: '127.0.0.1', ...settings });
  beforeAll(async () => {
    const browser = await chromium.launch({ executablePath: browserFile ?? '', args: browserArgs });
    const settings = { name: organizerName, slug: 'harbour-run', currency: 'EUR', timezone: 'Europe/Berlin' };
    const organizer = await createOrganizer(database.db, systemClock, settings, byOperator);
    await fill(database.db, organizer);
    started = { browser, server: await start(), organizer };
  }, journeyTimeoutMs);
  afterAll(async () => {
    await started?.browser.close();
    await started?.server.stop();
  });
  const mailsTo = async (email: string) => {
    const folder = join(database.dataDir, 'outbox');
    const files = readdirSync(folder).toSorted();
    const mails = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))));
    return mails.filter(({ to }) => to?.some(({ address }) => address === email));
  };
  return {
    database,
    get browser() {
      return parts().browser;
    },
    get server() {
      return parts().server;
    },
    get organizer() {
      return parts().organizer;
    },
    restart: async (whileStopped) => {
      const { server } = parts();
      await server.stop();
      await whileStopped();
      started = { ...parts(), server: await start({ PORT: new URL(server.url).port }) };
    },
    addUser: async (email, role) => {
      const { organizer, server } = parts();
      return server.url + (await addUser(database.db, organizer, email, role));
    },
    mailsTo,
    findInMail: (email, pattern) =>
      eventually(async () => {
        const matches = (await mailsTo(email)).flatMap(({ text }) => pattern.exec(text ?? '')?.slice(0, 1) ?? []);
        return last(matches);
      }),
    pageUrl: (page, slug = 'harbour-run') => `${parts().server.url}/dashboard/organizers/${slug}/${page}`,
  };
}

/** Signs in with a mailed or printed link. */
export async function signInWith(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click();
}

/** Signs in with a link as the page of the link does, and opens a page, by default the first one. Loads the dashboard once instead of three times. */
export async function signInDirectly(page: Page, link: string, url = new URL('/dashboard/', link).href): Promise<void> {
  const { origin, hash } = new URL(link);
  const path = `${origin}/dashboard/api/account/sign-in/link/open`;
  const response = await page.request.post(path, { headers: { origin }, data: { token: hash.slice(1) } });
  expect(await response.json()).toMatchObject({ state: 'signed_in' });
  await page.goto(url);
}

/** Adds a device with passkeys to the browser, which verifies its user without a prompt. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Waits until the page has this heading. */
export async function waitForHeading(page: Page, name: string | RegExp, level: 1 | 2 = 1): Promise<void> {
  await page.getByRole('heading', { name, level }).waitFor();
}

/** Waits until a control has the focus. */
export async function waitForFocus(page: Page, control: Locator): Promise<void> {
  await control.and(page.locator(':focus')).waitFor();
}

/** Starts a website with one page, which is stopped at the end of the test. Its host is another site than 127.0.0.1. */
export async function startWebsite(body: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Website</title>${body}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}

/** Moves the focus to a control with a key, by default Tab, and presses another key there. */
export async function pressOn(
  page: Page,
  control: Locator,
  { press = 'Enter', move = 'Tab' }: { press?: 'Enter' | 'Space'; move?: 'Tab' | 'ArrowDown' } = {},
): Promise<void> {
  await moveFocusTo(page, control, move);
  await page.keyboard.press(press);
}

/**
 * Sends a request to the API of the gate, as its app does.
 *
 * @param token the token of the device; empty for the pairing
 * @returns the body of the response
 */
export async function sendAsDevice<T>(url: string, path: string, token: string, body: object): Promise<T> {
  const response = await fetch(`${url}/api/gate/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
