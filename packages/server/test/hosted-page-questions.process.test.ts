import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QuestionKind } from '#shared/questions/question';
import { browserArgs, browserFile } from './harness/browser-file.ts';
import { defined, first } from './harness/defined.ts';
import { makeKey } from './harness/fixtures.ts';
import { jsonOf } from './harness/responses.ts';
import {
  addToCart,
  enterCode,
  enterDetails,
  expectAccessible,
  openPage,
  openShop,
  type Shop,
  waitForStep,
} from './hosted-page-shop.ts';
import { type QuestionCase, questionCases } from './question-cases.ts';

const email = 'ada@example.com';
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe('the questions of the hosted checkout', { tags: 'chromium' }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: browserFile ?? '', args: browserArgs });
  });
  afterAll(() => browser?.close());

  test('are answered for a family of four on a phone, with a draft that survives the closing of the tab, and read by the API', {
    timeout: 240_000,
  }, async () => {
    await using shop = await openShop();
    const { url, ids } = await openFamilyRace(shop);
    const { page, errors } = await openPage(browser, phone);
    await page.goto(url);
    await addToCart(page, '10 km', 2);
    await addToCart(page, 'Children’s run', 2);
    await enterDetails(page, email);
    await shop.waitForCode(email);
    const card = (number: number) => cardOf(page, `Person ${number} of 4`);

    expect(await page.locator('.card-legend').allInnerTexts()).toEqual([
      'You, the buyer',
      'Person 1 of 4 10 km',
      'Person 2 of 4 10 km',
      'Person 3 of 4 Children’s run',
      'Person 4 of 4 Children’s run',
    ]);
    expect(await card(1).getByLabel('Name', { exact: true }).first().inputValue()).toBe('Ada Lovelace');
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    const rules = page.getByRole('link', { name: 'rules' });
    expect([await rules.getAttribute('href'), await rules.getAttribute('rel')]).toEqual([
      'https://race.example/rules',
      'noopener noreferrer',
    ]);

    const you = cardOf(page, 'You, the buyer');
    await you.getByLabel('Yes').check();
    await you.getByRole('button', { name: 'Clear the answer' }).press('Enter');
    await you.locator('input[type=radio]:focus').waitFor();
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);

    await page.getByLabel('E-mail').fill('ada');
    await you.getByLabel('Name', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('#notice:focus').waitFor();
    expect(await page.getByRole('alert').getByRole('link').first().innerText()).toMatch(/^Enter an e-mail address/);
    // The first holder is the buyer: what is entered there is missing here no longer.
    const missingName = page.getByRole('link', { name: 'Person 1 of 4, Name' });
    await missingName.waitFor();
    await you.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    await missingName.waitFor({ state: 'detached' });
    await page.getByLabel('E-mail').fill(email);
    await card(1).getByLabel('Birth date').fill('1986-12-10');
    await card(1).getByRole('group', { name: 'Emergency contact' }).getByLabel('Name').fill('Grace Hopper');
    await card(1).getByRole('group', { name: 'Emergency contact' }).getByLabel('Phone').fill('+43 660 11 11 111');
    await card(1).getByLabel('T-shirt size').selectOption('Large');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('#notice:focus').waitFor();
    const summary = await page.getByRole('alert').getByRole('link').allInnerTexts();
    expect(summary.slice(0, 3)).toEqual([
      'Please accept this to continue.',
      'Person 2 of 4, Name',
      'Person 2 of 4, Birth date',
    ]);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Person 2 of 4, Birth date' }).click();
    expect(await page.evaluate('document.activeElement.id')).toBe(`attendees.1.answers.${ids.birthDate}`);
    const birthDate = card(2).getByLabel('Birth date');
    expect(await birthDate.getAttribute('aria-invalid')).toBe('true');
    await card(2).getByText('Please fill in this field.').first().waitFor();

    // Only the children are asked whether they take the bus, and where it stops.
    expect(await card(1).getByRole('radiogroup').count()).toBe(0);
    await card(3).getByRole('radiogroup', { name: 'Bus' }).getByLabel('Yes').check();
    await card(3).getByLabel('Bus stop').fill('Harbour');
    await card(4).getByLabel('Yes').check();
    await card(4).getByLabel('Bus stop').fill('Not asked for');
    await card(4).getByLabel('No').check();
    await card(4).getByLabel('Bus stop').waitFor({ state: 'detached' });

    for (const [number, name, date] of [
      [2, 'Ben Lovelace', '1984-02-29'],
      [3, 'Cem Lovelace', '2015-03-14'],
      [4, 'Dora Lovelace', '2017-08-01'],
    ] as const) {
      await card(number).getByRole('button', { name: 'Copy from person 1' }).click();
      await card(number).getByLabel('Name', { exact: true }).first().fill(name);
      await card(number).getByLabel('Birth date').fill(date);
    }
    await card(4).getByLabel('T-shirt size').selectOption('Small');
    await page.getByRole('checkbox', { name: /^I accept the rules/ }).check();
    await expectAccessible(page);

    await page.close();
    const reopened = await page.context().newPage();
    await reopened.goto(url);
    await waitForStep(reopened, 'Your details');
    await reopened.getByText('were kept in this browser').waitFor();
    await expectAccessible(reopened);
    expect(await cardOf(reopened, 'Person 3 of 4').getByLabel('Bus stop').inputValue()).toBe('Harbour');
    expect(await reopened.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await reopened.getByRole('checkbox', { name: /^I accept the rules/ }).check();
    const draftSavedAt = () =>
      reopened.evaluate('Object.values(localStorage).map((draft) => JSON.parse(draft).savedAt)');
    const savedAt = await draftSavedAt();
    await reopened.reload();
    await waitForStep(reopened, 'Your details');
    expect(await draftSavedAt()).toEqual(savedAt);
    expect(await reopened.getByRole('checkbox', { name: /^I accept the rules/ }).isChecked()).toBe(true);
    await reopened.getByRole('button', { name: 'Continue' }).click();
    await reopened.locator('#code:focus').waitFor();
    await enterCode(reopened, await shop.waitForCode(email));
    await waitForStep(reopened, 'Pay');
    await reopened.getByRole('button', { name: /^Pay/ }).click();
    await waitForStep(reopened, 'Your tickets');
    expect(await reopened.evaluate('Object.keys(localStorage)')).toEqual([]);
    const { buyer, tickets } = await readOrder(shop);
    expect(buyer.answers.map(({ value }) => value)).toEqual([true]);
    const contact = { name: 'Grace Hopper', phone: '+436601111111' };
    const answersOf = (name: string) =>
      tickets.find(({ holderName }) => holderName === name)?.answers.map(({ value }) => value);
    expect(answersOf('Ada Lovelace')).toEqual(['1986-12-10', 'large', contact]);
    expect(answersOf('Ben Lovelace')).toEqual(['1984-02-29', 'large', contact]);
    expect(answersOf('Cem Lovelace')).toEqual(['2015-03-14', 'large', true, 'Harbour', contact]);
    expect(answersOf('Dora Lovelace')).toEqual(['2017-08-01', 'small', false, contact]);

    await reopened.getByText('Your entries').click();
    await reopened.getByRole('button', { name: 'Correct: Person 3 of 4' }).click();
    await reopened.locator('#correction:focus').waitFor();
    const form = reopened.getByRole('form', { name: 'Correct: Person 3 of 4' });
    await form.getByLabel('Bus stop').fill(' ');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await reopened.getByRole('link', { name: 'Bus stop' }).click();
    await expectAccessible(reopened);
    await reopened.keyboard.type('Station');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await reopened.getByText('Your entries are saved.').waitFor();
    const corrected = await readOrder(shop);
    const cem = corrected.tickets.find(({ holderName }) => holderName === 'Cem Lovelace');
    expect(cem?.answers.map(({ value }) => value)).toEqual(['2015-03-14', 'large', true, 'Station', contact]);
    expect(errors).toEqual([]);
  });

  test('are asked of a person with a shirt, which the page sells for each person and keeps in the draft', {
    timeout: 120_000,
  }, async () => {
    await using shop = await openShop();
    const event = await shop.organizerApi.event({ name: 'City run', slug: 'city-run', status: 'published' });
    await shop.organizerApi.ticketType(event.id, { name: '10 km', price: 2900, quantity: 20 });
    const ofHolder = { type: 'shirt', assignedTo: 'holder' };
    const shirt = await shop.organizerApi.addon(event.id, { name: 'Shirt', price: 1500, quantity: 1, ...ofHolder });
    await shop.organizerApi.addon(event.id, { name: 'Pasta', price: 800, maxPerHolder: 3, ...ofHolder });
    await addQuestion(shop, event.id, {
      ...{ askedOf: 'holder', kind: 'text', label: 'Cut', isRequired: true, offerIds: [shirt.id] },
    });
    const { page, errors } = await openPage(browser);
    const url = `${shop.app.url}/e/city-run`;
    await page.goto(url);
    await page.getByText('Chosen for each person in the next step: Shirt (€15.00) and Pasta (€8.00).').waitFor();
    await addToCart(page, '10 km', 2);
    await enterDetails(page, email);
    await shop.waitForCode(email);
    for (const number of [1, 2])
      await cardOf(page, `Person ${number} of 2`)
        .getByRole('checkbox', { name: /^Shirt/ })
        .check();
    await cardOf(page, 'Person 2 of 2')
      .getByRole('combobox', { name: /^Pasta/ })
      .selectOption('2');
    const summary = page.locator('.summary');
    await summary.getByText('2 × Pasta Person 2 of 2').waitFor();
    await page.getByRole('button', { name: 'Change the tickets' }).click();
    await waitForStep(page, 'Choose your tickets');
    // What is known without the server: 3 tickets, and the add-ons of two persons.
    await page.route('**/quote', (route) => route.abort());
    await addToCart(page, '10 km');
    const total = page.locator('.bar-total').filter({ hasText: /^\s*3 tickets\s+€133\.00 before fees\s*$/ });
    await total.waitFor();
    await page.unroute('**/quote');
    await page.getByRole('button', { name: 'One less: 10 km' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await waitForStep(page, 'Your details');
    await cardOf(page, 'Person 1 of 2').getByLabel('Cut').fill('Slim');
    await cardOf(page, 'Person 2 of 2').getByLabel('Cut').fill('Straight');
    await expectAccessible(page);
    await page.close();

    const reopened = await page.context().newPage();
    await reopened.goto(url);
    await waitForStep(reopened, 'Your details');
    const card = (number: number) => cardOf(reopened, `Person ${number} of 2`);
    expect(
      await card(2)
        .getByRole('combobox', { name: /^Pasta/ })
        .inputValue(),
    ).toBe('2');
    await reopened.getByRole('button', { name: 'Continue' }).click();
    await reopened.locator('#code:focus').waitFor();
    await enterCode(reopened, await shop.waitForCode(email));
    await reopened.locator('#notice:focus').waitFor();
    await reopened.getByRole('link', { name: 'Person 2 of 2, Shirt: Only 1 of Shirt is left.' }).click();
    await expectAccessible(reopened);
    await card(2)
      .getByRole('checkbox', { name: /^Shirt/ })
      .uncheck();
    await card(2).getByLabel('Cut').waitFor({ state: 'detached' });
    await reopened.getByRole('button', { name: 'Continue' }).click();
    await waitForStep(reopened, 'Pay');
    await reopened.locator('.summary').getByText('1 × Shirt Ada Lovelace').waitFor();
    await reopened.getByRole('button', { name: /^Pay/ }).click();
    await waitForStep(reopened, 'Your tickets');
    expect(await reopened.locator('.ticket').allInnerTexts()).toEqual([
      expect.stringMatching(/Extras\s+Shirt/),
      expect.stringMatching(/Extras\s+2 × Pasta/),
    ]);
    await reopened.getByText('Your entries').click();
    await reopened.getByRole('button', { name: 'Correct: Person 1 of 2' }).click();
    expect(await reopened.getByLabel('Cut').inputValue()).toBe('Slim');
    expect(errors).toEqual([]);
  });

  test('are checked by kind: missing, invalid, too long and valid, also one that is archived meanwhile', {
    timeout: 240_000,
  }, async () => {
    await using shop = await openShop();
    const event = await shop.organizerApi.event({ name: 'Course', slug: 'course', status: 'published' });
    await shop.organizerApi.ticketType(event.id, { name: 'Seat', price: 0, quantity: 5 });
    const asked: AskedCase[] = [];
    for (const { name, fields, valid, invalid } of questionCases) {
      const question = { askedOf: 'buyer', label: `Question ${name}`, isRequired: true, ...fields };
      const id = await addQuestion(shop, event.id, question);
      const canEnter = ([raw, code]: readonly unknown[]) => code !== 'unknown_field' && canBeEntered(fields, raw);
      asked.push({ id, kind: fields.kind, valid: valid.filter(canEnter), invalid: invalid.filter(canEnter) });
    }
    const { page, errors } = await openPage(browser, { viewport: { width: 1280, height: 900 } });
    await page.goto(`${shop.app.url}/e/course`);
    await addToCart(page, 'Seat');
    await enterDetails(page, email);
    const submit = async () => {
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.locator('#notice:focus').waitFor();
      const shown = page.locator('.field-error[id^="buyer.answers."]');
      return Object.fromEntries(await shown.evaluateAll((all) => all.map((error) => [error.id, error.textContent])));
    };

    const missing = await submit();
    expect(Object.keys(missing)).toEqual(asked.map(({ id }) => `buyer.answers.${id}-error`));
    expect(new Set(Object.values(missing))).toEqual(
      new Set(['Please fill in this field.', 'Please accept this to continue.']),
    );
    await expectAccessible(page);
    const rounds = Math.max(...asked.map(({ invalid }) => invalid.length));
    expect(rounds).toBeGreaterThan(2);
    for (let round = 0; round < rounds; round += 1) {
      const expected: Record<string, RegExp> = {};
      for (const { id, kind, valid, invalid } of asked) {
        const [raw, code, field] = invalid[round] ?? [first(valid)[0]];
        await enter(page, `buyer.answers.${id}`, kind, raw);
        const path = field === undefined ? id : `${id}.${field}`;
        if (code !== undefined)
          expected[`buyer.answers.${path}-error`] = defined(errorTexts[code], `The text of ${code}`);
      }
      const shown = await submit();
      expect(Object.keys(shown).toSorted()).toEqual(Object.keys(expected).toSorted());
      for (const [id, text] of Object.entries(expected)) expect(shown[id]).toMatch(text);
    }
    for (const { id, kind, valid } of asked) await enter(page, `buyer.answers.${id}`, kind, first(valid)[0]);
    const archived = defined(asked.shift(), 'The first question');
    await shop.organizerApi.patch(`/events/${event.id}/questions/${archived.id}`, { isArchived: true });
    await enterCode(page, await shop.waitForCode(email));
    await waitForStep(page, 'Confirm your order');
    await page.getByRole('button', { name: 'Confirm the order' }).click();
    await waitForStep(page, 'Your ticket');
    const { buyer } = await readOrder(shop);
    expect(buyer.answers.map(({ questionId, value }) => [questionId, sorted(value)])).toEqual(
      asked.map(({ id, valid }) => [id, sorted(first(valid)[1])]),
    );
    await page.getByText('Your entries').click();
    for (const text of ['14 March 2010', 'Austria', 'Size S, Size L']) await page.getByText(text).first().waitFor();
    await expectAccessible(page);
    expect(errors).toEqual([]);
  });
});

interface AskedCase extends Pick<QuestionCase, 'valid' | 'invalid'> {
  readonly id: string;
  readonly kind: QuestionKind;
}

/** What the page shows for the code of an error. */
const errorTexts: Readonly<Record<string, RegExp>> = {
  required: /^Please fill in this field\.$/,
  invalid_character: /^This text contains a character that is not allowed\.$/,
  too_long: /^Please enter at most [\d,]+ characters\.$/,
  too_short: /^Please enter at least 4 characters\.$/,
  wrong_format: /^This does not have the expected format\.$/,
  wrong_type: /^Please enter a number\.$/,
  below_minimum: /^Please enter at least 0\.$/,
  above_maximum: /^Please enter at most 10\.5\.$/,
  date_too_early: /^The earliest date is \w+, \d+ \w+ \d+\.$/,
  date_too_late: /^The latest date is \w+, \d+ \w+ \d+\.$/,
  not_a_phone_number: /^Please enter a phone number with its country code/,
  not_an_email: /^Please enter an e-mail address/,
  too_many_items: /^Please choose at most 2\.$/,
};

/** The page sends codes in the order of the options. */
const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value);

