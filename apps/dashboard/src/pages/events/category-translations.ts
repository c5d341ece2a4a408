import { type Language, languages } from '@organizer/messages/languages';
import type { StoredEvent } from './event-query.ts';

type TicketTypes = StoredEvent['ticketTypes'];

/** The translations of a category that all of these ticket types have. */
export function sharedTranslations(ticketTypes: TicketTypes): { [L in Language]?: { category: string } } {
  const shared = languages.flatMap((language) => {
    const [category, ...others] = new Set(ticketTypes.map(({ translations }) => translations?.[language]?.category));
    return category === undefined || others.length > 0 ? [] : [[language, { category }] as const];
  });
  return Object.fromEntries(shared);
}

/**
 * The change to the translations of a ticket type that gets a category: it has those of the other ticket types with this category, and
 * none of the category that it had before.
 */
export function translationsOfCategory(category: string, others: TicketTypes) {
  const shared = sharedTranslations(others.filter((type) => type.category === category));
  return Object.fromEntries(languages.map((language) => [language, shared[language] ?? { category: null }]));
}
