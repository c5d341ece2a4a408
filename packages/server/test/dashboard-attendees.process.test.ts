import { describe, expect, test } from 'vitest';
import { addUser, journeyTimeoutMs, phone, signInDirectly, useDashboard, waitForHeading } from './dashboard-browser.ts';
import { importAll, orderLine, raceLines } from './harness/fixtures.ts';
import { expectAccessible, openPage } from './hosted-page-shop.ts';

describe('the attendees in the dashboard', { tags: 'chromium' }, () => {
  let signInPath: string;
  let signInPathOfManager: string;
  let eventId: string;
  const dashboard = useDashboard('sqlite', {
    fill: async (db, organizer) => {
      const ageRule = { on: 'event', date: null, leapRule: 'mar1', minimum: 18, maximum: null };
      const lines = raceLines().map((line) => {
        if (line.type === 'event') return { ...line, startsAt: '2026-12-01T08:00:00Z' };
        if (line.type === 'addon') return { ...line, assignedTo: 'holder' };
        return line.type === 'ticketType' ? { ...line, ageRule } : line;
      });
      const question = { type: 'question', eventId: 'race', askedOf: 'holder', isRequired: true };
      const order = (holderName: string, values: object) => {
        const answers = Object.entries(values).map(([questionId, value]) => ({
          questionId,
          value,
          // As a buyer saw it in Polish.
          ...(questionId === 'shirt' ? { label: 'Koszulka', text: 'Duży', language: 'pl' } : {}),
          ...(questionId === 'sex' ? { label: 'Płeć', text: 'Kobieta', language: 'pl' } : {}),
        }));
        return orderLine(holderName.slice(0, 2), {
          items: [
            { kind: 'ticket', ticketTypeId: 'run-10', quantity: 1 },
            { kind: 'addon', addonId: 'beer', quantity: 1, attendee: 0 },
          ],
          attendees: [{ ticketTypeId: 'run-10', holderName, answers }],
        } as never);
      };
      await importAll(db, organizer, [
        ...lines,
        { ...question, externalId: 'born', label: 'Born', kind: 'date', key: 'birthDate' },
        { ...question, externalId: 'club', label: 'Club', kind: 'text', key: 'club' },
        {
          ...{ ...question, isRequired: false, externalId: 'shirt', label: 'T-Shirt', kind: 'choice' },
          options: [{ code: 'l', label: 'Groß' }],
          translations: { en: { label: 'Shirt', options: { l: 'Large' } } },
        },
        { ...question, isRequired: false, externalId: 'sex', label: 'Sex', kind: 'choice', key: 'sex' },
        // 18 on the day of the race.
        order('Ada Byron', { born: '2008-12-01', club: 'Harriers', shirt: 'l', sex: 'female' }),
        order('Zoë Hopper', { born: '1990-01-01' }),
      ] as never);
      ({ id: eventId } = await db.selectFrom('events').select('id').executeTakeFirstOrThrow());
      signInPath = await addUser(db, organizer, 'owner@example.com', 'owner');
      signInPathOfManager = await addUser(db, organizer, 'manager@example.com', 'manager');
    },
  });

  test(
    'are found by an answer, and by the lack of one; a view of their list is saved; an event that is moved says first who is too young',
    async () => {
      const { page } = await openPage(dashboard.browser, phone);
      await signInDirectly(page, dashboard.server.url + signInPath);
      await page.goto(dashboard.pageUrl(`attendees?eventId=${eventId}`));
      const [ada, grace] = ['Ada Byron', 'Zoë Hopper'].map((name) => page.getByRole('row').filter({ hasText: name }));
      await grace!.waitFor();
      await ada!.getByText('Shirt: Large, Sex: Female').waitFor();
      await ada!.getByText('5 × Drinks').waitFor();
      const search = async (text: string) => {
        const form = page.getByRole('search', { name: 'Find an attendee' });
        await form.getByRole('searchbox').fill(text);
        await form.getByRole('button', { name: 'Search' }).click();
      };
      await search('harr 2008-12-01');
      await grace!.waitFor({ state: 'detached' });
      await ada!.waitFor();
      await search('');
      await grace!.waitFor();
      await page.getByRole('button', { name: /^Filter/ }).click();
      await page.getByRole('combobox', { name: 'Required answers' }).click();
      await page.getByRole('option', { name: 'Missing (1)' }).click();
      await ada!.waitFor({ state: 'detached' });
      await grace!.waitFor();
      await expectAccessible(page);

      await page.getByRole('button', { name: 'Download', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('CSV', { exact: true }).click();
      await dialog.getByRole('checkbox', { name: 'Status' }).uncheck();
      await dialog.getByRole('checkbox', { name: 'Club' }).check();
      await dialog.getByLabel('Name of the view').fill('Clubs');
      await dialog.getByRole('button', { name: 'Save view' }).click();
      await dialog.getByRole('combobox', { name: 'Saved view' }).waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      await dialog.getByRole('combobox', { name: 'Saved view' }).click();
      await page.getByRole('option', { name: 'Clubs' }).click();
      expect(await dialog.getByRole('radio', { name: 'CSV' }).isChecked()).toBe(true);
      expect(await dialog.getByRole('checkbox', { name: 'Status' }).isChecked()).toBe(false);
      expect(await dialog.getByRole('checkbox', { name: 'Club' }).isChecked()).toBe(true);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Delete view' }).click();
      await dialog.getByRole('combobox', { name: 'Saved view' }).waitFor({ state: 'detached' });

      await page.goto(dashboard.pageUrl(`events/${eventId}`));
      await waitForHeading(page, /Race/);
      await page.getByLabel('Starts').fill('2026-11-30T08:00');
      const note = page.getByRole('status').filter({ hasText: 'On the new day, 1 person would be in another class' });
      await note.getByText('Ada Byron: too young on the new day').waitFor();
      await expectAccessible(page);
      await page.getByLabel('Starts').fill('2026-12-02T08:00');
      await note.waitFor({ state: 'detached' });
      expect(await dashboard.database.db.selectFrom('events').select('starts_at').execute()).toEqual([
        { starts_at: '2026-12-01T08:00:00.000Z' },
      ]);
    },
    journeyTimeoutMs,
  );

  test(
    'get start numbers by an answer, for one ticket type, or from a file as Excel writes it',
    async () => {
      const { page } = await openPage(dashboard.browser, phone);
      await signInDirectly(page, dashboard.server.url + signInPathOfManager);
      await page.goto(dashboard.pageUrl(`attendees?eventId=${eventId}`));
      await page.getByRole('button', { name: 'Start numbers' }).click();
      const dialog = page.getByRole('dialog', { name: 'Start numbers' });
      const choose = async (field: string, option: string) => {
        await dialog.getByRole('combobox', { name: field }).click();
        await page.getByRole('option', { name: option }).click();
      };
      await choose('Numbers', 'By an answer, such as a seed time');
      await choose('Question', 'Born');
      await choose('Ticket type', '10 km');
      await dialog.getByLabel('Also change the numbers of tickets that have one').check();
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await dialog.getByText('2 numbers change.').waitFor();
      await expectAccessible(page);
      await choose('Numbers', 'From a file');
      const buffer = Buffer.from('Name;Nummer\r\nZoë Hopper;39\r\n', 'latin1');
      await page.locator('input[type=file]').setInputFiles({ name: 'bibs.csv', mimeType: 'text/csv', buffer });
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await dialog.getByText('1 number changes.').waitFor();
      const row = dialog.getByRole('row').filter({ hasText: 'Zoë Hopper' });
      await row.getByText('39', { exact: true }).waitFor();
    },
    journeyTimeoutMs,
  );
});
