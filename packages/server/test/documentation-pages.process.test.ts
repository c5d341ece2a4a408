import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/platform/database/open.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { browserArgs, browserFile } from './harness/browser-file.ts';
import { defined } from './harness/defined.ts';
import { eventually } from './harness/receiver.ts';

// These requests do not use the database, so none is created.
const openApp = (deployment: 'baseline' | 'extended') =>
  startApp({ db: openDatabase({ databaseUrl: null, dataDir: 'never-created' }), deployment });

describe('the documentation in a browser', { tags: 'chromium' }, () => {
  let app: TestApp;
  let browser: Browser;
  const requestedUrls: string[] = [];
  const errors: string[] = [];

  beforeAll(async () => {
    app = await openApp('extended');
    browser = await chromium.launch({ executablePath: browserFile ?? '', args: browserArgs });
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  async function openPage(options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
    const page = await browser.newPage(options);
    page.on('request', (request) => requestedUrls.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    return page;
  }

  test('the search finds a section, with the keyboard alone', async () => {
    const page = await openPage();
    await page.goto(`${app.url}/docs`);
    await page.keyboard.press('/');
    // Misspelled words are found too.
    await page.keyboard.type('choosng ref');
    await page.getByRole('option', { name: 'Choosing a ref' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Choosing a ref' }).waitFor();
    expect(page.url()).toBe(`${app.url}/docs/consuming#choosing-a-ref`);
    await page.close();
  });

  test('the search finds guides and operations, by word and by path, also on a phone', async () => {
    const page = await openPage({ viewport: { width: 360, height: 640 } });
    await page.goto(`${app.url}/docs#search`);
    const option = (name: RegExp) => page.getByRole('option', { name }).first();
    const search = async (text: string) => {
      await page.getByRole('combobox').fill(text);
      return option(/./);
    };
    await (await search('pagination')).filter({ hasText: 'Lists and pagination' }).waitFor();
    await search('check in');
    await option(/POST \/api\/v1\/check-ins/).waitFor();
    await search('refund');
    await option(/POST \/api\/v1\/orders\/\{orderNumber\}\/refunds/).waitFor();
    expect(await page.evaluate('document.querySelector("dialog.search").scrollWidth')).toBeLessThanOrEqual(360);
    await (await search('/api/v1/orders/{orderNumber}'))
      .filter({ hasText: 'GET /api/v1/orders/{orderNumber}' })
      .waitFor();
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { name: 'Read an order' });
    await heading.waitFor();
    expect(page.url()).toBe(`${app.url}/docs/reference#tag/orders/GET/api/v1/orders/{orderNumber}`);
    await eventually(async () => expect((await heading.boundingBox())?.y).toBeLessThan(640));
    // The page also moves when sections are rendered. Only the reader changes the operation in the URL.
    await page.evaluate('scrollBy(0, -3_000)');
    await eventually(async () => expect((await heading.boundingBox())?.y).toBeGreaterThan(640));
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(page.url()).toBe(`${app.url}/docs/reference#tag/orders/GET/api/v1/orders/{orderNumber}`);
    await page.keyboard.press('Home');
    await eventually(async () => expect(page.url()).not.toContain('GET/api/v1/orders/{orderNumber}'));
    // The reference links to the search.
    await page.getByRole('link', { name: 'Search all pages' }).click();
    await page.getByRole('dialog', { name: 'Search the documentation' }).waitFor();
    await page.close();
  });

  test('pages are accessible and fit on a phone, in light and dark mode', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      // The policy is bypassed only for the script of axe.
      const page = await openPage({ colorScheme, viewport: { width: 360, height: 640 }, bypassCSP: true });
      for (const path of ['/docs', '/docs/sandbox']) {
        await page.goto(app.url + path);
        await page.addScriptTag({ content: axe.source });
        const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
        expect([path, violations.map(({ id, nodes }) => [id, nodes[0]?.html])]).toEqual([path, []]);
      }
      for (const path of ['/docs', '/docs/sandbox', '/docs/errors', '/docs/selling', '/docs/extending']) {
        await page.goto(app.url + path);
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 360]);
      }
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('link', { name: 'First sync' }).click();
      await page.getByRole('heading', { name: 'First sync' }).waitFor();
      await page.close();
    }
  });

  test('the reference shows every operation, and uses the key of the user', async () => {
    const page = await openPage();
    await page.goto(`${app.url}/docs/reference`, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { name: 'Organizer Open API' }).waitFor();
    // The dashboard shows this page in a frame, and sends it the key of the user.
    await page.goto(`${app.url}/docs/frame`, { waitUntil: 'networkidle' });
    await page.evaluate('showReference({ key: "sk_of_the_user", isDark: true })');
    await page.getByRole('heading', { name: 'Organizer Open API' }).waitFor();
    await eventually(async () =>
      expect(await page.getByPlaceholder('Token').first().inputValue()).toBe('sk_of_the_user'),
    );
    await page.close();
  });

  test('no page has sent a request to another server, or logged an error', () => {
    expect(requestedUrls.length).toBeGreaterThan(10);
    expect(requestedUrls.filter((url) => !url.startsWith(`${app.url}/`) && !/^(data|blob):/.test(url))).toEqual([]);
    expect(errors).toEqual([]);
  });
});

describe.each([
  ['baseline', ['/docs/selling', '/docs/dashboard', '/docs/consuming']],
  ['extended', []],
] as const)('the documentation of the %s deployment', (deployment, missingPages) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openApp(deployment);
  });
  afterAll(() => app.close());

  test('has all pages to which its pages and its list for programs link', async () => {
    const found = new Set(['/docs']);
    for (const path of found) {
      const response = await app.request(path);
      expect([path, response.status]).toEqual([path, 200]);
      // The reference loads its large program, which another test does.
      const isPage = response.headers.get('content-type') === 'text/html; charset=utf-8' && path !== '/docs/reference';
      if (!isPage) continue;
      const html = await response.text();
      for (const [, link] of html.matchAll(/ (?:href|src|data-index)="(\/[^"#]*)/g)) found.add(defined(link, 'A link'));
    }
    expect(found.size).toBeGreaterThan(30);
    for (const path of missingPages) {
      expect(found).not.toContain(path);
      expect((await app.request(path)).status).toBe(404);
      const page = await app.request(path, { headers: { accept: 'text/html' } });
      expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('This page does not exist')]);
    }
    const list = await (await app.request('/llms.txt')).text();
    expect(list).toMatch(/^# .+\n\n> /);
    const urls = Array.from(list.matchAll(/\]\(https:\/\/tickets\.example\.com([^)]+)\)/g), ([, path]) => path);
    expect(urls.length).toBeGreaterThan(15);
    for (const path of urls) {
      const response = await app.request(String(path));
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-type')).toMatch(/^(text\/markdown|application\/json)/);
    }
  });

  test('is not sent again if it has not changed', async () => {
    const first = await app.request('/docs/webhooks');
    const etag = String(first.headers.get('etag'));
    const again = await app.request('/docs/webhooks', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});
