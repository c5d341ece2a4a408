/** The place of an event. */
export type Venue = Readonly<Record<'name' | 'address' | 'city' | 'country', string | null>>;

/** Created when the first name is needed, because creating it delays the start of a process by 20 to 30 ms. */
let countries: Intl.DisplayNames | undefined;

/** Returns the name of a country for its code (ISO 3166-1 alpha-2). Other text is returned unchanged. */
function countryName(text: string): string {
  if (!/^[A-Z]{2}$/.test(text)) return text;
  countries ??= new Intl.DisplayNames('en', { type: 'region' });
  return countries.of(text) ?? text;
}

/** Formats a venue in one line, such as `Fischmarkt, Hamburg, Germany`. The result is empty if all parts are empty. */
export function venueLine(venue: Venue | null): string {
  if (venue === null) return '';
  const { name, address, city, country } = venue;
  const parts = [name, address, city, country === null ? null : countryName(country)];
  return parts.filter((part) => part !== null && part.trim() !== '').join(', ');
}
