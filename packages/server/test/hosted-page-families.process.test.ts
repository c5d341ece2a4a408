import { readXlsx } from 'hucre/xlsx';
import { type Browser, chromium, type Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserArgs, browserFile } from './harness/browser-file.ts';
import { signIn } from './harness/dashboard.ts';
import { defined, first } from './harness/defined.ts';
import { makeKey } from './harness/fixtures.ts';
import { makeDevice, makeGate } from './harness/gates.ts';
import { jsonOf, type PageBody, read } from './harness/responses.ts';
import { expectAccessible, openPage, openShop, type Shop, waitForStep } from './hosted-page-shop.ts';

/** The race is always in the future. */
const year = new Date().getUTCFullYear() + 1;
const bornAtAge = (age: number) => `${year - age}-03-14`;

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1280, height: 900 } };

/** A family in a language: what it buys, and what it reads. */
const families = [
  {
    language: 'de',
    device: phone,
    offers: ['10 Kilometer', 'Kinderlauf'],
    shirts: { S: 'T-Shirt S', L: 'T-Shirt L' },
    labels: ['Vorname', 'Nachname', 'Geburtsdatum', 'Ich nehme die Teilnahmebedingungen'],
    buttons: ['Eins mehr: ', 'Weiter', /bezahlen$/],
    steps: ['Ihre Angaben', 'Bezahlen', 'Ihre Tickets'],
    card: 'Person 4 von 4',
    age: 'Mindestalter 6',
    same: /^Name und Geburtsdatum sind dieselben wie bei Person 1\. /,
    tooYoung: /^Kinderlauf ist für Personen, die am .*14\. Juni \d{4} mindestens 6 Jahre alt sind\.$/,
    mail: 'Ihre Tickets für Stadtlauf',
  },
  {
    language: 'pl',
    device: desktop,
    offers: ['10 kilometrów', 'Bieg dzieci'],
    shirts: { S: 'Koszulka S', L: 'Koszulka L' },
    labels: ['Imię', 'Nazwisko', 'Data urodzenia', 'Akceptuję regulamin'],
    buttons: ['O jeden więcej: ', 'Dalej', /^Zapłać/],
    steps: ['Twoje dane', 'Płatność', 'Twoje bilety'],
    card: 'Osoba 4 z 4',
    age: 'Wiek minimalny: 6',
    same: /^Imię i nazwisko oraz data urodzenia są takie same jak u osoby 1\. /,
    tooYoung: /^Bieg dzieci – trzeba mieć co najmniej 6 lat \(na dzień: .*14 czerwca \d{4}\)\.$/,
    mail: 'Twoje bilety: Bieg miejski',
  },
  {
    language: 'en',
    device: phone,
    offers: ['10 km', 'Children’s run'],
    shirts: { S: 'Shirt S', L: 'Shirt L' },
    labels: ['First name', 'Last name', 'Birth date', 'I accept the terms'],
    buttons: ['One more: ', 'Continue', /^Pay/],
    steps: ['Your details', 'Pay', 'Your tickets'],
    card: 'Person 4 of 4',
    age: 'Minimum age 6',
    same: /^The name and the birth date are the same as those of person 1\. /,
    tooYoung: /^Children’s run is for persons who are at least 6 years old on .*14 June \d{4}\.$/,
    mail: 'Your tickets for City run',
  },
] as const;

/** Each with a shirt in a size, except one. */
const people = [
  ['Ada María', 'Lovelace', bornAtAge(40), 'L'],
  ['Ben', 'Łukasz', bornAtAge(38), null],
  ['Cem', 'de la Cruz', bornAtAge(9), 'S'],
  ['سارة', 'العلي', bornAtAge(5), 'S'],
] as const;

interface Attendee {
  readonly id: string;
  readonly orderNumber: string;
  readonly holderName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly bib: string;
  readonly ticketTypeName: string;
  readonly answers: readonly { readonly value: unknown }[];
}

interface Order {
  readonly buyer: { readonly answers: readonly { readonly label: string; readonly language: string }[] };
}

