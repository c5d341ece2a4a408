/** A time in the zone of the browser, as a field for date and time contains it. */
export function localMinute(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The value of a field for date and time in RFC 3339. Other text is returned unchanged, and the server rejects it. */
export function instantOf(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}
