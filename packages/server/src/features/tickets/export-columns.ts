import { ageOn } from '#shared/questions/age-on';
import { type AgeRule, ageDayOf } from '#shared/questions/age-rule';
import { type QuestionKey, questionIn } from '#shared/questions/question';
import type { Cell, DateCell, FileLanguage } from '../../platform/spreadsheet/csv.ts';
import { answerIn, type QuestionView, type StoredAnswer } from '../questions/index.ts';
import type { AttendeePart, AttendeeTicket } from './attendee-page.ts';
import { type HolderName, partsOfName } from './holder-name.ts';

/** The columns that every event has, in their sequence, with their headings. */
const headings = {
  bib: { en: 'Number', de: 'Nummer' },
  holderName: { en: 'Name', de: 'Name' },
  firstName: { en: 'First name', de: 'Vorname' },
  lastName: { en: 'Last name', de: 'Nachname' },
  ticketType: { en: 'Ticket type', de: 'Ticketart' },
  category: { en: 'Category', de: 'Kategorie' },
  birthDate: { en: 'Date of birth', de: 'Geburtsdatum' },
  age: { en: 'Age', de: 'Alter' },
  sex: { en: 'Sex', de: 'Geschlecht' },
  nationality: { en: 'Nationality', de: 'Staatsangehörigkeit' },
  club: { en: 'Club', de: 'Verein' },
  team: { en: 'Team', de: 'Mannschaft' },
  addons: { en: 'Add-ons', de: 'Extras' },
  status: { en: 'Status', de: 'Status' },
  usedAt: { en: 'Used', de: 'Benutzt' },
  issuedAt: { en: 'Issued', de: 'Ausgestellt' },
  buyerName: { en: 'Buyer', de: 'Käufer' },
  buyerEmail: { en: 'E-mail address of the buyer', de: 'E-Mail-Adresse des Käufers' },
  buyerPhone: { en: 'Telephone number of the buyer', de: 'Telefonnummer des Käufers' },
  orderNumber: { en: 'Order', de: 'Bestellung' },
  paidAt: { en: 'Paid', de: 'Bezahlt' },
  ticketId: { en: 'Ticket', de: 'Ticket' },
  qrValue: { en: 'QR code', de: 'QR-Code' },
  fields: { en: 'Answers', de: 'Antworten' },
} as const;

export type AttendeeColumn = keyof typeof headings;
export const attendeeColumns = Object.keys(headings) as readonly AttendeeColumn[];

const statuses = {
  en: { valid: 'valid', used: 'used', void: 'void' },
  de: { valid: 'gültig', used: 'benutzt', void: 'ungültig' },
} as const;

/** Follows the label of a question that is no longer asked, because a newer question can have the same label. */
const archived = { en: 'archived', de: 'archiviert' } as const;

/** What the cells of an event need. */
export interface ExportedEvent {
  readonly startsAt: string;
  readonly timezone: string;
  readonly ticketTypes: readonly { readonly id: string; readonly ageRule: AgeRule | null }[];
  readonly questions: readonly QuestionView[];
}

/** A ticket with its answers parsed. */
export type ExportedTicket = Omit<AttendeeTicket, 'answers' | 'buyerAnswers'> &
  Readonly<Record<'answers' | 'buyerAnswers', readonly StoredAnswer[]>>;

/** Parses the answers of a ticket once for all columns. */
export function parseAnswers(ticket: AttendeeTicket): ExportedTicket {
  const parse = (json = '[]') => JSON.parse(json) as StoredAnswer[];
  return { ...ticket, answers: parse(ticket.answers), buyerAnswers: parse(ticket.buyerAnswers) };
}

/** A column of a file. */
export interface ExportColumn {
  readonly heading: string;
  /** What is read of each ticket for this column. */
  readonly part?: AttendeePart;
  readonly hasTimes?: boolean;
  readonly cell: (ticket: ExportedTicket) => Cell | null | undefined;
}

/**
 * A column of a start list.
 *
 * @param name the name of a column that every event has, or the id of a question
 * @returns undefined if the event has no such question
 */
export function exportColumn(name: string, event: ExportedEvent, language: FileLanguage): ExportColumn | undefined {
  if (!isStandard(name)) {
    const question = event.questions.find(({ id }) => id === name);
    return question && questionColumn(questionIn(question, language), language);
  }
  const heading = headings[name][language];
  const time = (read: (ticket: ExportedTicket) => string | null | undefined) => {
    const format = localTimeFormat(event.timezone);
    return (ticket: ExportedTicket) => {
      const value = read(ticket);
      return value == null ? null : format(value);
    };
  };
  const ofKey = (key: QuestionKey): ExportColumn => ({
    heading,
    part: 'answers',
    cell: ({ answers }) => {
      const stored = answers.find((each) => each.key === key);
      return stored && answerCell(stored, undefined, language);
    },
  });
  switch (name) {
    case 'bib':
      return { heading, cell: ({ bib }) => numberCell(bib) };
    case 'birthDate':
    case 'sex':
    case 'nationality':
    case 'club':
    case 'team':
      return ofKey(name);
    case 'firstName':
    case 'lastName':
      return { heading, cell: (ticket) => dividedName(ticket)[name] };
    case 'age':
      return { heading, part: 'answers', cell: ageCell(event) };
    case 'addons':
      return { heading, part: 'addons', cell: ({ addons }) => addonsText(addons) };
    case 'status':
      return { heading, cell: ({ status }) => statuses[language][status] };
    case 'usedAt':
    case 'issuedAt':
      return { heading, hasTimes: true, cell: time((ticket) => ticket[name]) };
    case 'paidAt':
      return { heading, part: 'buyer', hasTimes: true, cell: time((ticket) => ticket.paidAt) };
    case 'buyerName':
    case 'buyerEmail':
    case 'buyerPhone':
      return { heading, part: 'buyer', cell: (ticket) => ticket[name] };
    case 'ticketId':
      return { heading, cell: ({ id }) => id };
    case 'fields':
      return { heading, cell: ({ fields }) => fieldsText(fields) };
    default:
      return { heading, cell: (ticket) => ticket[name] };
  }
}

