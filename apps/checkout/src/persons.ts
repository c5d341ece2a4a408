/** The persons of an order: the buyer, and a holder for each chosen ticket. */
import type { EventOnSale } from '@organizer/shared/api';
import { ageDayOf, ageProblem } from '@organizer/shared/questions/age-rule';
import { parseAnswers } from '@organizer/shared/questions/parse-answer';
import type { AnswerValue, Guardian, Question } from '@organizer/shared/questions/question';
import { type Person as AskedPerson, visibleQuestions } from '@organizer/shared/questions/visible-questions';
import { clearFieldError, explainField } from './actions.ts';
import { serverNow } from './api.ts';
import { messages } from './messages.ts';
import { addonsFor, chosenAttendees, chosenOffers, quantityOf } from './selection.ts';
import { change, type Entries, type Entry, type HolderEntry, type NameEntry, state } from './state.ts';

/** A person whom the page asks. */
export interface Person extends AskedPerson {
  /** The path of the person in the request. The ids of its fields are their paths, too, so that an error leads to its field. */
  readonly path: string;
  readonly title: string;
  readonly entries: Entries;
  readonly changeEntries: (update: (entries: Entries) => Entries) => void;
  /** The ticket type of a holder, unless it is no longer sold. */
  readonly ticketType?: EventOnSale['ticketTypes'][number];
}

/** The holder of a chosen ticket. */
export interface Holder extends Person {
  readonly ticketType: EventOnSale['ticketTypes'][number];
  /** The position of the ticket among those of its type, from 0. */
  readonly index: number;
  /** The fields of the name; none if the ticket type asks for no name. */
  readonly nameFields: readonly NameField[];
  /** The chosen add-ons of the holder, as in a request. */
  readonly addons: readonly { readonly addonId: string; readonly quantity: number }[];
  readonly setAddon: (addonId: string, quantity: number) => void;
}

/** A field of the name of a person. */
export interface NameField {
  /** What the request calls it. */
  readonly field: 'name' | 'holderName' | 'firstName' | 'lastName';
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
}

/**
 * The fields of a name: one, or two if the event asks for the first and the last name.
 *
 * @param full what the request calls a name in one field
 */
function nameFieldsOf(
  full: 'name' | 'holderName',
  entered: (part: keyof NameEntry) => string,
  set: (part: keyof NameEntry, value: string) => void,
): readonly NameField[] {
  const { name, firstName, lastName } = messages.details;
  const fieldOf = (part: keyof NameEntry, field: NameField['field'], label: string): NameField => ({
    ...{ field, label, value: entered(part) },
    set: (value) => set(part, value),
  });
  return state.event?.nameFields === 'firstAndLast'
    ? [fieldOf('firstName', 'firstName', firstName), fieldOf('lastName', 'lastName', lastName)]
    : [fieldOf('name', full, name)];
}

/** The fields of the name of the buyer. */
export function buyerNameFields(): readonly NameField[] {
  return nameFieldsOf(
    'name',
    (part) => state.buyer[part],
    (part, value) => {
      change({ buyer: { ...state.buyer, [part]: value } });
      // The first holder has the name of the buyer, unless another one is entered.
      const first = holders()[0]?.nameFields.find(({ field }) => field === (part === 'name' ? 'holderName' : part));
      const id = `attendees.0.${first?.field}`;
      if (state.fieldErrors[id] && first?.value === value) clearFieldError(id);
    },
  );
}

/** A name as entered in its fields. */
export function fullName(fields: readonly NameField[]): string {
  return fields
    .map(({ value }) => value.trim())
    .join(' ')
    .trim();
}

/** The buyer of the chosen tickets and add-ons. */
export function askedBuyer(): Person {
  return {
    path: 'buyer',
    title: '',
    askedOf: 'buyer',
    offerIds: chosenOffers().map(([id]) => id),
    entries: state.buyer.entries,
    changeEntries: (update) => change({ buyer: { ...state.buyer, entries: update(state.buyer.entries) } }),
  };
}

