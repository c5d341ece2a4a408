import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { compileMessages } from '#messages/compile';
import { type Language, languages } from '#messages/languages';
import type { Messages } from '#messages/texts';
import { byOperator } from '../src/features/audit/index.ts';
import { setOrganizerProfile } from '../src/features/organizers/index.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { checkoutTexts, formatsOf, mailTexts, messages } from '../src/platform/texts.ts';
import { browserArgs, browserFile } from './harness/browser-file.ts';
import { elementAt } from './harness/defined.ts';
import { addMarkedLanguage, markedFromRight, markedLanguage, unmarkedWords } from './harness/marked-language.ts';
import { findAccessibilityProblems, openPage, openShop, type Shop } from './hosted-page-shop.ts';

type CheckoutTexts = ReturnType<typeof checkoutTexts>;

const email = 'ada@example.com';
const phone = { width: 360, height: 740 };

/** What the buyer sees that is no text of the page: data, and the names of the languages. */
const known = `Marathon Half marathon Children’s run Drinks Harbour City km Ada Lovelace example com ada EUR CEST Sat May
  Deutsch English Español Français Italiano Nederlands Polski Xx עברית`;

describe('the hosted checkout in other languages', { tags: 'chromium' }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: browserFile ?? '', args: browserArgs });
  });
  afterAll(() => browser?.close());

  const step = (page: Page, heading: string) => page.getByRole('heading', { name: heading, level: 2 }).waitFor();

  /** Buys two tickets. Calls `onStep` at each step. */
  async function buy(
    page: Page,
    shop: Shop,
    language: Language,
    onStep: () => Promise<void>,
    name = 'Ada Lovelace',
  ): Promise<void> {
    const t = checkoutTexts(language);
    const button = (name: string) => page.getByRole('button', { name });
    await step(page, t.offers.heading);
    await onStep();
    for (const _ of [1, 2]) await button(t.offers.oneMore({ name: 'Marathon' })).click();
    await page.getByText(t.offers.noFees).waitFor();
    await button(t.continue).click();
    await step(page, t.details.heading);
    await button(t.continue).click();
    await page.getByRole('link', { name: t.details.enterName }).waitFor();
    await onStep();
    await page.getByLabel(t.email, { exact: true }).fill(email);
    for (const field of await page.getByLabel(t.details.name, { exact: true }).all()) await field.fill(name);
    await button(t.continue).click();
    const code = await shop.waitForCode(email);
    await page.getByLabel(t.code.label({ digits: 6 })).fill(code);
    await step(page, t.pay.heading);
    await onStep();
    const total = formatsOf(language).money(17_800, 'EUR');
    await button(t.pay.pay({ total })).click();
    await step(page, t.placedOrder.heading({ tickets: 2 }));
    await onStep();
  }

  test.each(['de', 'fr', 'pl'] as const)(
    'sells on a phone in the language %s of the browser, without an English text, and so do its mails',
    async (language) => {
      await using shop = await openShop();
      const { page, errors } = await openPage(browser, { viewport: phone, locale: language });
      await page.goto(shop.url);
      await buy(page, shop, language, async () => {
        expect(await page.evaluate('document.documentElement.lang')).toBe(language);
        expect(await overflowing(page)).toEqual([]);
      });
      const title = mailTexts(language).tickets.title({ tickets: 2, event: 'Harbour City Marathon' });
      await expect.poll(() => shop.mails.map(({ subject }) => subject)).toContain(title);
      expect(errors).toEqual([]);
    },
  );

  // In English, the other suites check each step.
  test('is accessible in each language, in light and dark mode', { timeout: 300_000 }, async () => {
    await using shop = await openShop();
    const { page, errors } = await openPage(browser, { viewport: phone });
    await page.goto(shop.url);
    const headings = [
      (t: CheckoutTexts) => t.offers.heading,
      (t: CheckoutTexts) => t.details.heading,
      (t: CheckoutTexts) => t.pay.heading,
      (t: CheckoutTexts) => t.placedOrder.heading({ tickets: 2 }),
    ];
    let steps = 0;
    await buy(page, shop, 'en', async () => {
      const headingOf = elementAt(headings, steps);
      steps += 1;
      const open = async (language: Language) => {
        const url = new URL(page.url());
        url.searchParams.set('lang', language);
        // A reload stays at the step.
        await page.evaluate(`history.replaceState(history.state, '', ${JSON.stringify(url.href)})`);
        await page.reload();
        await step(page, headingOf(checkoutTexts(language)));
      };
      for (const language of languages.filter((tag) => tag !== 'en')) {
        await open(language);
        const t = checkoutTexts(language);
        if (headingOf(t) === t.details.heading) {
          await page.getByRole('button', { name: t.continue }).click();
          await page.getByRole('link', { name: t.details.enterName }).waitFor();
        }
        expect([language, await findAccessibilityProblems(page)]).toEqual([language, []]);
      }
      await open('en');
    });
    expect(steps).toBe(headings.length);
    expect(errors).toEqual([]);
  });

  test('changes the language by a link, keeps the choice, and does so without a script, too', async () => {
    await using shop = await openShop();
    const { page } = await openPage(browser, { viewport: phone });
    await page.goto(shop.url);
    await page.getByRole('button', { name: 'One more: Marathon' }).click();
    await page.locator('.languages summary').click();
    await page.getByRole('link', { name: 'Polski' }).click();
    await step(page, checkoutTexts('pl').offers.heading);
    expect(new URL(page.url()).search).toBe('?lang=pl');
    const chosen = page.getByLabel(checkoutTexts('pl').offers.quantity({ name: 'Marathon' }));
    expect(await chosen.inputValue()).toBe('1');

    const { page: withoutScript } = await openPage(browser, { javaScriptEnabled: false });
    await withoutScript.goto(shop.url);
    await withoutScript.locator('.languages summary').click();
    await withoutScript.getByRole('link', { name: 'Español' }).click();
    await withoutScript.waitForURL('**/*?lang=es');
    expect(await withoutScript.locator('html').getAttribute('lang')).toBe('es');
  });

  /** Opens the page in a language that only tests have. */
  async function openMarked(shop: Shop, language: Language) {
    onTestFinished(addMarkedLanguage(language));
    const { page, errors } = await openPage(browser, { viewport: phone });
    const compiled = JSON.stringify(compileMessages(messages[language].checkout as Messages));
    await page.route('**/e/checkout/undefined', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `export default ${compiled};` }),
    );
    await page.goto(`${shop.url}?lang=${language}`);
    return { page, errors };
  }

  test('has no text in any step that is not in the messages', async () => {
    await using shop = await openShop();
    const { page, errors } = await openMarked(shop, markedLanguage);
    await buy(page, shop, markedLanguage, async () => {
      const shown = await page.evaluate<string>(shownTexts);
      const data = `${known} ${shop.organizerApi.organizer.name}`;
      expect(unmarkedWords(shown.replaceAll(/\b[\dA-Z]{10,}\b/g, ' '), data)).toEqual([]);
    });
    expect(errors).toEqual([]);
  });

  test('is written from right to left in such a language: no step is wider than the screen, headings are on the right, and numbers, codes and addresses stay from left to right', async () => {
    await using shop = await openShop();
    const scope = organizerScope(shop.organizerApi.organizer.id, shop.clock, byOperator);
    await setOrganizerProfile(shop.db, scope, { contactPhone: '+49 40 5550123', contactEmail: 'help@example.com' });
    const name = 'محمد العلي';
    const entered = { 'buyer.email': email, 'buyer.name': name, 'buyer.phone': '+49 40 5550123', code: '12345' };
    const { page, errors } = await openMarked(shop, markedFromRight);
    const measured: string[] = [];
    const check = async () => {
      expect(await page.evaluate('getComputedStyle(document.body).direction')).toBe('rtl');
      expect(await overflowing(page)).toEqual([]);
      const heading = await page.locator('#step-heading').boundingBox();
      expect(heading!.x + heading!.width).toBeGreaterThan(phone.width - 40);
      const { words, reversed } = await page.evaluate<{ words: string[]; reversed: string[] }>(measureWords);
      expect(reversed).toEqual([]);
      measured.push(...words);
      if ((await page.locator('[id="buyer.email"]').count()) === 0) return;
      for (const [id, value] of Object.entries(entered)) await page.locator(`[id="${id}"]`).fill(value);
      const fromRight = await page.locator('form input:dir(rtl)').all();
      const texts = await Promise.all(fromRight.map((input) => input.inputValue()));
      expect(new Set(texts)).toEqual(new Set([name, '']));
    };
    await buy(page, shop, markedFromRight, check, name);
    expect(await page.locator('.ticket bdi').allInnerTexts()).toContain(name);
    expect(measured).toEqual(expect.arrayContaining(['178.00', '+49 40 5550123', email]));
    expect(errors).toEqual([]);
  });
});

