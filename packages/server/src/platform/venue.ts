/** The place of an event. */
export type Venue = Readonly<Record<'name' | 'address' | 'city' | 'country', string | null>>;

/** The names of countries by language. Each is created when it is needed, because that takes 20 to 30 ms. */
const countries = new Map<string, Intl.DisplayNames>();

/** Returns the name of a country for its code (ISO 3166-1 alpha-2). Other text is returned unchanged. */
function countryName(text: string, language: string): string {
  if (!/^[A-Z]{2}$/.test(text)) return text;
  const names = countries.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
  countries.set(language, names);
  return names.of(text) ?? text;
}

/** Formats a venue in one line, such as `Fischmarkt, Hamburg, Germany`. The result is empty if all parts are empty. */
export function venueLine(venue: Venue | null, language: string): string {
  if (venue === null) return '';
  const { name, address, city, country } = venue;
  const parts = [name, address, city, country === null ? null : countryName(country, language)];
  return parts.filter((part) => part !== null && part.trim() !== '').join(', ');
}
