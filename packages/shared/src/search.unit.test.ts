import { describe, expect, test } from 'vitest';
import { emailForm } from './email-form.ts';
import { isTooShort, parseSearch, rankTickets, searchForm, wordsOf, wordsOfBuyer } from './search.ts';

describe('the form of names in searches', () => {
  test.each([
    ['ÉMILIE du Châtelet', 'emilie du chatelet'],
    ['Weiß', 'weiss'],
    ['WEISS', 'weiss'],
    ['ẞ', 'ss'],
    ['İpek IŞIK ışık', 'ipek isik'],
    ['Σίσυφος ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['Łukasz Ørsted Æsir Þór Đorđe', 'lukasz orsted aesir thor dorde'],
    ['ﬁnn Ｆｕｌｌ', 'finn full'],
    ["O'Brien", 'obrien'],
    ['O’Brien O`Brien O´Brien OʼBrien O＇Brien', 'obrien'],
    ['Anna-Lena Anna–Lena Anna‑Lena', 'anna lena'],
    ['St. John,  Jr.\t(II)', 'st john jr ii'],
    ['Ольга Ёлкина', 'ольга елкина'],
    ['王伟', '王伟'],
    ['007', '7'],
    ['00', '0'],
    ['A-0012', 'a 12'],
    ['0a7', '0a7'],
    ['2010-03-14 14.3.2010 14/03/2010 14-3-2010 3/14/2010', '20100314'],
    ['1.2.3 1.2/2010 5.11.91', '1 2 3 2010 5 11 91'],
    ['So\u00adphie\u200b', 'sophie'],
    ['a'.repeat(50), 'a'.repeat(40)],
    ['  \u0301 – ', ''],
  ])('of %j is %j', (text, form) => {
    expect(searchForm(text)).toBe(form);
    expect(searchForm(form)).toBe(form);
  });

  test('cuts long words between characters', () => {
    const [word] = wordsOf('𝒜𠀀'.repeat(30));
    expect([...(word ?? '')]).toHaveLength(40);
    expect(word?.isWellFormed()).toBe(true);
  });

  test('has the words of the name and of the first part of the e-mail address of a buyer', () => {
    const buyer = { name: 'Hannes Müller', email: 'Hannes.Mueller+race@Example.com' };
    expect(wordsOfBuyer(buyer)).toEqual(['hannes', 'muller', 'mueller', 'race']);
  });
});

describe('the form of e-mail addresses', () => {
  test.each([
    ['ADA@Example.com', 'ada@example.com'],
    ['MÜLLER@BÜCHER.de', 'müller@xn--bcher-kva.de'],
    ['mu\u0308ller@bücher.de', 'müller@xn--bcher-kva.de'],
    // These can be two mailboxes.
    ['strauß@example.com', 'strauß@example.com'],
    ['a@1.2.3.4.5', 'a@1.2.3.4.5'],
  ])('of %j is %j', (email, form) => expect(emailForm(email)).toBe(form));
});

describe('a search for tickets', () => {
  const ticket = (
    id: string,
    holder: string,
    bib: string,
    buyer = { name: '', email: 'a@b' },
    orderNumber = '0000000000',
  ) => ({
    id,
    bib,
    orderNumber,
    words: [...wordsOf(holder), ...wordsOf(bib)],
    otherWords: [...wordsOfBuyer(buyer), emailForm(buyer.email)],
  });
  const paul = { name: 'Paul Weber', email: 'Paul.W@Example.com' };
  const tickets = [
    ticket('1', 'Anna Schmidt', '070'),
    ticket('2', 'Annabel Weber', '10', paul, '7K3Q9MX2PA'),
    ticket('3', 'Anna-Lena Weber', '007'),
    ticket('4', 'Max Roth', 'A7', paul, '0123456789'),
  ];
  const find = (query: string, limit = 20) => rankTickets(tickets, parseSearch(query), limit).map(({ id }) => id);

  test.each([
    ['7', ['3', '1']],
    ['0070', ['1']],
    ['anna', ['3', '1', '2']],
    ['weber anna', ['3', '2']],
    ['WÉB Lena', ['3']],
    ['anna weber schmidt', []],
    ['roth, paul', ['4']],
    // Holders first.
    ['weber', ['3', '2', '4']],
    ['paul.w@EXAMPLE', ['2', '4']],
    ['paul.w@example.com max', ['4']],
    ['7k3q', ['2']],
    ['7K3Q9MX2PA', ['2']],
    ['7k3', []],
    ['o123', ['4']],
    ['0123456789', ['4']],
    ['nobody', []],
  ])('%j finds %j', (query, ids) => expect(find(query)).toEqual(ids));

  test('returns at most so many tickets, the best first', () => expect(find('anna', 2)).toEqual(['3', '1']));

  test('is too short with one letter, but not with a number or a name of one character', () => {
    expect(['', ' - ', 'a', 'É', '@'].map(isTooShort)).toEqual([true, true, true, true, true]);
    expect(['7', 'ab', 'a b', '王'].map(isTooShort)).toEqual([false, false, false, false]);
  });
});
