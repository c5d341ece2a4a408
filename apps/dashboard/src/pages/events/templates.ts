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

interface Template {
  readonly id: string;
  readonly name: Words;
  readonly ticketTypes: readonly (OfferOfTemplate & { readonly category?: string })[];
  readonly addons: readonly (OfferOfTemplate & { readonly type: string })[];
}

/** What an event can begin with. Everything can be changed or deleted afterwards. */
export const templates: readonly Template[] = [
  {
    id: 'race',
    name: { en: 'Race', de: 'Lauf' },
    ticketTypes: [
      { name: { en: 'Half marathon', de: 'Halbmarathon' }, category: '21K', price: 4_900 },
      { name: { en: '10 km', de: '10 km' }, category: '10K', price: 2_900 },
      { name: { en: 'Children’s race, 1 km', de: 'Kinderlauf, 1 km' }, category: '1K', price: 800 },
    ],
    addons: [{ name: { en: 'Finisher shirt', de: 'Finisher-Shirt' }, type: 'shirt', price: 2_500 }],
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
  },
  {
    id: 'festival',
    name: { en: 'Festival', de: 'Festival' },
    ticketTypes: [
      { name: { en: 'All days', de: 'Alle Tage' }, price: 12_900 },
      { name: { en: 'Friday', de: 'Freitag' }, price: 4_900 },
      { name: { en: 'Saturday', de: 'Samstag' }, price: 5_900 },
      { name: { en: 'Sunday', de: 'Sonntag' }, price: 4_900 },
    ],
    addons: [
      { name: { en: 'Camping', de: 'Camping' }, type: 'camping', price: 3_900 },
      { name: { en: 'Parking', de: 'Parkplatz' }, type: 'parking', price: 2_000 },
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
  },
];

/** Words in a language, or in English if the template has none in it. */
export function wordsIn(words: Words, language: string): string {
  return language === 'de' ? words.de : words.en;
}

/**
 * Adds what a template has to a new event, in the language of the page.
 *
 * @param path the path of the event in the API
 * @param key with the same key, a repeated call adds nothing a second time
 * @throws Failure
 */
export async function applyTemplate(template: Template, path: string, language: string, key: string): Promise<void> {
  const headers = (index: number) => ({ 'idempotency-key': `${key}-${index}` });
  for (const [index, type] of template.ticketTypes.entries()) {
    await post(`${path}/ticket-types`, { ...type, name: wordsIn(type.name, language) }, headers(index));
  }
  for (const [index, addon] of template.addons.entries()) {
    await post(`${path}/addons`, { ...addon, name: wordsIn(addon.name, language) }, headers(index));
  }
}
