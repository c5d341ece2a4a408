import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { removeMember } from '../src/features/accounts/members.ts';
import { byOperator } from '../src/features/audit/index.ts';
import { changeSlug, setOrganizerProfile } from '../src/features/organizers/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { journeyTimeoutMs, signInDirectly, signInWith, useDashboard, waitForHeading } from './dashboard-browser.ts';
import { defined } from './harness/defined.ts';
import { importAll, orderLine, raceLines } from './harness/fixtures.ts';
import { expectAccessible, openPage } from './hosted-page-shop.ts';

const iban = 'DE89370400440532013000';
const otherIban = 'DE02120300000000202051';
const changedElsewhere = 'Somebody else changed this meanwhile';

interface LosingProxy {
  readonly url: string;
  /** The server processes the next POST whose path ends like this, but its response arrives only in part. */
  loseResponse(pathEnd: string): void;
}

/** A proxy of the browser that loses responses, as a failing network does. */
async function startLosingProxy(): Promise<LosingProxy> {
  let lostPath: string | null = null;
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    const isLost = lostPath !== null && method === 'POST' && url.endsWith(lostPath);
    if (isLost) lostPath = null;
    const forwarded = sendRequest(url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      if (isLost) {
        outgoing.flushHeaders();
        response.resume().on('end', () => outgoing.destroy());
      } else {
        response.pipe(outgoing);
      }
    });
    incoming.pipe(forwarded);
    // A stream of live changes ends with its page.
    outgoing.on('close', () => forwarded.destroy());
    forwarded.on('error', () => outgoing.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    loseResponse: (pathEnd) => {
      lostPath = pathEnd;
    },
  };
}

