import de from '@organizer/messages/de/dashboard/question-labels';
import en from '@organizer/messages/en/dashboard/question-labels';
import type { Event as EventDetails, Question, TicketType } from '@organizer/shared/dashboard-api';
import { kindOfKey, type QuestionKey } from '@organizer/shared/questions/question';
import { post } from '#app/parts/api.ts';

/** A text in the languages in which a template can be used. */
interface Words {
  readonly en: string;
  readonly de: string;
}

interface OfferOfTemplate {
  readonly name: Words;
  /** Minor units of the currency of the event: an example, which the organizer changes. */
  readonly price: number;
}

interface QuestionOfTemplate extends Pick<Question, 'askedOf'> {
  readonly kind: Question['kind'];
  readonly key: QuestionKey | null;
  readonly label: Words;
  readonly isRequired?: true;
  readonly isMarketing?: true;
  readonly options?: readonly { readonly code: string; readonly label: Words }[];
  readonly maxAge?: number;
}

interface Template {
  readonly id: string;
  readonly name: Words;
  readonly nameFields?: EventDetails['nameFields'];
  readonly ticketTypes: readonly (OfferOfTemplate & {
    readonly category?: string;
    readonly holderName?: TicketType['holderName'];
  })[];
  readonly addons: readonly (OfferOfTemplate & { readonly type: string })[];
  readonly questions: readonly QuestionOfTemplate[];
}

/** A question to each ticket holder that has a meaning. */
function field(key: QuestionKey): QuestionOfTemplate {
  return { askedOf: 'holder', kind: kindOfKey[key], key, label: { en: en[key], de: de[key] } };
}

const required = { isRequired: true } as const;
const birthDate = { ...field('birthDate'), ...required };
const emergencyContact = { ...field('emergencyContact'), ...required };
const size = (code: string) => ({ code, label: { en: code, de: code } });

/** What an event can begin with. Everything can be changed or deleted afterwards. */
export const templates: readonly Template[] = [
  {
    id: 'race',
    name: { en: 'Race', de: 'Lauf' },
    nameFields: 'firstAndLast',
    ticketTypes: [
      { name: { en: 'Half marathon', de: 'Halbmarathon' }, category: '21K', price: 4_900 },
      { name: { en: '10 km', de: '10 km' }, category: '10K', price: 2_900 },
      { name: { en: 'Children’s race, 1 km', de: 'Kinderlauf, 1 km' }, category: '1K', price: 800 },
    ],
    addons: [{ name: { en: 'Pasta party', de: 'Nudelparty' }, type: 'food', price: 900 }],
    questions: [
      birthDate,
      { ...field('sex'), ...required },
      field('nationality'),
      field('club'),
      {
        askedOf: 'holder',
        kind: 'choice',
        key: null,
        label: { en: 'Shirt size', de: 'Shirt-Größe' },
        ...required,
        options: [
          ...['XS', 'S', 'M', 'L', 'XL', 'XXL'].map(size),
          { code: 'none', label: { en: 'No shirt', de: 'Kein Shirt' } },
        ],
      },
      emergencyContact,
      {
        askedOf: 'holder',
        kind: 'consent',
        key: null,
        label: {
          en: 'I am fit for this race, and I take part at my own risk.',
          de: 'Ich bin gesund genug für diesen Lauf und nehme auf eigene Gefahr teil.',
        },
        ...required,
      },
      { ...field('guardian'), ...required, maxAge: 17 },
    ],
  },
  {
    id: 'conference',
    name: { en: 'Conference', de: 'Konferenz' },
    ticketTypes: [
      { name: { en: 'Regular', de: 'Regulär' }, price: 29_900 },
      { name: { en: 'Students', de: 'Studierende' }, price: 9_900 },
      { name: { en: 'Speakers', de: 'Vortragende' }, price: 0 },
    ],
    addons: [{ name: { en: 'Dinner', de: 'Abendessen' }, type: 'food', price: 4_900 }],
    questions: [
      { ...field('company'), label: { en: 'Company or university', de: 'Firma oder Hochschule' } },
      {
        askedOf: 'holder',
        kind: 'text',
        key: null,
        label: { en: 'Position, for the badge', de: 'Position, für das Namensschild' },
      },
      field('diet'),
      {
        askedOf: 'buyer',
        kind: 'consent',
        key: null,
        label: {
          en: 'Send me news about this conference by e-mail.',
          de: 'Senden Sie mir Neuigkeiten zu dieser Konferenz per E-Mail.',
        },
        isMarketing: true,
      },
    ],
  },
  {
    id: 'festival',
    name: { en: 'Festival', de: 'Festival' },
    ticketTypes: [
      { name: { en: 'All days', de: 'Alle Tage' }, price: 12_900, holderName: 'optional' },
      { name: { en: 'Friday', de: 'Freitag' }, price: 4_900, holderName: 'optional' },
      { name: { en: 'Saturday', de: 'Samstag' }, price: 5_900, holderName: 'optional' },
      { name: { en: 'Sunday', de: 'Sonntag' }, price: 4_900, holderName: 'optional' },
    ],
    addons: [
      { name: { en: 'Camping', de: 'Camping' }, type: 'camping', price: 3_900 },
      { name: { en: 'Parking', de: 'Parkplatz' }, type: 'parking', price: 2_000 },
    ],
    questions: [
      {
        askedOf: 'buyer',
        kind: 'choice',
        key: null,
        label: { en: 'How will you arrive?', de: 'Wie reisen Sie an?' },
        options: [
          { code: 'train', label: { en: 'Train or bus', de: 'Bahn oder Bus' } },
          { code: 'car', label: { en: 'Car', de: 'Auto' } },
          { code: 'bicycle', label: { en: 'Bicycle or on foot', de: 'Fahrrad oder zu Fuß' } },
        ],
      },
    ],
  },
  {
    id: 'course',
    name: { en: 'Course', de: 'Kurs' },
    ticketTypes: [
      { name: { en: 'Participant', de: 'Teilnahme' }, price: 18_000 },
      { name: { en: 'Participant, reduced', de: 'Teilnahme, ermäßigt' }, price: 12_000 },
    ],
    addons: [{ name: { en: 'Course material', de: 'Kursmaterial' }, type: 'material', price: 2_500 }],
    questions: [
      {
        askedOf: 'holder',
        kind: 'choice',
        key: null,
        label: { en: 'Experience', de: 'Erfahrung' },
        ...required,
        options: [
          { code: 'none', label: { en: 'None', de: 'Keine' } },
          { code: 'some', label: { en: 'Some', de: 'Etwas' } },
          { code: 'much', label: { en: 'Much', de: 'Viel' } },
        ],
      },
      {
        askedOf: 'holder',
        kind: 'longText',
        key: null,
        label: { en: 'What would you like to learn?', de: 'Was möchten Sie lernen?' },
      },
      emergencyContact,
    ],
  },
];

