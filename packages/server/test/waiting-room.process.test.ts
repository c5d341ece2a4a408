import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../src/platform/clock.ts';
import { browserArgs, browserFile } from './harness/browser-file.ts';
import {
  addToCart,
  enterCode,
  enterDetails,
  expectAccessible,
  openPage,
  openShop,
  waitForStep,
} from './hosted-page-shop.ts';

const minuteMs = 60_000;
/** The page asks for its place after at most a minute, and axe is slow on a busy machine. */
const timeoutMs = 240_000;

describe('the waiting room of the hosted page', { tags: 'chromium' }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: browserFile ?? '', args: browserArgs });
  });
  afterAll(() => browser?.close());

  test(
    'leads a buyer from the start of the sale through the queue to a reservation',
    async () => {
      await using shop = await openShop();
      const { organizerApi, clock, app } = shop;
      const { id, ticketTypes } = await shop.event();
      /** The time of the sale changes, because the browser has its own clock. */
      const startSale = async (salesStartAt: string | null) => {
        for (const type of ticketTypes) {
          await organizerApi.patch(`/events/${id}/ticket-types/${type.id}`, { salesStartAt });
        }
      };
      const inMinutes = (minutes: number) => new Date(clock.now() + minutes * minuteMs).toISOString();
      await startSale(inMinutes(20));
      await organizerApi.patch(`/events/${id}`, { waitingRoom: { admitPerMinute: 6 } });
      const { page, errors } = await openPage(browser, { viewport: { width: 390, height: 844 } });
      await page.goto(shop.url);
      await waitForStep(page, 'The sale has not started yet');
      await expectAccessible(page);
      for (let others = 0; others < 8; others += 1) await app.request('/e/harbour-marathon');

      await startSale(null);
      await page.clock.install();
      // Without its cookie, the browser is a new visitor: it waits behind all who have gathered.
      await page.context().clearCookies();
      await page.reload();
      await page.getByText('8 people are before you.').waitFor();
      await expectAccessible(page);
      await page.context().setOffline(true);
      await page.getByRole('alert').getByText('The server could not be reached').waitFor();
      await expectAccessible(page);
      // While the timers of the page stand still, only the end of the interruption makes it ask again.
      await page.clock.pauseAt(systemClock.now() + 10_000);
      await page.context().setOffline(false);
      await page.getByRole('alert').waitFor({ state: 'detached' });
      await page.clock.resume();
      clock.shiftMs += 2 * minuteMs;
      // The page continues by itself.
      await waitForStep(page, 'Choose your tickets');
      await addToCart(page, 'Marathon');
      await enterDetails(page, 'ada@example.com');
      await enterCode(page, await shop.waitForCode('ada@example.com'));
      await waitForStep(page, 'Pay');
      expect(errors).toEqual([]);
    },
    timeoutMs,
  );
});
