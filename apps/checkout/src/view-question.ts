import { linkedText } from '@organizer/shared/linked-text';
import { countryName } from '@organizer/shared/questions/answer-text';
import { countryCodes } from '@organizer/shared/questions/countries';
import { birthDateMin } from '@organizer/shared/questions/parse-answer';
import type { Question } from '@organizer/shared/questions/question';
import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { field, noteIds, notes, optionalMark, selectField } from './fields.ts';
import { messages } from './messages.ts';
import { changeEntry, entryOf, type Person, questionsOf } from './persons.ts';
import { type Entry, focusOn } from './state.ts';

const answerTexts = messages.answers;
/** More options are a list instead of buttons. */
const maxRadioButtons = 5;

/** The fields of the questions that a person is asked. */
export function questionsView(person: Person): unknown {
  return repeat(
    questionsOf(person),
    ({ id }) => id,
    (question) => questionView(question, person),
  );
}

/** What the fields of a question have in common. */
interface Asked {
  readonly id: string;
  readonly label: string;
  readonly hint: string | null;
  readonly isOptional: boolean;
}

/** Changes what was entered for a question. */
type Change = (update: (entry: Entry) => Entry) => void;

function questionView(question: Question, person: Person): TemplateResult {
  const { id, kind, key, label, help, isRequired } = question;
  const options = question.options ?? [];
  const asked = { id: `${person.path}.answers.${id}`, label, hint: help, isOptional: !isRequired };
  const entry = entryOf(question, person.entries);
  const change: Change = (update) => changeEntry(person, question, update);
  const set = (text: string) => change(() => text);
  const text = { ...asked, value: String(entry), onInput: set, autocomplete: autocompleteOf(question, person) };
  switch (kind) {
    case 'text':
      return field(text);
    case 'longText':
      return field({ ...text, type: 'longText' });
    case 'number':
      return field({ ...text, inputMode: 'decimal' });
    case 'date':
      return field({ ...text, type: 'date', ...dateLimits(question) });
    case 'email':
      return field({ ...text, type: 'email' });
    case 'phone':
      return field({ ...text, type: 'tel', hint: help ?? answerTexts.phoneHint });
    case 'country':
      return selectField({ ...text, options: countries() });
    case 'boolean':
      return radioView(asked, yesAndNo, text.value, set);
    case 'choice':
      return options.length <= maxRadioButtons
        ? radioView(asked, options, text.value, set)
        : selectField({ ...text, options });
    case 'choices':
      return checkboxesView(asked, options, entry, change);
    case 'consent':
      return key === 'guardian'
        ? guardianView(asked, entry, change)
        : consentView(asked, entry === 'true', (isGiven) => set(isGiven ? 'true' : ''));
    case 'contact':
    case 'address':
      return partsView(asked, kind, entry, change);
  }
}

const yesAndNo = [
  { code: 'true', label: answerTexts.yes },
  { code: 'false', label: answerTexts.no },
];

/** Browsers fill in only what is about the buyer, who is by default the first holder. */
function autocompleteOf({ kind, key }: Question, { path }: Person): string {
  if (path !== 'buyer' && path !== 'attendees.0') return 'off';
  if (key === 'birthDate') return 'bday';
  if (key === 'company') return 'organization';
  return kind === 'email' ? 'email' : kind === 'phone' ? 'tel' : 'off';
}

function dateLimits({ key, minimum, maximum }: Question) {
  const isBirthDate = key === 'birthDate';
  return {
    min: typeof minimum === 'string' ? minimum : isBirthDate ? birthDateMin : undefined,
    max: typeof maximum === 'string' ? maximum : isBirthDate ? new Date().toISOString().slice(0, 10) : '9999-12-31',
  };
}

let sortedCountries: { code: string; label: string }[] | undefined;

function countries() {
  sortedCountries ??= sortCountries(document.documentElement.lang);
  return sortedCountries;
}

function sortCountries(language: string) {
  const { compare } = new Intl.Collator(language);
  return countryCodes
    .map((code) => ({ code, label: countryName(code, language) }))
    .sort((a, b) => compare(a.label, b.label));
}

/** A group of fields with one label, one hint and one error. */
function groupView(asked: Asked, content: unknown, role?: 'radiogroup'): TemplateResult {
  const { error, describedBy } = noteIds(asked);
  const isRadioGroup = role !== undefined;
  return html`<fieldset
    class="field"
    id=${asked.id}
    role=${role ?? nothing}
    aria-required=${isRadioGroup && !asked.isOptional ? 'true' : nothing}
    aria-invalid=${isRadioGroup && error ? 'true' : nothing}
    aria-labelledby="${asked.id}-label"
    aria-describedby=${describedBy}
  >
    <legend id="${asked.id}-label" dir="auto">${asked.label}${optionalMark(asked.isOptional)}</legend>
    ${content} ${notes(asked)}
  </fieldset>`;
}