/**
 * The columns that RACE RESULT 14 imports, with the names and forms of its fields. Each ticket type is a contest, whose number is its
 * place in the event.
 */
export function raceResultColumns(event: ExportedEvent): readonly ExportColumn[] {
  const contests = new Map(event.ticketTypes.map(({ id }, index) => [id, index + 1]));
  const answer = (heading: string, key: QuestionKey, cell: (value: string) => Cell): ExportColumn => ({
    heading,
    part: 'answers',
    cell: (ticket) => {
      const value = textOfKey(ticket, key);
      return value === null ? null : cell(value);
    },
  });
  return [
    { heading: 'Bib', cell: ({ bib }) => numberCell(bib) },
    { heading: 'Lastname', cell: (ticket) => dividedName(ticket).lastName },
    { heading: 'Firstname', cell: (ticket) => dividedName(ticket).firstName },
    answer('Gender', 'sex', (code) => ({ female: 'f', male: 'm' })[code] ?? ''),
    answer('DateOfBirth', 'birthDate', (date) => ({ date })),
    answer('Nation', 'nationality', String),
    answer('Club', 'club', String),
    { heading: 'Contest', cell: ({ ticketTypeId }) => contests.get(ticketTypeId) },
    // RACE RESULT refuses files with columns that it does not know, and its other keys are numbers or short.
    { heading: 'Comment', cell: ({ id }) => id },
  ];
}

function isStandard(name: string): name is AttendeeColumn {
  return Object.hasOwn(headings, name);
}

/** @param question in the language of the file */
function questionColumn(question: QuestionView, language: FileLanguage): ExportColumn {
  const { label, isArchived, askedOf } = question;
  const part = askedOf === 'buyer' ? 'buyerAnswers' : 'answers';
  return {
    heading: isArchived ? `${label} (${archived[language]})` : label,
    part,
    cell: (ticket) => {
      const stored = ticket[part].find(({ questionId }) => questionId === question.id);
      return stored && answerCell(stored, question, language);
    },
  };
}

function textOfKey({ answers }: ExportedTicket, key: QuestionKey): string | null {
  const value = answers.find((stored) => stored.key === key)?.value;
  return typeof value === 'string' ? value : null;
}

/** Numbers and dates stay numbers and dates, so that a workbook sorts them. */
function answerCell(stored: StoredAnswer, question: QuestionView | undefined, language: FileLanguage): Cell {
  const { kind, value } = stored;
  if (kind === 'number' && typeof value === 'number') return value;
  if (kind === 'date' && typeof value === 'string') return { date: value };
  return answerIn(stored, question, language);
}

/** The age on the day that the rule of the ticket type states, or on the day of the event. */
function ageCell(event: ExportedEvent): ExportColumn['cell'] {
  const days = new Map(event.ticketTypes.map(({ id, ageRule }) => [id, ageDayOf(ageRule, event)]));
  return (ticket) => {
    const birthDate = textOfKey(ticket, 'birthDate');
    const { onDate, leapRule } = days.get(ticket.ticketTypeId) ?? ageDayOf(null, event);
    return birthDate === null || birthDate > onDate ? null : ageOn(birthDate, onDate, leapRule);
  };
}

/** The first and the last name. A name that was given as a whole is divided at its last space. */
function dividedName(name: HolderName): Record<'firstName' | 'lastName', string> {
  const parts = partsOfName(name);
  if (parts !== null) return parts;
  const [, firstName = '', lastName = ''] = /^(?:(.*) )?(\S+)$/s.exec(name.holderName?.trim() ?? '') ?? [];
  return { firstName, lastName };
}

/** Answers as text, one per line. */
function fieldsText(fields: string | null): string | null {
  if (fields === null) return null;
  const answers = Object.entries(JSON.parse(fields) as Record<string, string>);
  return answers.map(([question, answer]) => `${question}: ${answer}`).join('\n');
}

/** The name of each add-on, and the number of units if it is not one. */
function addonsText(addons: string | undefined): string | null {
  if (addons === undefined) return null;
  const list = JSON.parse(addons) as { name: string; units: number }[];
  return list.map(({ name, units }) => (units === 1 ? name : `${units} × ${name}`)).join(', ');
}

/** A whole number without leading zeros is a number in a workbook, so that it is sorted as one. */
function numberCell(text: string): Cell {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : text;
}

/** Formats times such as `2027-05-01 08:00:00`, which spreadsheet programs recognize. */
function localTimeFormat(timeZone: string): (time: string) => DateCell {
  // Sweden writes dates and times in this format.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return (time) => ({ date: format.format(new Date(time)) });
}