describe('families that register for a race', { tags: 'chromium' }, () => {
  let browser: Browser;
  let shop: Shop;
  let race: Awaited<ReturnType<typeof openRace>>;
  beforeAll(async () => {
    [browser, shop] = await Promise.all([
      chromium.launch({ executablePath: browserFile ?? '', args: browserArgs }),
      openShop(),
    ]);
    race = await openRace(shop);
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.[Symbol.asyncDispose]();
  });

  test.for(families.map((family) => [family.language, family] as const))(
    'pay in %s after a child that is too young is refused with a sentence beside its field',
    { timeout: 240_000 },
    async ([language, { device, offers, shirts, labels, buttons, steps, card, age, same, tooYoung, mail }]) => {
      const email = `${language}@example.com`;
      const { page, errors } = await openPage(browser, { ...device, locale: language });
      page.setDefaultTimeout(20_000);
      const click = (name: string | RegExp) => page.getByRole('button', { name }).click();
      await page.goto(race.url);
      await page.locator('.offer').filter({ hasText: offers[1] }).getByText(age).waitFor();
      for (const offer of [...offers, ...offers]) await click(`${buttons[0]}${offer}`);
      await click(buttons[1]);
      await waitForStep(page, steps[0]);
      const [firstName, lastName, birthDate, terms] = labels;
      const enterName = async (part: Locator, person: number) => {
        await part.getByLabel(firstName, { exact: true }).fill(people[person]![0]);
        await part.getByLabel(lastName, { exact: true }).fill(people[person]![1]);
      };
      const cards = page.locator('fieldset.card');
      await page.locator('[id="buyer.email"]').fill(email);
      await enterName(cards.first(), 0);
      expect(await cards.nth(1).getByLabel(lastName, { exact: true }).inputValue()).toBe('Lovelace');
      const autocomplete = (input: Locator) => input.getAttribute('autocomplete');
      expect([
        await autocomplete(cards.first().getByLabel(firstName, { exact: true })),
        await autocomplete(cards.first().getByLabel(lastName, { exact: true })),
        await autocomplete(cards.nth(2).getByLabel(lastName, { exact: true })),
      ]).toEqual(['given-name', 'family-name', 'off']);
      // A person who is entered twice is noticed, and can stay.
      await enterName(cards.nth(2), 0);
      await cards.nth(2).getByLabel(firstName, { exact: true }).fill('ADA MARIA');
      for (const index of [1, 2]) await cards.nth(index).getByLabel(birthDate, { exact: true }).fill(people[0][2]);
      await expect.poll(() => cards.nth(2).getByRole('status').innerText()).toMatch(same);
      await expectAccessible(page);
      for (const [person, [, , born, size]] of people.entries()) {
        const holder = cards.nth(person + 1);
        if (person > 0) await enterName(holder, person);
        await holder.getByLabel(birthDate, { exact: true }).fill(born);
        if (size !== null) await holder.getByRole('checkbox', { name: shirts[size] }).check();
      }
      const lastNames = await page.locator('[name$=".lastName"]:dir(rtl)').all();
      expect(await Promise.all(lastNames.map((input) => input.inputValue()))).toEqual([people[3][1]]);
      expect(await cards.getByRole('status').allInnerTexts()).toEqual(['', '', '', '']);
      await page.getByRole('checkbox', { name: terms }).check();
      await expectAccessible(page);
      await click(buttons[1]);

      // The page says so before it asks for the code.
      await page.locator('#notice:focus').waitFor();
      const field = page.locator(`[id="attendees.3.answers.${race.birthDate}"]`);
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      const error = await page.locator(`[id="attendees.3.answers.${race.birthDate}-error"]`).innerText();
      expect(error).toMatch(tooYoung);
      const link = page.getByRole('alert').getByRole('link');
      expect(await link.allInnerTexts()).toEqual([`${card}, ${birthDate}: ${error}`]);
      await link.click();
      expect(await page.evaluate('document.activeElement.id')).toBe(await field.getAttribute('id'));
      await field.fill(bornAtAge(6));
      await click(buttons[1]);
      await page.locator('#code:focus').waitFor();
      await page.locator('#code').fill(await shop.waitForCode(email));
      await waitForStep(page, steps[1]);
      expect(await page.locator('.buyer').innerText()).toContain('Ada María Lovelace');
      await click(buttons[2]);
      await waitForStep(page, steps[2]);
      const shown = await page.locator('.ticket').allInnerTexts();
      for (const [person, [given, family, , size]] of people.entries()) {
        expect(shown[person]).toContain(`${given} ${family}`);
        expect(shown[person]).toContain(person < 2 ? '09:00' : '11:30');
        expect(Object.values(shirts).filter((name) => shown[person]?.includes(name))).toEqual(
          size === null ? [] : [shirts[size]],
        );
      }
      const findMail = () => shop.mails.find(({ to, subject }) => to === email && subject === mail);
      await expect.poll(findMail).toBeDefined();
      expect(findMail()?.text).toContain(shirts.L);
      expect(findMail()?.text.match(/11:30$/gm)).toHaveLength(2);
      const calendar = await page.locator('a[href*="calendar.ics"]').getAttribute('href');
      const file = await (await fetch(new URL(calendar ?? '', page.url()))).text();
      expect(file.match(/^DTSTART:.*Z(?=\r)/gm)).toEqual([
        `DTSTART:${year}0614T070000Z`,
        `DTSTART:${year}0614T093000Z`,
      ]);
      expect(errors).toEqual([]);
    },
  );

  test('are in the start list with their bibs and shirts, and one desk finds and reads both on its phone', {
    timeout: 120_000,
  }, async () => {
    const { organizer } = shop.organizerApi;
    const { key } = await makeKey(shop.db, organizer.id, { granted: ['orders:read:pii'] });
    const get = async <T>(path: string) => jsonOf<T>(await read(await shop.app.request(`/api/v1${path}`, { key })));
    const { data } = await get<PageBody<Attendee>>(`/attendees?eventId=${race.eventId}`);
    const named = people.map(([firstName, lastName]) => `${firstName}|${lastName}`);
    expect(data.map(({ firstName, lastName }) => `${firstName}|${lastName}`).toSorted()).toEqual(
      families.flatMap(() => named).toSorted(),
    );
    const numbers = [...new Set(data.map(({ orderNumber }) => orderNumber))];
    const orders = await Promise.all(numbers.map((number) => get<Order>(`/orders/${number}`)));
    expect(
      orders.flatMap(({ buyer }) => buyer.answers.map((consent) => [consent.language, consent.label])).sort(),
    ).toEqual(Object.entries(termsIn).sort());

    const member = await signIn(shop.app, { organizer, role: 'manager' });
    const columns = 'bib,firstName,lastName,birthDate,ticketType,addons';
    const file = await fetch(
      `${shop.app.url}/dashboard/api/organizers/${organizer.slug}/attendees/file?eventId=${race.eventId}&format=xlsx&columns=${columns}&language=en`,
      { headers: { cookie: member.cookie } },
    );
    expect(file.status).toBe(200);
    const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
    const [headings, ...rows] = first(sheets).rows;
    expect(headings).toEqual(['Number', 'First name', 'Last name', 'Date of birth', 'Ticket type', 'Add-ons']);
    const shirtOf = ({ firstName }: Attendee) => {
      const size = people.find(([given]) => given === firstName)?.[3];
      return size ? `Shirt ${size}` : '';
    };
    const rowOf = (attendee: Attendee) => {
      const { bib, firstName, lastName, answers, ticketTypeName } = attendee;
      const birthDate = new Date(String(first(answers).value));
      return [Number(bib), firstName, lastName, birthDate, ticketTypeName, shirtOf(attendee)];
    };
    const byBib = (row: readonly unknown[], other: readonly unknown[]) => Number(row[0]) - Number(other[0]);
    expect(rows.toSorted(byBib)).toEqual(data.map(rowOf).toSorted(byBib));
    expect(new Set(data.map(({ bib }) => bib)).size).toBe(4 * families.length);

    await makeGate(shop.db, organizer, { event: race.eventId });
    const { pairingCode } = await makeDevice(shop.db, organizer, { event: race.eventId });
    const { page, errors } = await openPage(browser, phone);
    page.setDefaultTimeout(20_000);
    await page.goto(`${shop.app.url}/gate#pair=${pairingCode}`);
    await page.getByText('List of ').waitFor();
    for (const [given, family, , size] of [people[0], people[1], people[3]]) {
      const { bib } = defined(
        data.find(({ firstName }) => firstName === given),
        'An attendee',
      );
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByLabel('Name, bib, order or e-mail').fill(bib);
      await page.keyboard.press('Enter');
      const found = page.locator('.found').filter({ hasText: `${bib} ${given} ${family}` });
      await found.getByRole('button', { name: 'Let in' }).click();
      const answer = page.getByRole('alertdialog');
      await answer.getByRole('heading', { name: 'Come in', exact: true }).waitFor();
      const type = given === people[3][0] ? 'Children’s run' : '10 km';
      const told = [bib, `${given} ${family}`, type, ...(size === null ? [] : [`Shirt ${size}`])];
      expect(await answer.locator('.ticket li').allInnerTexts()).toEqual(told);
      await answer.getByRole('button', { name: 'Next' }).click();
    }
    expect(errors).toEqual([]);
  });
});