/** Words in a language, or in English if the template has none in it. */
export function wordsIn(words: Words, language: string): string {
  return language === 'de' ? words.de : words.en;
}

/**
 * Adds what a template has to a new event, with its words also in the other language of the template. Ticket types ask for the name of
 * each holder, unless the template says otherwise.
 *
 * @param path the path of the event in the API
 * @param language the default language of the event
 * @param key with the same key, a repeated call adds nothing a second time
 * @throws Failure
 */
export async function applyTemplate(template: Template, path: string, language: string, key: string): Promise<void> {
  const headers = (index: number) => ({ 'idempotency-key': `${key}-${index}` });
  for (const [index, type] of template.ticketTypes.entries()) {
    const body = { holderName: 'required', ...type, ...namesOf(type, language) };
    await post(`${path}/ticket-types`, body, headers(index));
  }
  for (const [index, addon] of template.addons.entries()) {
    await post(`${path}/addons`, { ...addon, ...namesOf(addon, language) }, headers(index));
  }
  for (const [index, question] of template.questions.entries()) {
    await post(`${path}/questions`, { ...question, ...textsOf(question, language) }, headers(index));
  }
}

/** The language of a template that is not the default language of the event. */
function otherThan(language: string): keyof Words {
  return language === 'de' ? 'en' : 'de';
}

function namesOf({ name }: OfferOfTemplate, language: string) {
  const other = otherThan(language);
  return { name: wordsIn(name, language), translations: { [other]: { name: name[other] } } };
}

function textsOf({ label, options }: QuestionOfTemplate, language: string) {
  const other = otherThan(language);
  const labels = options?.map((option) => [option.code, wordsIn(option.label, other)] as const);
  return {
    label: wordsIn(label, language),
    ...(options && {
      options: options.map((option) => ({ code: option.code, label: wordsIn(option.label, language) })),
    }),
    translations: {
      [other]: { label: wordsIn(label, other), ...(labels && { options: Object.fromEntries(labels) }) },
    },
  };
}