type Options = readonly { readonly code: string; readonly label: string }[];

function radioView(asked: Asked, options: Options, value: string, set: (code: string) => void): TemplateResult {
  const buttons = options.map(
    ({ code, label }) => html`<label class="check">
      <input type="radio" name=${asked.id} value=${code} .checked=${code === value} @change=${() => set(code)}>
      <span dir="auto">${label}</span>
    </label>`,
  );
  // The browser cannot clear radio buttons.
  const clear = () => {
    focusOn(`[id="${asked.id}"] input`);
    set('');
  };
  const clearButton =
    asked.isOptional && value !== ''
      ? html`<button type="button" class="link" aria-describedby="${asked.id}-label" @click=${clear}>${answerTexts.clear}</button>`
      : nothing;
  return groupView(asked, html`<div class="checks">${buttons} ${clearButton}</div>`, 'radiogroup');
}

function checkboxesView(asked: Asked, options: Options, entry: Entry, change: Change): TemplateResult {
  const chosenIn = (current: Entry): readonly string[] => (Array.isArray(current) ? current : []);
  const { error } = noteIds(asked);
  const boxes = options.map(({ code, label }) => {
    const toggle = () =>
      change((current) => {
        const chosen = chosenIn(current);
        return options.map((option) => option.code).filter((other) => chosen.includes(other) !== (other === code));
      });
    return html`<label class="check">
      <input type="checkbox" name=${asked.id} value=${code} aria-invalid=${error ? 'true' : nothing} .checked=${chosenIn(entry).includes(code)} @change=${toggle}>
      <span dir="auto">${label}</span>
    </label>`;
  });
  return groupView(asked, html`<div class="checks">${boxes}</div>`);
}

function checkboxView(asked: Asked, isGiven: boolean, set: (isGiven: boolean) => void): TemplateResult {
  const { error, describedBy } = noteIds(asked);
  return html`<label class="check">
    <input
      type="checkbox"
      id=${asked.id}
      name=${asked.id}
      aria-required=${asked.isOptional ? nothing : 'true'}
      aria-invalid=${error ? 'true' : nothing}
      aria-describedby=${describedBy}
      .checked=${isGiven}
      @change=${({ currentTarget }: Event & { currentTarget: HTMLInputElement }) => set(currentTarget.checked)}
    >
    <span dir="auto">${linkedText(asked.label).map((part) =>
      typeof part === 'string'
        ? part
        : html`<a href=${part.url} target="_blank" rel="noopener noreferrer">${part.words}<span class="visually-hidden"> ${answerTexts.newTab}</span></a>`,
    )}${optionalMark(asked.isOptional)}</span>
  </label>`;
}

function consentView(asked: Asked, isGiven: boolean, set: (isGiven: boolean) => void): TemplateResult {
  return html`<div class="field">${checkboxView(asked, isGiven, set)} ${notes(asked)}</div>`;
}

type Parts = Readonly<Record<string, string>>;

function partsOf(entry: Entry): Parts {
  return typeof entry === 'object' ? (entry as Parts) : {};
}

/** The consent of a guardian: the sentence, and the name of the person who consents. */
function guardianView(asked: Asked, entry: Entry, change: Change): TemplateResult {
  const { given = '', name = '' } = partsOf(entry);
  return html`<div class="field">
    ${checkboxView(asked, given !== '', (isGiven) => change((current) => ({ ...partsOf(current), given: isGiven ? 'true' : '' })))}
    ${field({
      id: `${asked.id}.name`,
      label: answerTexts.guardianName,
      value: name,
      onInput: (newName) => change((current) => ({ ...partsOf(current), name: newName })),
      autocomplete: 'off',
    })}
    ${notes(asked)}
  </div>`;
}

function partsView(asked: Asked, kind: 'contact' | 'address', entry: Entry, change: Change): TemplateResult {
  const parts = partsOf(entry);
  const isInvalid = Boolean(noteIds(asked).error);
  const part = (name: string, label: string) => ({
    id: `${asked.id}.${name}`,
    label,
    value: parts[name] ?? '',
    isInvalid,
    onInput: (value: string) => change((current) => ({ ...partsOf(current), [name]: value })),
    autocomplete: 'off',
  });
  const content =
    kind === 'contact'
      ? html`${field(part('name', messages.details.name))}
          ${field({ ...part('phone', messages.details.phone), type: 'tel', hint: answerTexts.phoneHint })}`
      : html`${field(part('street', answerTexts.street))} ${field(part('postalCode', answerTexts.postalCode))}
          ${field(part('city', answerTexts.city))}
          ${selectField({ ...part('country', answerTexts.country), options: countries() })}`;
  return groupView(asked, html`<div class="parts">${content}</div>`);
}