test('the styles of the checkout name the sides of a line, not left and right', () => {
  const folder = join(import.meta.dirname, '../../../apps/checkout/src');
  const rules = readdirSync(folder)
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  const physical = rules.filter((rule) =>
    /(?:^|-)(?:left|right)\b.*:|(?:text-align|float): (?:left|right)/.test(rule.trim()),
  );
  // The side of the whole page, and a turning circle.
  const expected = ['text-align: left;', 'text-align: right;', 'border-right-color: transparent;'];
  expect(physical.map((rule) => rule.trim()).sort()).toEqual(expected.sort());
});

test('the scripts of the page have at most 45 kB, compressed, in every language', () => {
  const folder = join(import.meta.dirname, '../../../apps/checkout/dist/assets');
  const sizes = readdirSync(folder).map((file) => [file, gzipSync(readFileSync(join(folder, file))).length] as const);
  const sizeOf = (name: RegExp) => sizes.filter(([file]) => name.test(file)).map(([, size]) => size);
  const texts = sizeOf(/^texts-/);
  expect(texts).toHaveLength(languages.length);
  const programs = sizeOf(/^(?!texts-|waiting-room).*\.js$/).reduce((sum, size) => sum + size);
  expect(programs + Math.max(...texts)).toBeLessThanOrEqual(45_000);
});

