import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/platform/database/open.ts';
import { startApp } from './harness/app.ts';

const browserFile = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)))
  .find((file) => existsSync(file));

const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];

test.skipIf(browserFile === undefined)('the reference loads nothing from other servers', async () => {
  await using app = await opened();
  const browser = await chromium.launch({ executablePath: browserFile!, args: [...quiet, '--disable-sync'] });
  try {
    const page = await browser.newPage();
    const requestedUrls: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => requestedUrls.push(request.url()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(`${app.url}/docs`, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { name: 'Organizer Open API' }).waitFor();
    await page.goto(`${app.url}/docs/errors#rate_limited`, { waitUntil: 'networkidle' });
    expect(requestedUrls.filter((url) => !url.startsWith(`${app.url}/`) && !/^(data|blob):/.test(url))).toEqual([]);
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});

async function opened() {
  // These requests do not use the database, so none is created.
  const app = await startApp({ db: openDatabase({ databaseUrl: null, dataDir: 'never-made' }) });
  return { url: app.url, [Symbol.asyncDispose]: () => app.close() };
}
