/** The place of an event. */
export type Venue = Readonly<Record<'name' | 'address' | 'city' | 'country', string | null>>;

const countries = new Intl.DisplayNames('en', { type: 'region' });

/** The name of a country if the text is its code (ISO 3166-1 alpha-2), otherwise the text. */
function countryName(text: string): string {
  return /^[A-Z]{2}$/.test(text) ? (countries.of(text) ?? text) : text;
}

/** A venue in one line, such as `Fischmarkt, Hamburg, Germany`; empty if no part is given. */
export function venueLine(venue: Venue | null): string {
  if (venue === null) return '';
  const { name, address, city, country } = venue;
  const parts = [name, address, city, country === null ? null : countryName(country)];
  return parts.filter((part) => part !== null && part.trim() !== '').join(', ');
}