test('the languages of the product have no language of the tests', () => {
  expect(languages).toEqual(['en', 'de', 'fr', 'es', 'it', 'nl', 'pl']);
});

/** The texts that a reader or a screen reader gets, as an expression. */
const shownTexts = `[
  document.body.innerText,
  document.title.split(' · ')[0],
  ...[...document.querySelectorAll('[aria-label], [placeholder], img[alt]')].flatMap((node) => [
    node.getAttribute('aria-label') ?? '',
    node.getAttribute('placeholder') ?? '',
    node.getAttribute('alt') ?? '',
  ]),
].join('\\n')`;

/** Numbers, telephone numbers, codes and e-mail addresses in the page, and those of them whose characters are not from left to right. */
const measureWords = `(() => {
  const words = [];
  const reversed = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    if (!node.parentElement.checkVisibility()) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\w.+-]+@[\\w.-]+\\w|\\+\\d[\\d ]+\\d|[\\dA-Z]{8,}|\\d[\\d.,:]*\\d/g)) {
      const places = [...word].map((_, offset) => {
        const range = document.createRange();
        range.setStart(node, index + offset);
        range.setEnd(node, index + offset + 1);
        return range.getBoundingClientRect();
      });
      words.push(word);
      const isReversed = ({ top, left }, position) =>
        position > 0 && top === places[position - 1].top && left < places[position - 1].left;
      if (places.some(isReversed)) reversed.push(word);
    }
  }
  return { words, reversed };
})()`;

/** The elements that are wider than the screen, for a reader of a failed test. */
const overflowing = (page: Page) =>
  page.evaluate<string[]>(`[...document.body.querySelectorAll('*')]
    .filter((node) => !node.closest('.visually-hidden, details:not([open]) > ul'))
    .filter((node) => {
      const { left, right, width } = node.getBoundingClientRect();
      return width > 0 && (right > innerWidth + 1 || left < -1);
    })
    .map((node) => node.outerHTML.slice(0, 120))`);
