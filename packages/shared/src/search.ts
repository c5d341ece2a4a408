/**
 * The search for tickets and orders. The server and the gate app both use this module, so that a phone without a network finds what the
 * server would find.
 */
import { emailForm } from './email-form.ts';

/** Longer words are cut, so that an index can store them. */
const wordLengthMax = 40;
/** Further words of a name are not searched. */
const wordsOfTextMax = 16;
/** Further words of a query are ignored. */
const wordsOfQueryMax = 8;
/** Fewer characters would match the numbers of unrelated orders. */
const orderNumberLengthMin = 4;

const apostrophes = /['\u2018-\u201b\u2032\u2035\u02b9-\u02bd\u02c8`\u00b4\u055a\u05f3\ua78b\ua78c\uff07]/g;
const asciiWords = /^[a-z0-9 ]*$/i;
const dates = /(?<![\p{L}\p{N}])(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})([./-])(\d{1,2})\5(\d{4}))(?![\p{L}\p{N}])/gu;
const notOfWords = /[^\p{L}\p{N}\p{M}]+/u;

/** Letters that NFKD does not decompose and that have no case variant in ASCII, as in the Latin-ASCII transform of Unicode CLDR. */
const baseLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
  ə: 'e',
  ɓ: 'b',
  ɗ: 'd',
  ɛ: 'e',
  ɔ: 'o',
  ƙ: 'k',
  ƴ: 'y',
  ς: 'σ',
};
const baseLetterPattern = new RegExp(`[${Object.keys(baseLetters).join('')}]`, 'g');

/**
 * The form in which names and numbers are compared: words with one space between them, without case, accents, apostrophes, dashes and
 * leading zeros. "D’Ångelo-Weiß 007" becomes "dangelo weiss 7". A date is one word: "2010-03-14", "14.3.2010" and "14/03/2010" become
 * "20100314". The day is before the month, unless there is no such month.
 */
export function searchForm(text: string): string {
  const folded = foldCase(text);
  const words = asciiWords.test(text) ? folded.split(' ') : folded.replace(dates, dateWord).split(notOfWords);
  return [...new Set(words.filter((word) => word !== '').map(normalizeWord))].join(' ');
}

function dateWord(_date: string, ...parts: readonly (string | undefined)[]): string {
  const [year, month, day, first = '', , second = '', yearAtEnd] = parts;
  if (year !== undefined) return `${year}${month}${day}`;
  const ofDay = Number(second) > 12 ? [first, second] : [second, first];
  return [yearAtEnd, ...ofDay.map((part) => part.padStart(2, '0'))].join('');
}

function foldCase(text: string): string {
  if (asciiWords.test(text)) return text.toLowerCase();
  return (
    text
      .replace(apostrophes, '')
      .normalize('NFKD')
      // Marks, and characters that are not visible.
      .replace(/[\p{Mn}\p{Me}\p{Cf}]/gu, '')
      // Some letters differ only in lower case, such as "ß" and "ss", or "ı" and "i"; "ẞ" only in upper case.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replace(baseLetterPattern, (letter) => baseLetters[letter] ?? letter)
  );
}

function normalizeWord(word: string): string {
  const number = word.replace(/^0+(?=\d+$)/, '');
  return number.length <= wordLengthMax ? number : [...number].slice(0, wordLengthMax).join('');
}

/** The words by which a name or a number is found. */
export function wordsOf(text: string | null): string[] {
  return text === null ? [] : wordsOfForm(searchForm(text)).slice(0, wordsOfTextMax);
}

/** The words by which a buyer is found, apart from the complete e-mail address. */
export function wordsOfBuyer({ name, email }: { readonly name: string | null; readonly email: string }): string[] {
  return [...new Set([...wordsOf(name), ...wordsOf(email.slice(0, email.lastIndexOf('@')))])];
}

function wordsOfForm(form: string): string[] {
  return form === '' ? [] : form.split(' ');
}

