/** The place of an event. */
export type Venue = Readonly<Record<'name' | 'address' | 'city' | 'country', string | null>>;

const countries = new Intl.DisplayNames('en', { type: 'region' });

/** Returns the name of a country for its code (ISO 3166-1 alpha-2). Other text is returned unchanged. */
function countryName(text: string): string {
  return /^[A-Z]{2}$/.test(text) ? (countries.of(text) ?? text) : text;
}

/** Formats a venue in one line, such as `Fischmarkt, Hamburg, Germany`. The result is empty if all parts are empty. */
export function venueLine(venue: Venue | null): string {
  if (venue === null) return '';
  const { name, address, city, country } = venue;
  const parts = [name, address, city, country === null ? null : countryName(country)];
  return parts.filter((part) => part !== null && part.trim() !== '').join(', ');
}