const codes = ['S', 'M', 'L', 'female', 'male', 'other', 'notStated', 'AT', 'DE'];

/** Whether a browser can enter an answer: not a value of another type, nor a code that is no option. */
function canBeEntered({ kind, key }: QuestionCase['fields'], raw: unknown): boolean {
  if (key === 'guardian') return isParts(raw);
  if (kind === 'boolean' || kind === 'consent') return typeof raw === 'boolean';
  if (kind === 'number') return typeof raw === 'number';
  if (kind === 'choices') return Array.isArray(raw) && raw.every((code) => codes.includes(code));
  if (kind === 'choice' || kind === 'country') return typeof raw === 'string' && codes.includes(raw);
  if (kind === 'date')
    return /^\d{4}-\d\d-\d\d$/.test(String(raw)) && !Number.isNaN(Date.parse(String(raw))) && raw !== '2027-02-29';
  if (kind === 'contact' || kind === 'address') return isParts(raw) && !Object.values(raw).includes('XX');
  return typeof raw === 'string' && (kind === 'longText' || !raw.includes('\n'));
}

function isParts(raw: unknown): raw is Readonly<Record<string, string>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

/** Enters an answer into the fields of a question. */
async function enter(page: Page, path: string, kind: QuestionKind, raw: unknown): Promise<void> {
  const field = (id: string) => page.locator(`[id="${id}"]`);
  if (isParts(raw)) {
    if (kind === 'consent') await field(path).check();
    const parts = { consent: ['name'], contact: ['name', 'phone'], address: ['street', 'postalCode', 'city'] }[
      kind as 'contact'
    ];
    for (const part of parts) await field(`${path}.${part}`).fill(raw[part] ?? '');
    if (kind === 'address') await field(`${path}.country`).selectOption(raw['country'] ?? '');
  } else if (kind === 'consent') await field(path).setChecked(raw === true);
  else if (kind === 'choices') {
    for (const box of await field(path).getByRole('checkbox').all()) {
      await box.setChecked((raw as string[]).includes((await box.getAttribute('value')) ?? ''));
    }
  } else if (kind === 'country') await field(path).selectOption(String(raw));
  else if (kind === 'choice' || kind === 'boolean') await field(path).locator(`input[value="${raw}"]`).check();
  else await field(path).fill(String(raw));
}

