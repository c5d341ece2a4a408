import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/platform/database/open.ts';
import { startApp } from './harness/app.ts';
import { browserArgs, browserFile } from './harness/browser-file.ts';
import { eventually } from './harness/receiver.ts';

test.skipIf(browserFile === undefined)(
  'the reference page loads nothing from other servers, and uses the key of the user',
  async () => {
    await using app = await openApp();
    const browser = await chromium.launch({ executablePath: String(browserFile), args: browserArgs });
    try {
      const page = await browser.newPage();
      const requestedUrls: string[] = [];
      const errors: string[] = [];
      page.on('request', (request) => requestedUrls.push(request.url()));
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await page.goto(`${app.url}/docs`, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { name: 'Organizer Open API' }).waitFor();
      await page.goto(`${app.url}/docs/errors#rate_limited`, { waitUntil: 'networkidle' });
      // The dashboard shows this page in a frame, and sends it the key of the user.
      await page.goto(`${app.url}/docs/frame`, { waitUntil: 'networkidle' });
      await page.evaluate('showReference({ key: "sk_of_the_user", isDark: true })');
      await page.getByRole('heading', { name: 'Organizer Open API' }).waitFor();
      await eventually(async () =>
        expect(await page.getByPlaceholder('Token').first().inputValue()).toBe('sk_of_the_user'),
      );
      expect(requestedUrls.filter((url) => !url.startsWith(`${app.url}/`) && !/^(data|blob):/.test(url))).toEqual([]);
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);

async function openApp() {
  // These requests do not use the database, so none is created.
  const app = await startApp({ db: openDatabase({ databaseUrl: null, dataDir: 'never-created' }) });
  return { url: app.url, [Symbol.asyncDispose]: () => app.close() };
}