/** The holders of the chosen tickets, in the order of the request. The first one is the buyer unless another name is entered. */
export function holders(): Holder[] {
  const tickets = (state.event?.ticketTypes ?? []).flatMap((ticketType) =>
    Array.from({ length: quantityOf(ticketType.id) }, (_, index) => ({ ticketType, index })),
  );
  const attendees = chosenAttendees();
  return tickets.map(({ ticketType, index }, position) => {
    const { addons } = attendees[position]!;
    const entry = state.holders[ticketType.id]?.[index] ?? noEntry;
    return {
      path: `attendees.${position}`,
      title: messages.details.person({ persons: tickets.length, number: position + 1 }),
      askedOf: 'holder',
      offerIds: [ticketType.id, ...addons.map(({ addonId }) => addonId)],
      ...typeOfHolder(ticketType),
      index,
      nameFields:
        ticketType.holderName === 'none'
          ? []
          : nameFieldsOf(
              'holderName',
              (part) => entry[part] ?? (position === 0 ? state.buyer[part] : ''),
              (part, value) => changeHolder(ticketType.id, index, (holder) => ({ ...holder, [part]: value })),
            ),
      addons,
      setAddon: (addonId, quantity) =>
        changeHolder(ticketType.id, index, (holder) => ({
          ...holder,
          addons: { ...holder.addons, [addonId]: quantity },
        })),
      entries: entry.entries,
      changeEntries: (update) =>
        changeHolder(ticketType.id, index, (holder) => ({ ...holder, entries: update(holder.entries) })),
    };
  });
}

/** The names of the ticket holders, or what their cards are called. */
export function holderNames(): string[] {
  return holders().map(({ nameFields, title }) => fullName(nameFields) || title);
}

/** The name and the birth date of a holder, in the form in which they are compared; null if one of them is missing. */
function identityOf({ nameFields, ...holder }: Holder): string | null {
  const name = fullName(nameFields).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const birthDate = questionsOf(holder).find(({ key }) => key === 'birthDate');
  const born = birthDate && entryOf(birthDate, holder.entries);
  // "Zoë Müller" can also be written "Zoe Mueller".
  return name && born ? `${name.replace(/([aou])e/g, '$1')} ${born}` : null;
}

/** For each holder, the position of the first one with the same name and birth date; null if the holder is the first one, or one of both is missing. */
export function sameAsHolder(people: readonly Holder[]): readonly (number | null)[] {
  const identities = people.map(identityOf);
  return identities.map((identity, position) => {
    const first = identities.indexOf(identity);
    return identity === null || first === position ? null : first;
  });
}

/** The ticket type of a holder, with the day on which the age counts. */
export function typeOfHolder(ticketType: Holder['ticketType']) {
  return { ticketType, ...(state.event === null ? {} : { ageDay: ageDayOf(ticketType.ageRule, state.event) }) };
}

/** The error of a birth date that the ticket type does not allow, by the id of its field. */
function ageErrorOf({ path, ticketType }: Person, answers: Readonly<Record<string, AnswerValue>>) {
  const question = allQuestions().find(({ id, key }) => key === 'birthDate' && id in answers);
  if (!question || !ticketType?.ageRule || state.event === null) return {};
  const problem = ageProblem(String(answers[question.id]), ticketType.ageRule, state.event);
  if (problem === null) return {};
  const { code, ...params } = problem;
  const text = explainField({ code, params: { name: ticketType.name, ...params } });
  return { [`${path}.answers.${question.id}`]: text };
}

const noEntry: HolderEntry = { entries: {} };

function changeHolder(ticketTypeId: string, index: number, update: (holder: HolderEntry) => HolderEntry): void {
  const others = state.holders[ticketTypeId] ?? [];
  const length = Math.max(others.length, index + 1);
  const ofType = Array.from({ length }, (_, other) => others[other] ?? noEntry);
  change({ holders: { ...state.holders, [ticketTypeId]: ofType.with(index, update(ofType[index] ?? noEntry)) } });
}

function allQuestions(): readonly Question[] {
  return (state.event?.questions ?? []) as readonly Question[];
}

/** What was entered for a question, otherwise its default. */
export function entryOf({ id, key, default: preset }: Question, entries: Entries): Entry {
  return entries[id] ?? (preset === null ? '' : toEntry(preset, key));
}

/** The entry that has a value as its answer. */
export function toEntry(value: AnswerValue, key: Question['key']): Entry {
  if (typeof value !== 'object') return String(value);
  return key === 'guardian' ? { ...(value as Guardian), given: 'true' } : (value as Entry);
}