const options = (...labels: string[]) => ({ options: labels.map((label) => ({ code: label.toLowerCase(), label })) });

type Answers = readonly { readonly questionId: string; readonly value: unknown }[];

interface OrderDetail {
  readonly buyer: { readonly answers: Answers };
  readonly tickets: readonly { readonly holderName: string; readonly answers: Answers }[];
}

/** Reads the order of the shop with a key that can read personal data. */
async function readOrder(shop: Shop): Promise<OrderDetail> {
  const { key } = await makeKey(shop.db, shop.organizerApi.organizer.id, {
    granted: ['orders:read:pii'],
  });
  const { order_number: number } = await shop.db.selectFrom('orders').select('order_number').executeTakeFirstOrThrow();
  const response = await shop.app.request(`/api/v1/orders/${number}`, { key });
  expect(response.status).toBe(200);
  return (await response.json()) as OrderDetail;
}

async function addQuestion(shop: Shop, eventId: string, fields: object): Promise<string> {
  const response = await shop.organizerApi.post(`/events/${eventId}/questions`, fields);
  expect(response.status, response.text).toBe(201);
  return jsonOf<{ id: string }>(response).id;
}

/** The card of a person. */
function cardOf(page: Page, title: string): Locator {
  return page.locator('fieldset.card').filter({ has: page.getByRole('heading', { name: title }) });
}