/** A word of a query. */
export interface SearchWord {
  /** In the form of `searchForm`, or the begin of an e-mail address in the form of `emailForm`. */
  readonly text: string;
  readonly isAddress: boolean;
  /** The begin of an order number that the word can be; null if it cannot be one. */
  readonly orderNumber: string | null;
}

/** The words of a query, in any order. Each of them must be the begin of a word of what is found. */
export function parseSearch(query: string): SearchWord[] {
  const words = query
    .trim()
    .split(/\s+/)
    .flatMap((part) =>
      part.indexOf('@') > 0 ? [addressWord(part)] : wordsOfForm(searchForm(part)).map(plainWord(part)),
    );
  const distinct = new Map(words.map((word) => [word.text, word]));
  return [...distinct.values()].slice(0, wordsOfQueryMax);
}

/** Whether a query is too short: a letter that many names begin with. Numbers, and letters such as those of Chinese, can be alone. */
export function isTooShort(query: string): boolean {
  const [word, ...others] = parseSearch(query);
  return word === undefined || (others.length === 0 && word.text.length === 1 && !/[\p{N}\p{Lo}]/u.test(word.text));
}

function addressWord(part: string): SearchWord {
  return { text: emailForm(part), isAddress: true, orderNumber: null };
}

const plainWord = (part: string) => (text: string) => ({
  text,
  isAddress: false,
  // The form of a number has no leading zeros, but an order number has.
  orderNumber: toOrderNumber(/^\d+$/.test(part) ? part : text),
});

/** The characters of an order number (Crockford base32) in upper case; null if the text has others. */
function toOrderNumber(text: string): string | null {
  if (text.length < orderNumberLengthMin || text.length > 10) return null;
  const upper = text.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]+$/.test(upper) ? upper : null;
}

/** What a ticket is found by. */
export interface SearchedTicket {
  readonly id: string;
  readonly bib: string;
  readonly orderNumber: string;
  /** The words of its holder and its bib. */
  readonly words: readonly string[];
  /** The words of its buyer, the e-mail address in the form of `emailForm`, and the words of answers. */
  readonly otherWords: readonly string[];
}

/** Returns the tickets that match all words of a query: complete words first, then those of holders before others, then by bib. */
export function rankTickets<T extends SearchedTicket>(
  tickets: Iterable<T>,
  query: readonly SearchWord[],
  limit: number,
): T[] {
  const found: { ticket: T; rank: number }[] = [];
  for (const ticket of tickets) {
    const rank = rankOf(ticket, query);
    if (rank !== null) found.push({ ticket, rank });
  }
  found.sort((a, b) => a.rank - b.rank || compareBibs(a.ticket, b.ticket));
  return found.slice(0, limit).map(({ ticket }) => ticket);
}

/** Lower is better; null if the ticket does not match. */
function rankOf({ words, otherWords, orderNumber }: SearchedTicket, query: readonly SearchWord[]): number | null {
  let incomplete = 0;
  let others = 0;
  for (const { text, orderNumber: number } of query) {
    if (words.includes(text) || number === orderNumber) continue;
    const isBegin = (word: string) => word.startsWith(text);
    if (otherWords.includes(text)) others += 1;
    else {
      incomplete += 1;
      if (words.some(isBegin) || (number !== null && orderNumber.startsWith(number))) continue;
      if (!otherWords.some(isBegin)) return null;
      others += 1;
    }
  }
  return incomplete * (wordsOfQueryMax + 1) + others;
}

/** Numbers first, then other texts. */
function compareBibs(a: SearchedTicket, b: SearchedTicket): number {
  const [numberA, numberB] = [a, b].map(({ bib }) => (/^\d+$/.test(bib) ? Number(bib) : Number.MAX_VALUE)) as [
    number,
    number,
  ];
  if (numberA !== numberB) return numberA - numberB;
  return a.bib < b.bib || (a.bib === b.bib && a.id < b.id) ? -1 : 1;
}