const termsIn = {
  en: 'I accept the [terms](https://race.example/terms).',
  de: 'Ich nehme die [Teilnahmebedingungen](https://race.example/terms) an.',
  pl: 'Akceptuję [regulamin](https://race.example/terms).',
};

/** A race with two distances, in three languages. Children must be six years old. */
async function openRace({ organizerApi, app }: Shop) {
  const [de, pl] = families;
  const event = await organizerApi.event({
    name: 'City run',
    slug: 'city-run',
    startsAt: `${year}-06-14T07:00:00Z`,
    status: 'published',
    nameFields: 'firstAndLast',
    translations: { de: { name: 'Stadtlauf' }, pl: { name: 'Bieg miejski' } },
  });
  const translated = (index: 0 | 1) => ({ de: { name: de.offers[index] }, pl: { name: pl.offers[index] } });
  const asked = { quantity: 20, holderName: 'required' };
  await organizerApi.ticketType(event.id, {
    ...{ ...asked, name: '10 km', price: 2900, bibs: { first: 100, last: 199 } },
    translations: translated(0),
  });
  const kids = await organizerApi.ticketType(event.id, {
    ...{ ...asked, name: 'Children’s run', price: 500, bibs: { first: 1, last: 50 } },
    startsAt: `${year}-06-14T09:30:00Z`,
    translations: translated(1),
  });
  for (const size of ['S', 'L'] as const) {
    await organizerApi.addon(event.id, {
      ...{ type: 'shirt', name: `Shirt ${size}`, price: 1500, assignedTo: 'holder' },
      translations: { de: { name: de.shirts[size] }, pl: { name: pl.shirts[size] } },
    });
  }
  const add = async (fields: object) => {
    const response = await organizerApi.post(`/events/${event.id}/questions`, fields);
    expect(response.status, response.text).toBe(201);
    return jsonOf<{ id: string }>(response).id;
  };
  const birthDate = await add({
    ...{ askedOf: 'holder', kind: 'date', key: 'birthDate', isRequired: true, label: 'Birth date' },
    translations: { de: { label: de.labels[2] }, pl: { label: pl.labels[2] } },
  });
  await add({
    ...{ askedOf: 'buyer', kind: 'consent', isRequired: true, label: termsIn.en },
    translations: { de: { label: termsIn.de }, pl: { label: termsIn.pl } },
  });
  const rule = await organizerApi.patch(`/events/${event.id}/ticket-types/${kids.id}`, { ageRule: { minimum: 6 } });
  expect(rule.status, rule.text).toBe(200);
  return { eventId: event.id, birthDate, url: `${app.url}/e/city-run` };
}