/** A race with two distances, for which each person is asked for a birth date and a shirt, and children for a bus. */
async function openFamilyRace(shop: Shop) {
  const event = await shop.organizerApi.event({ name: 'City run', slug: 'city-run', status: 'published' });
  const offer = (fields: object) =>
    shop.organizerApi.ticketType(event.id, { quantity: 20, holderName: 'required', ...fields });
  await offer({ name: '10 km', price: 2900 });
  const kids = await offer({ name: 'Children’s run', price: 500 });
  const add = (fields: object) => addQuestion(shop, event.id, fields);
  const consent = 'I accept the [rules](https://race.example/rules) of the race.';
  await add({ askedOf: 'buyer', kind: 'consent', label: consent, isRequired: true });
  await add({ askedOf: 'buyer', kind: 'boolean', label: 'By train' });
  const birthDate = await add({
    askedOf: 'holder',
    kind: 'date',
    key: 'birthDate',
    label: 'Birth date',
    isRequired: true,
  });
  const size = {
    label: 'T-shirt size',
    help: 'Cotton, unisex.',
    ...options('XS', 'Small', 'Medium', 'Large', 'XL', 'XXL'),
  };
  await add({ askedOf: 'holder', kind: 'choice', isRequired: true, ...size });
  const bus = await add({ askedOf: 'holder', kind: 'boolean', label: 'Bus', isRequired: true, offerIds: [kids.id] });
  const shownIf = { questionId: bus, values: ['true'] };
  await add({ askedOf: 'holder', kind: 'text', label: 'Bus stop', isRequired: true, shownIf, offerIds: [kids.id] });
  const contact = { kind: 'contact', key: 'emergencyContact', label: 'Emergency contact' };
  await add({ askedOf: 'holder', isRequired: true, ...contact });
  return { url: `${shop.app.url}/e/city-run`, ids: { birthDate } };
}