describe('the forms of the dashboard', { tags: 'chromium' }, () => {
  const dashboard = useDashboard('sqlite', {
    fill: async (db, organizer) => {
      await importAll(db, organizer, raceLines());
    },
  });

  const rowsOfEvents = async () =>
    (await dashboard.database.db.selectFrom('events').select('created_at').execute()).length;
  const readOrganizer = () =>
    dashboard.database.db
      .selectFrom('organizers')
      .selectAll()
      .where('id', '=', dashboard.organizer.id)
      .executeTakeFirstOrThrow();

  /** A page in which another member, who is signed in, opens a page of the dashboard. */
  async function openAs(email: string, path: string): Promise<{ page: Page; errors: string[] }> {
    const { page, errors } = await openPage(dashboard.browser);
    await signInDirectly(page, await dashboard.addUser(email, 'owner'), dashboard.pageUrl(path));
    return { page, errors };
  }

  /** The button that sends the form with this field. */
  const saveOf = (page: Page, label: string) =>
    page
      .locator('form')
      .filter({ has: page.getByLabel(label, { exact: true }) })
      .getByRole('button', { name: 'Save' });

  test(
    'an order without an e-mail address leads to its tickets; a repeated request after a lost response shows the first event, and creates neither a second one nor a second part of its template',
    async () => {
      const proxy = await startLosingProxy();
      const { page, errors } = await openPage(dashboard.browser, { proxy: { server: proxy.url } });
      await signInWith(page, await dashboard.addUser('lost@example.com', 'owner'));
      await waitForHeading(page, 'Overview');
      const eventsBefore = await rowsOfEvents();
      await page.goto(dashboard.pageUrl('orders/new'));
      await page.getByText('Without one, nothing is mailed').waitFor();
      await page.getByRole('textbox', { name: '10 km', exact: true }).fill('1');
      await page.getByRole('button', { name: /^Create the order for/ }).click();
      await page.getByText('Nothing is mailed: open its tickets and print them.').waitFor();
      const opened = page.waitForEvent('popup');
      await page.getByRole('link', { name: 'Open the tickets' }).click();
      const tickets = await opened;
      await waitForHeading(tickets, 'Your ticket', 2);
      await tickets.getByRole('img', { name: /QR code/ }).waitFor();
      expect(await tickets.locator('main').innerText()).not.toContain('We also send');
      await tickets.close();

      await page.getByRole('link', { name: 'Events', exact: true }).click();
      await page.getByRole('button', { name: 'Create an event' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Night Run');
      await dialog.getByLabel('Starts').fill('2083-06-01T20:00');
      await dialog.getByLabel('Race').check();
      for (const path of ['/events', '/ticket-types', '/questions']) {
        proxy.loseResponse(path);
        await dialog.getByRole('button', { name: 'Create an event' }).click();
        await dialog.getByText('The server cannot be reached.').waitFor();
      }
      await dialog.getByRole('button', { name: 'Create an event' }).click();
      await waitForHeading(page, 'Night Run');
      expect(await rowsOfEvents()).toBe(eventsBefore + 1);
      const table = page.getByRole('table', { name: 'Ticket types' });
      const names = await table.getByRole('row').locator('td:first-child').allInnerTexts();
      expect(names).toEqual(['Half marathon', '10 km', 'Children’s race, 1 km']);
      const { db } = dashboard.database;
      const { id } = await db
        .selectFrom('events')
        .select('id')
        .where('name', '=', 'Night Run')
        .executeTakeFirstOrThrow();
      const types = await db
        .selectFrom('ticket_types')
        .selectAll()
        .where('event_id', '=', id)
        .orderBy('position')
        .execute();
      const addons = await db.selectFrom('addons').selectAll().where('event_id', '=', id).execute();
      expect(types.map((type) => type.holder_name)).toEqual(['required', 'required', 'required']);
      const german = [...types, ...addons].map(({ translations }) => JSON.parse(translations ?? '{}').de?.name);
      expect(german).toEqual(['Halbmarathon', '10 km', 'Kinderlauf, 1 km', 'Nudelparty']);
      await page.getByRole('tab', { name: 'Questions' }).click();
      const questions = page.getByRole('table', { name: 'Questions' });
      await questions.getByRole('row', { name: /^Date of birth/ }).waitFor();
      expect(await questions.getByRole('row').count()).toBe(1 + 8);
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'an owner sees whose category no longer fits the rule, and computes it again',
    async () => {
      const { database, organizer } = dashboard;
      const person = (name: string, isCategoryFixed: boolean) =>
        orderLine(name, {
          eventId: 'classes',
          items: [{ kind: 'ticket', ticketTypeId: 'by-age', quantity: 1 }],
          attendees: [
            {
              ...{ ticketTypeId: 'by-age', holderName: name, category: 'Open', isCategoryFixed },
              answers: [{ questionId: 'born', value: '1986-03-01' }],
            },
          ],
        });
      const ofEvent = { eventId: 'classes' };
      const rule = { prefix: null, bySex: false, ageClasses: 'tenYears' as const, table: [] };
      await importAll(database.db, organizer, [
        {
          type: 'event',
          externalId: 'classes',
          name: 'Classes',
          startsAt: '2027-05-09T07:00:00Z',
          timezone: 'Europe/Berlin',
        },
        {
          type: 'ticketType',
          externalId: 'by-age',
          ...ofEvent,
          name: 'By age',
          price: 0,
          quantity: null,
          categoryRule: rule,
        },
        {
          type: 'question',
          externalId: 'born',
          ...ofEvent,
          askedOf: 'holder',
          kind: 'date',
          key: 'birthDate',
          label: 'Born',
        },
        person('Ada', false),
        person('Ben', true),
      ]);
      const { id } = await database.db
        .selectFrom('events')
        .select('id')
        .where('name', '=', 'Classes')
        .executeTakeFirstOrThrow();
      const { page, errors } = await openAs('classes@example.com', `events/${id}?tab=tickets`);
      await page.getByRole('button', { name: 'Check the categories' }).click();
      await page.getByText('1 category no longer fits the rules and the answers:').waitFor();
      expect(await page.getByRole('listitem').filter({ hasText: '→' }).allInnerTexts()).toEqual(['Ada: Open → 40–49']);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Compute 1 category again' }).click();
      await page.getByText('1 category was changed.').waitFor();
      await page.getByRole('button', { name: 'Check the categories' }).click();
      await page.getByText('All categories fit the rules and the answers.').waitFor();
      const rows = await database.db.selectFrom('tickets').select('category').where('event_id', '=', id).execute();
      expect(rows.map(({ category }) => category).sort()).toEqual(['40–49', 'Open']);
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'an owner changes the slug, and old addresses lead to the same pages of the organizer',
    async () => {
      const { slug } = await readOrganizer();
      const { page, errors } = await openAs('slug@example.com', 'settings');
      await saveOf(page, 'Slug').click();
      await page.getByText('Nothing has changed').waitFor();
      await page.getByLabel('Slug', { exact: true }).fill('harbor-runners');
      await saveOf(page, 'Slug').click();
      await page.waitForURL('**/organizers/harbor-runners/settings');
      await waitForHeading(page, 'Organizer');
      await page.goto(dashboard.pageUrl('orders?status=paid'));
      await page.waitForURL('**/organizers/harbor-runners/orders?status=paid');
      await waitForHeading(page, 'Orders');
      expect(errors).toEqual([]);
      const { database, organizer } = dashboard;
      await changeSlug(database.db, organizerScope(organizer.id, systemClock, byOperator), slug);
    },
    journeyTimeoutMs,
  );

  test(
    'an old tab does not restore an old bank account, and the user chooses between two values of one field',
    async () => {
      const { database, organizer } = dashboard;
      await setOrganizerProfile(database.db, organizerScope(organizer.id, systemClock, byOperator), {
        iban,
        contactEmail: '',
      });
      const [ada, lin] = [await openAs('ada@example.com', 'settings'), await openAs('lin@example.com', 'settings')];
      const old = lin.page;
      await old.getByLabel('Text about the payment', { exact: true }).fill('Please pay within 7 days.');
      await old.getByLabel('E-mail address for buyers').fill('lin@example.com');

      await ada.page.getByLabel('IBAN').fill(otherIban);
      await saveOf(ada.page, 'IBAN').click();
      await ada.page.getByText('Saved').waitFor();
      await ada.page.getByLabel('E-mail address for buyers').fill('ada@example.com');
      await saveOf(ada.page, 'E-mail address for buyers').click();
      await expect.poll(async () => (await readOrganizer()).contact_email).toBe('ada@example.com');

      await saveOf(old, 'IBAN').click();
      await old.getByText(changedElsewhere).first().waitFor();
      expect((await readOrganizer()).payment_text).toBeNull();
      expect(await old.getByLabel('IBAN').inputValue()).toBe('DE02 1203 0000 0000 2020 51');
      expect(await old.getByLabel('Text about the payment', { exact: true }).inputValue()).toBe(
        'Please pay within 7 days.',
      );
      await saveOf(old, 'IBAN').click();
      await expect.poll(readOrganizer).toMatchObject({
        iban: otherIban,
        payment_text: 'Please pay within 7 days.',
        contact_email: 'ada@example.com',
      });

      // The other form of the page has both values of one field.
      await old.getByText('Now stored: “ada@example.com”').waitFor();
      await saveOf(old, 'E-mail address for buyers').click();
      await old.getByRole('button', { name: 'Use this value' }).and(old.locator(':focus')).waitFor();
      expect((await readOrganizer()).contact_email).toBe('ada@example.com');
      await old.getByRole('button', { name: 'Keep mine' }).click();
      expect(await old.getByLabel('E-mail address for buyers').inputValue()).toBe('lin@example.com');
      await saveOf(old, 'E-mail address for buyers').click();
      await expect.poll(readOrganizer).toMatchObject({ contact_email: 'lin@example.com', iban: otherIban });
      await expect.poll(() => old.getByText(changedElsewhere).count()).toBe(0);
      expect([...ada.errors, ...lin.errors]).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'what a user types into the form of an event or a ticket type is kept when another user saves it',
    async () => {
      const { id } = await dashboard.database.db
        .selectFrom('events')
        .select('id')
        .where('status', '=', 'published')
        .executeTakeFirstOrThrow();
      const [ada, lin] = [
        await openAs('eva@example.com', `events/${id}`),
        await openAs('kim@example.com', `events/${id}`),
      ];
      const venue = lin.page.getByLabel('Name of the venue');
      await venue.fill('Along the harbour');
      const city = lin.page.getByLabel('City');
      await city.fill('Hamburg');

      await ada.page.getByLabel('City').fill('Bremen');
      await ada.page.locator('input[name=name]').fill('Harbour Race');
      await saveOf(ada.page, 'City').click();
      // The live stream reloads the page of the other user, without emptying the form.
      await waitForHeading(lin.page, 'Harbour Race');
      await lin.page.getByText(changedElsewhere).waitFor();
      expect(await venue.inputValue()).toBe('Along the harbour');
      expect(await city.inputValue()).toBe('Hamburg');
      expect(await lin.page.locator('input[name=name]').inputValue()).toBe('Harbour Race');
      await lin.page.getByText('Now stored: “Bremen”').waitFor();
      await lin.page.getByRole('button', { name: 'Use this value' }).click();
      expect(await city.inputValue()).toBe('Bremen');
      await saveOf(lin.page, 'City').click();
      await lin.page.getByText('Saved').waitFor();
      const stored = await dashboard.database.db
        .selectFrom('events')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      expect(stored).toMatchObject({ name: 'Harbour Race', venue_name: 'Along the harbour', venue_city: 'Bremen' });

      // A tab with unsaved input is left only after a question, and the input is still there otherwise.
      const ticketsTab = lin.page.getByRole('tab', { name: 'Tickets and prices' });
      const leaveQuestion = lin.page.getByRole('dialog', { name: 'Leave without saving?' });
      await venue.fill('At the harbour');
      await ticketsTab.click();
      await leaveQuestion.getByRole('button', { name: 'Continue editing' }).click();
      await leaveQuestion.waitFor({ state: 'detached' });
      expect(await venue.inputValue()).toBe('At the harbour');
      await ticketsTab.click();
      await leaveQuestion.getByRole('button', { name: 'Leave', exact: true }).click();

      await ada.page.getByRole('tab', { name: 'Tickets and prices' }).click();
      for (const { page } of [ada, lin]) await page.getByRole('button', { name: 'Edit 10 km' }).click();
      const [first, second] = [ada, lin].map(({ page }) => page.getByRole('dialog'));
      await defined(second, 'dialog').getByLabel('Category', { exact: true }).fill('10K');
      await defined(first, 'dialog').getByLabel('Price (EUR)').fill('31');
      await defined(first, 'dialog').getByRole('button', { name: 'Save' }).click();
      await defined(second, 'dialog').getByText(changedElsewhere).waitFor();
      await defined(second, 'dialog').getByRole('button', { name: 'Save' }).click();
      await defined(second, 'dialog').waitFor({ state: 'detached' });
      const type = await dashboard.database.db
        .selectFrom('ticket_types')
        .select(['price', 'category'])
        .where('event_id', '=', id)
        .where('name', '=', '10 km')
        .executeTakeFirst();
      expect(type).toEqual({ price: 3_100, category: '10K' });
      expect([...ada.errors, ...lin.errors]).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'errors are in the time of the event and say what to enter, addresses are completed, and states of sale are true',
    async () => {
      const { page, errors } = await openAs('kay@example.com', 'events');
      await page.getByRole('button', { name: 'Create an event' }).click();
      const creation = page.getByRole('dialog');
      await creation.getByLabel('Name').fill('Lübecker Lauf');
      await creation.getByLabel('Starts').fill('2083-06-01T20:00');
      await creation.getByLabel('Ends').fill('2083-06-01T19:00');
      await creation.getByRole('button', { name: 'Create an event' }).click();
      // In UTC, the event starts at 18:00.
      await creation.getByText(/This must not be before .*20:00/).waitFor();
      await creation.getByLabel('Ends').fill('2083-06-01T22:00');
      await creation.getByRole('button', { name: 'Create an event' }).click();
      await waitForHeading(page, 'Lübecker Lauf');
      await page.getByRole('tab', { name: 'Basics' }).click();
      expect(await page.getByLabel('Slug').inputValue()).toBe('luebecker-lauf');

      await page.getByRole('tab', { name: 'Texts' }).click();
      await page.getByLabel('URL of the poster').fill('images.stadtlauf.example/poster.png');
      await saveOf(page, 'URL of the poster').click();
      await page.getByText('Saved').first().waitFor();
      expect(await page.getByLabel('URL of the poster').inputValue()).toBe(
        'https://images.stadtlauf.example/poster.png',
      );

      await page.getByRole('tab', { name: 'Tickets and prices' }).click();
      const table = page.getByRole('table', { name: 'Ticket types' });
      const add = async (name: string, salesStart: string, salesEnd: string) => {
        await page.getByRole('button', { name: 'Add a ticket type' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Name').fill(name);
        await dialog.getByLabel('Price (EUR)').fill('20');
        await dialog.getByLabel('Sale starts').fill(salesStart);
        await dialog.getByLabel('Sale ends').fill(salesEnd);
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.waitFor({ state: 'detached' });
      };
      const cell = (name: string, column: number, text: string | RegExp) =>
        table.getByRole('row', { name }).getByRole('cell').nth(column).getByText(text).first().waitFor();
      const state = (name: string, text: string | RegExp) => cell(name, 4, text);
      await add('Early', '2020-01-01T09:00', '2021-01-01T09:00');
      await add('Now', '2020-01-01T09:00', '');
      await add('Late', '2082-05-03T09:00', '');
      await state('Now', 'Not published');
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Publish/ })
        .click();
      await state('Early', 'Sale ended');
      await state('Now', /^On sale$/);
      await state('Late', 'Not yet on sale');
      await cell('Late', 3, /^From 3 May 2082, 09:00/);
      await cell('Early', 3, /^Until 1 Jan\S* 2021, 09:00/);
      await cell('Now', 3, 'Until the event ends');

      const edited = page.getByRole('dialog');
      const openRules = async () => {
        await page.getByRole('button', { name: 'Edit Late' }).click();
        const summary = edited.getByText('Ages and categories');
        if (!(await edited.getByLabel('Minimum age').isVisible())) await summary.click();
      };
      const saveRules = () => edited.getByRole('button', { name: 'Save' }).click();
      await openRules();
      await edited.getByLabel('Minimum age').fill('18');
      await saveRules();
      await edited.getByText('Add the question about the birth date first').waitFor();
      await edited.getByLabel('Minimum age').fill('');
      await edited.getByLabel('Category of the holder').click();
      await page.getByRole('option', { name: 'Own age classes' }).click();
      await edited.getByLabel('Age classes', { exact: true }).fill('Everybody\n\nW35, W, old');
      await saveRules();
      await edited.getByText('Line 3: Enter a whole number.').waitFor();
      await edited.getByLabel('Age classes', { exact: true }).fill('Everybody');
      await edited.getByLabel('Start', { exact: true }).fill('2083-06-01T20:30');
      await edited.getByLabel('Buyers see how many are left').check();
      await saveRules();
      await edited.waitFor({ state: 'detached' });
      await openRules();
      expect(await edited.getByLabel('Start', { exact: true }).inputValue()).toBe('2083-06-01T20:30');
      expect(await edited.getByLabel('Buyers see how many are left').isChecked()).toBe(true);
      expect(await edited.getByLabel('Age classes', { exact: true }).inputValue()).toBe('Everybody');
      await page.keyboard.press('Escape');
      await edited.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Edit Late' }).click();
      await page.getByRole('dialog').getByLabel('Price (EUR)').fill('');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').getByText('Fill in this field.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog', { name: 'Delete “Late”?' }).getByRole('button', { name: 'Delete' }).click();
      await table.getByRole('row', { name: 'Late' }).waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Withdraw' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
      await page.getByText('The event is a draft again.').waitFor();
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'texts in other languages are entered together, and only those that were changed are sent',
    async () => {
      const { db } = dashboard.database;
      const { id } = await db
        .selectFrom('events')
        .select('id')
        .where('external_id', '=', 'race')
        .executeTakeFirstOrThrow();
      const { page, errors } = await openAs('translator@example.com', 'events');
      const { url } = dashboard.server;
      const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, data?: object) =>
        page.request.fetch(`${url}/dashboard/api/organizers/harbour-run/events/${id}/${path}`, {
          ...{ method, headers: { origin: url } },
          ...(data && { data }),
        });
      const asked = await send('POST', 'questions', {
        ...{ askedOf: 'holder', kind: 'choice', label: 'Shirt', translations: { fr: { label: 'Maillot' } } },
        options: [
          { code: 'S', label: 'Small' },
          { code: 'XL.2', label: 'Large' },
        ],
      });
      const { id: questionId } = (await asked.json()) as { id: string };
      await page.goto(dashboard.pageUrl(`events/${id}?tab=texts`));
      const languages = page.getByLabel('Language', { exact: true });
      await page.getByRole('group', { name: 'Shirt' }).getByLabel('Question (German)').fill('Hemd');
      await page.getByRole('group', { name: 'Shirt' }).getByLabel('Large (German)').fill('Groß');
      await page.getByRole('group', { name: 'Race' }).getByLabel('Name (German)').fill('Lauf');
      await page.getByRole('group', { name: 'Race' }).getByLabel('Description (German)').fill('Am **Hafen**');
      await page.getByRole('group', { name: 'Drinks' }).getByLabel('Name (German)').fill('Getränke');
      expect(
        await page
          .getByRole('group', { name: 'Drinks' })
          .getByLabel(/Description/)
          .count(),
      ).toBe(0);
      expect(await languages.locator('option').allInnerTexts()).toContain('German');
      await saveOf(page, 'Name (German)').click();
      await page.getByText('Saved').waitFor();
      const stored = async () => [
        await db.selectFrom('events').select('translations').where('id', '=', id).executeTakeFirstOrThrow(),
        await db.selectFrom('addons').select('translations').where('event_id', '=', id).executeTakeFirstOrThrow(),
      ];
      const ofQuestion = async () => {
        const response = await page.request.get(
          `${url}/dashboard/api/organizers/harbour-run/events/${id}/questions/${questionId}`,
        );
        return ((await response.json()) as { translations: object }).translations;
      };
      expect(await ofQuestion()).toEqual({
        de: { label: 'Hemd', options: { 'XL.2': 'Groß' } },
        fr: { label: 'Maillot' },
      });
      expect(await stored()).toEqual([
        { translations: JSON.stringify({ de: { name: 'Lauf', description: 'Am **Hafen**' } }) },
        { translations: JSON.stringify({ de: { name: 'Getränke' } }) },
      ]);
      await page.reload();
      await page.getByRole('group', { name: 'Drinks' }).getByLabel('Name (German)').fill('');
      await page.getByRole('group', { name: 'Shirt' }).getByLabel('Large (German)').fill('');
      // What another member adds or removes meanwhile does not empty the form.
      const added = await send('POST', 'addons', { name: 'Massage', type: 'service', price: 900 });
      expect(added.status()).toBe(201);
      const massage = page.getByRole('group', { name: 'Massage' });
      expect(await massage.getByLabel('Name (German)').inputValue()).toBe('');
      await massage.getByLabel('Name (German)').fill('Massagen');
      const { id: addonId } = (await added.json()) as { id: string };
      expect((await send('DELETE', `addons/${addonId}`)).status()).toBe(200);
      await massage.waitFor({ state: 'detached' });
      expect(await page.getByRole('group', { name: 'Drinks' }).getByLabel('Name (German)').inputValue()).toBe('');
      await saveOf(page, 'Name (German)').click();
      await expect.poll(async () => (await stored())[1]).toEqual({ translations: null });
      expect((await stored())[0]?.translations).toContain('Lauf');
      await expect.poll(ofQuestion).toEqual({ de: { label: 'Hemd' }, fr: { label: 'Maillot' } });
      // Other tests begin without questions.
      expect((await send('DELETE', `questions/${questionId}`)).status()).toBe(200);

      // A category is translated once for its ticket types, also for those that get it later.
      const types = async () =>
        (
          await db
            .selectFrom('ticket_types')
            .select(['id', 'translations'])
            .where('event_id', '=', id)
            .orderBy('id')
            .execute()
        ).map((type) => ({ ...type, texts: JSON.parse(type.translations ?? '{}') }));
      for (const type of await types()) {
        const changed = await send('PATCH', `ticket-types/${type.id}`, { category: '21.1 km' });
        expect(changed.status()).toBe(200);
      }
      await page.reload();
      await page.getByRole('group', { name: 'Category: 21.1 km' }).getByLabel('Category (German)').fill('21,1 km');
      await saveOf(page, 'Category (German)').click();
      const categories = async () => (await types()).map(({ texts }) => texts.de?.category);
      await expect.poll(categories).toEqual(['21,1 km', '21,1 km']);
      await page.getByRole('tab', { name: 'Tickets and prices' }).click();
      await page.getByRole('button', { name: 'Add a ticket type' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('input[name=name]').fill('Relay');
      await dialog.getByLabel('Price (EUR)').fill('5');
      await dialog.getByLabel('Category', { exact: true }).fill('21.1 km');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await categories()).toEqual(['21,1 km', '21,1 km', '21,1 km']);
      await page.getByRole('button', { name: 'Edit Relay' }).click();
      await dialog.getByLabel('Category', { exact: true }).fill('Relay');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await categories()).toEqual(['21,1 km', '21,1 km', undefined]);

      const { page: settings } = await openAs('greeter@example.com', 'settings');
      await settings.getByLabel('Text above the tickets', { exact: true }).fill('See you!');
      await saveOf(settings, 'Text above the tickets').click();
      await settings.getByText('Saved').waitFor();
      await settings.getByLabel('Language', { exact: true }).selectOption('German');
      await settings.getByLabel('Text above the tickets (German)').fill('Bis bald!');
      await saveOf(settings, 'Text above the tickets (German)').click();
      await expect
        .poll(async () => (await readOrganizer()).translations)
        .toBe(JSON.stringify({ de: { mailGreeting: 'Bis bald!' } }));
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'questions are added, moved with the keyboard, changed and deleted, or archived if they have answers; what the server refuses is said at its field',
    async () => {
      const { id } = await dashboard.database.db
        .selectFrom('events')
        .select('id')
        .where('status', '=', 'published')
        .executeTakeFirstOrThrow();
      const scope = organizerScope(dashboard.organizer.id, systemClock, byOperator);
      await setOrganizerProfile(dashboard.database.db, scope, { termsUrl: 'https://race.example/terms' });
      const { page, errors } = await openAs('ann@example.com', `events/${id}?tab=questions`);
      const dialog = page.getByRole('dialog');
      const save = dialog.getByRole('button', { name: 'Save' });
      const add = async (name: string) => {
        await page.getByRole('button', { name: 'Add a question' }).click();
        await page.getByRole('menuitem', { name, exact: true }).click();
      };
      await waitForHeading(page, 'No questions yet', 2);
      await add('Date of birth');
      expect(await dialog.getByRole('textbox', { name: 'Question', exact: true }).inputValue()).toBe('Date of birth');
      await dialog.getByLabel('Required').check();
      await save.click();
      await dialog.waitFor({ state: 'detached' });

      await add('Own question');
      await dialog.getByRole('textbox', { name: 'Question', exact: true }).fill('Licence');
      await dialog.getByLabel('Pattern').fill('[A-Z');
      await save.click();
      await dialog
        .getByText(/pattern|expression/i)
        .first()
        .waitFor();
      await dialog.getByLabel('Pattern').fill('[A-Z]{2}\\d+');
      await save.click();
      await dialog.waitFor({ state: 'detached' });

      await add('Own question');
      await dialog.getByRole('textbox', { name: 'Question', exact: true }).fill('Shirt');
      await dialog.getByLabel('Kind of answer').click();
      await page.getByRole('option', { name: 'One of several options' }).click();
      for (const option of [2, 1]) await dialog.getByRole('button', { name: `Remove option ${option}` }).click();
      await save.click();
      const addOption = dialog.getByRole('button', { name: 'Add an option' });
      await addOption.and(page.locator(':focus')).waitFor();
      for (const option of [1, 2]) {
        await addOption.click();
        await dialog.getByLabel(`Option ${option}`, { exact: true }).fill(option === 1 ? 'Größe M' : 'Größe L');
      }
      for (const kind of ['Number', 'One of several options']) {
        await dialog.getByLabel('Kind of answer').click();
        await page.getByRole('option', { name: kind, exact: true }).click();
      }
      expect(await dialog.getByLabel('Option 1', { exact: true }).inputValue()).toBe('Größe M');
      await expectAccessible(page);
      await save.click();
      await dialog.waitFor({ state: 'detached' });

      await add('Own question');
      await dialog.getByRole('textbox', { name: 'Question', exact: true }).fill('Name on the shirt');
      const condition = dialog.getByRole('combobox', { name: 'Asked only after an answer to' });
      const dependOnShirt = async () => {
        await condition.click();
        await page.getByRole('option', { name: 'Shirt' }).click();
      };
      await dependOnShirt();
      // A question to the buyer cannot depend on one to holders.
      for (const person of ['The buyer', 'Each ticket holder']) await dialog.getByText(person, { exact: true }).click();
      expect(await condition.inputValue()).toBe('');
      await dependOnShirt();
      await dialog.getByRole('combobox', { name: 'One of these answers' }).click();
      await page.getByRole('option', { name: 'Größe L' }).click();
      await save.click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('depends on Shirt').waitFor();

      await page.getByRole('button', { name: 'Move Shirt up' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('Shirt is now at position 2 of 4.').waitFor();
      const stored = async () => {
        const questions = dashboard.database.db.selectFrom('questions').selectAll().where('event_id', '=', id);
        return await questions.orderBy('position').execute();
      };
      await expect
        .poll(async () => (await stored()).map(({ label }) => label))
        .toEqual(['Date of birth', 'Shirt', 'Licence', 'Name on the shirt']);
      const [birth, shirt, licence] = await stored();
      expect(birth).toMatchObject({ key: 'birthDate', kind: 'date', asked_of: 'holder', is_required: 1 });
      expect(JSON.parse(shirt?.options ?? '')).toMatchObject([{ code: 'Grosse-M' }, { code: 'Grosse-L' }]);

      const { url } = dashboard.server;
      await page.getByRole('button', { name: 'Edit Licence' }).click();
      await dialog.getByLabel('Help').fill('On the card');
      const changed = await page.request.patch(
        `${url}/dashboard/api/organizers/harbour-run/events/${id}/questions/${licence?.id}`,
        {
          headers: { origin: url },
          data: { help: 'Of your country', isRequired: true },
        },
      );
      expect(changed.status()).toBe(200);
      await save.click();
      await dialog.getByText('Now stored: “Of your country”').waitFor();
      await dialog.getByRole('button', { name: 'Keep mine' }).click();
      await save.click();
      await dialog.waitFor({ state: 'detached' });
      expect((await stored())[2]).toMatchObject({ help: 'On the card', is_required: 1 });

      await add('Acceptance of your terms');
      const terms = 'I accept the [terms](https://race.example/terms).';
      expect(await dialog.getByLabel('Wording').inputValue()).toBe(terms);
      await save.click();
      await dialog.waitFor({ state: 'detached' });
      expect((await stored()).at(-1)).toMatchObject({
        ...{ label: terms, kind: 'consent', asked_of: 'buyer', is_required: 1, is_marketing: 0 },
      });

      await page.getByRole('tab', { name: 'Basics' }).click();
      await page.getByRole('combobox', { name: 'Names of ticket holders' }).click();
      await page.getByRole('option', { name: 'First and last name' }).click();
      await saveOf(page, 'Currency').click();
      await page.getByText('Saved').last().waitFor();

      // A member answers them in an order by hand, or leaves them open.
      const addon = await page.request.post(`${url}/dashboard/api/organizers/harbour-run/events/${id}/addons`, {
        headers: { origin: url },
        data: { name: 'Medal', type: 'medal', price: 500, assignedTo: 'holder' },
      });
      expect(addon.status()).toBe(201);
      await page.goto(dashboard.pageUrl('orders/new'));
      await page.getByRole('textbox', { name: '10 km', exact: true }).fill('2');
      const holder = page.getByRole('group', { name: 'Holder of 10 km 1' });
      await holder.getByLabel('First name').fill('Emmy');
      await holder.getByRole('textbox', { name: 'Medal' }).fill('1');
      // Another test may have changed the price.
      const types = dashboard.database.db.selectFrom('ticket_types').select('price').where('event_id', '=', id);
      const { price } = await types.where('name', '=', '10 km').executeTakeFirstOrThrow();
      const total = `€${((2 * price + 500) / 100).toFixed(2)}`;
      await page.getByRole('button', { name: `Create the order for ${total}` }).waitFor();
      await holder.getByLabel('Date of birth').fill('1890-02-28');
      await holder.getByRole('radio', { name: 'Größe M' }).check();
      expect(await holder.getByLabel('Name on the shirt').count()).toBe(0);
      await holder.getByLabel('Licence').fill('none');
      await expectAccessible(page);
      const create = page.getByRole('button', { name: /^Create the order/ });
      await create.click();
      await holder.locator('[name="attendees.0.lastName"][aria-invalid]').fill('Noether');
      await create.click();
      await page.getByText('This does not have the right format.').waitFor();
      await holder.getByLabel('Licence').fill('');
      await page.getByText(/1900/).first().waitFor();
      await holder.getByLabel('Date of birth').fill('1990-02-28');
      await create.click();
      await page.getByText('Nothing is mailed: open its tickets and print them.').waitFor();
      const orderNumber = page.url().split('/').at(-1) ?? '';

      await page.goto(dashboard.pageUrl(`events/${id}?tab=questions`));
      await page.getByRole('button', { name: 'Edit Shirt' }).click();
      await dialog.getByRole('button', { name: 'Remove option Größe M' }).click();
      await save.click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Edit Shirt' }).click();
      await dialog.getByRole('button', { name: 'Restore option Größe M' }).waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      for (const [label, notice] of [
        ['Licence', '“Licence” is deleted.'],
        ['Date of birth', '“Date of birth” has answers, so it is archived.'],
      ] as const) {
        await page.getByRole('button', { name: `Edit ${label}` }).click();
        await dialog.getByRole('button', { name: 'Delete' }).click();
        await page
          .getByRole('dialog', { name: `Delete “${label}”?` })
          .getByRole('button', { name: 'Delete' })
          .click();
        await page.getByText(notice).waitFor();
      }
      expect((await stored()).some((question) => question.id === licence?.id)).toBe(false);
      await page.goto(dashboard.pageUrl(`orders/${orderNumber}`));
      const person = page.locator('section').getByRole('listitem').filter({ hasText: 'Emmy Noether' });
      await person.getByText('Größe M').waitFor();
      await person.getByText('28 Feb 1990').waitFor();
      await person.getByText('Medal').waitFor();
      await person.getByRole('button', { name: /^Correct/ }).click();
      expect(await dialog.getByLabel('First name').inputValue()).toBe('Emmy');
      await dialog.getByRole('radio', { name: 'Größe L' }).check();
      // It is asked only after this answer.
      await dialog.getByLabel('Name on the shirt').fill('Emmy');
      await expectAccessible(page);
      await save.click();
      await person.getByText('Größe L').waitFor();
      await person.getByText('Emmy', { exact: true }).waitFor();

      await page
        .getByRole('listitem')
        .filter({ hasText: 'No name' })
        .getByRole('button', { name: /^Correct/ })
        .click();
      await dialog.getByLabel('First name').fill('Fritz');
      await dialog.getByLabel('Last name').fill('Noether');
      await save.click();
      await page.getByRole('heading', { name: 'Fritz Noether' }).waitFor();
      expect(errors).toEqual([]);
    },
    journeyTimeoutMs,
  );

  test(
    'the open page of a removed member shows no data any more, without a click, and the audit log says who it was',
    async () => {
      const email = 'removed@example.com';
      const { page, errors } = await openAs(email, 'events');
      await page.getByRole('table', { name: 'Events' }).waitFor();
      const { db } = dashboard.database;
      const remove = async (address: string) => {
        const user = db.selectFrom('users').select('id').where('email', '=', address);
        const { id } = await user.executeTakeFirstOrThrow();
        const keys = { choice: 'keep', list: async () => [], revoke: async () => {} } as const;
        await removeMember(db, { organizerId: dashboard.organizer.id, origin: byOperator }, id, keys, systemClock);
        return id;
      };
      const id = await remove(email);
      await page.getByText('You are not a member of this organizer').waitFor();
      expect(await page.getByRole('table').count()).toBe(0);
      expect(errors).toEqual([]);

      // The server refuses the stream of a page whose user is removed before the stream is open.
      const other = 'removed-early@example.com';
      const { page: early } = await openAs(other, 'events');
      const removed = Promise.withResolvers<void>();
      await early.route(/\/live$/, async (route) => {
        await removed.promise;
        await route.continue();
      });
      await early.reload();
      await early.getByRole('table', { name: 'Events' }).waitFor();
      await remove(other);
      removed.resolve();
      await early.getByText('You are not a member of this organizer').waitFor();
      const { page: audit } = await openAs('auditor@example.com', 'audit');
      await audit
        .getByText(`Former member (…${id.slice(-6)})`)
        .first()
        .waitFor();
    },
    journeyTimeoutMs,
  );
});
