import axe from 'axe-core';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/platform/database/open.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { browserArgs, browserFile } from './harness/browser-file.ts';
import { useDatabase } from './harness/databases.ts';

describe.each(['baseline', 'extended'] as const)('the front page of the %s deployment', (deployment) => {
  const database = useDatabase('sqlite');
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ db: database.db, deployment });
  });
  afterAll(async () => {
    await app.close();
  });

  test('has working links, and loads no other file', async () => {
    const response = await app.request('/');
    const page = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page).toContain(`Organizer Open API (${deployment})`);
    expect(page).toContain('class="state ready"');
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'sha256-[^']+'; img-src data:$/,
    );
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const links = [...page.matchAll(/<a href="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links).toEqual(['/docs', '/docs/reference', '/openapi.json', '/readyz']);
    for (const link of links) expect((await app.request(link)).status).toBe(200);
  });

  test('is linked from the page that a browser gets for a path that does not exist; other clients get a problem document', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const path of ['/nope', '/e/harbour/', '/dashboards']) {
      const response = await app.request(path, { headers: { accept } });
      const page = await response.text();
      const type = response.headers.get('content-type');
      expect([path, response.status, type]).toEqual([path, 404, 'text/html; charset=utf-8']);
      expect(page).toContain('There is no page here');
      expect([...page.matchAll(/<a href="([^"]+)"/g)].map(([, link]) => link)).toEqual(['/']);
      const other = await app.request(path);
      expect([path, other.headers.get('content-type')]).toEqual([path, 'application/problem+json; charset=utf-8']);
    }
    const api = await app.request('/api/v1/nope', { headers: { accept } });
    expect([api.status, api.headers.get('content-type')]).toEqual([401, 'application/problem+json; charset=utf-8']);
  });

  test('is readable on a phone, in light and dark mode', { tags: 'chromium' }, async () => {
    let browser: Browser | undefined;
    try {
      browser = await chromium.launch({ executablePath: browserFile ?? '', args: browserArgs });
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.newPage({ colorScheme, viewport: { width: 360, height: 640 }, bypassCSP: true });
        const consoleErrors: string[] = [];
        page.on('console', (message) => {
          if (message.type() === 'error') consoleErrors.push(message.text());
        });
        await page.goto(app.url);
        await page.addScriptTag({ content: axe.source });
        const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
        expect(violations.map(({ id, nodes }) => [id, nodes.length])).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
        expect(consoleErrors).toEqual([]);
      }
    } finally {
      await browser?.close();
    }
  });
});

test('the front page states that the database does not respond', async () => {
  const db = openDatabase({ databaseUrl: 'postgres://user@127.0.0.1:1/none', dataDir: 'never-created' });
  const app = await startApp({ db });
  const response = await app.request('/');
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('its database does not respond');
  await app.close();
});