/** The answer that was entered, as `parseAnswer` expects it. */
function answerOf({ kind, key }: Question, entry: Entry): unknown {
  // A name that is missing is an error of its field, so the answer is not empty.
  if (key === 'guardian')
    return typeof entry === 'object' && 'given' in entry && entry.given !== '' ? { name: entry['name'] || ' ' } : null;
  if (typeof entry === 'object' || entry === '') return entry;
  if (kind === 'number') return Number(entry.trim().replace(',', '.'));
  return kind === 'boolean' || kind === 'consent' ? entry === 'true' : entry;
}

function answersOf({ entries }: Person): Record<string, unknown> {
  return Object.fromEntries(
    allQuestions().map((question) => [question.id, answerOf(question, entryOf(question, entries))]),
  );
}

/** The questions that a person is asked, depending on the answers so far. */
export function questionsOf(person: Person): readonly Question[] {
  return visibleQuestions(allQuestions(), person, answersOf(person));
}

/** The answers of a person for a request, and the texts of errors by the ids of the fields. */
export function checkAnswers(person: Person): {
  answers: Record<string, AnswerValue>;
  fieldErrors: Record<string, string>;
} {
  const questions = allQuestions().filter(({ askedOf }) => askedOf === person.askedOf);
  const raw = answersOf(person);
  const asked = Object.fromEntries(questions.map(({ id }) => [id, raw[id]]));
  const today = new Date(serverNow()).toISOString().slice(0, 10);
  const { answers, problems } = parseAnswers(questions, person, asked, { requireAll: true, today });
  const consents = new Set(questions.filter(({ kind }) => kind === 'consent').map(({ id }) => id));
  const texts = problems.map(({ path, problem }) => {
    const text = consents.has(path) ? messages.answers.accept : explainField(problem);
    return [`${person.path}.answers.${path}`, text];
  });
  const values = Object.fromEntries(answers.map(({ question, value }) => [question.id, value]));
  return { answers: values, fieldErrors: { ...Object.fromEntries(texts), ...ageErrorOf(person, values) } };
}

/** Changes the entry of a person for a question. Removes the errors of this question, and of those that are no longer asked. */
export function changeEntry(person: Person, question: Question, update: (entry: Entry) => Entry): void {
  const { id: questionId } = question;
  let { entries } = person;
  person.changeEntries((current) => {
    entries = { ...current, [questionId]: update(entryOf(question, current)) };
    return entries;
  });
  const asked = new Set(questionsOf({ ...person, entries }).map(({ id }) => id));
  const prefix = `${person.path}.answers.`;
  for (const field of Object.keys(state.fieldErrors)) {
    const [id = ''] = field.startsWith(prefix) ? field.slice(prefix.length).split('.') : [];
    if (id !== '' && (id === questionId || !asked.has(id))) clearFieldError(field);
  }
}

/** Whether the answer to a question can be copied to another person: not a consent, nor what differs between persons. */
function isCopied({ kind, key }: Question): boolean {
  return kind !== 'consent' && key !== 'birthDate' && key !== 'sex';
}

/** The questions that can be copied from one person to another. */
export function copiedQuestions(from: Person, to: Person): readonly Question[] {
  const asked = questionsOf(to);
  return questionsOf(from).filter((question) => isCopied(question) && asked.includes(question));
}

export function copyAnswers(from: Person, to: Person): void {
  for (const question of questionsOf(from).filter(isCopied)) {
    changeEntry(to, question, () => entryOf(question, from.entries));
  }
}

/** The name of a field in the list of errors; null for a field whose error says what is missing. */
export function fieldName(id: string): string | null {
  const [, position, field, questionId] =
    /^(?:buyer|tickets\.0|attendees\.(\d+))\.(holderName|firstName|lastName|(?:answers|addons)\.(\w+).*)$/.exec(id) ??
    [];
  const question = allQuestions().find((other) => other.id === questionId);
  const addon = addonsFor('holder').find((other) => other.id === questionId);
  const title = position === undefined ? '' : holders()[Number(position)]?.title;
  const { name, firstName, lastName } = messages.details;
  const label = { holderName: name, firstName, lastName }[field ?? ''] ?? question?.label ?? addon?.name;
  return [title, question?.kind === 'consent' ? '' : label].filter(Boolean).join(', ') || null;
}
