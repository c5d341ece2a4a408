/** Where an event takes place. */
export type Venue = Readonly<Record<'name' | 'address' | 'city' | 'country', string | null>>;

const countries = new Intl.DisplayNames('en', { type: 'region' });

/** A country's name, where the text is its code (ISO 3166-1 alpha-2); else the text. */
function countryName(text: string): string {
  return /^[A-Z]{2}$/.test(text) ? (countries.of(text) ?? text) : text;
}

/** A venue on one line: `Fischmarkt, Hamburg, Germany`; empty without any part. */
export function venueLine(venue: Venue | null): string {
  if (venue === null) return '';
  const { name, address, city, country } = venue;
  const parts = [name, address, city, country === null ? null : countryName(country)];
  return parts.filter((part) => part !== null && part.trim() !== '').join(', ');
}
