/** The path of the page of an event, by slug. The page also accepts the event id. */
export function eventPagePath(slug: string): string {
  return `/e/${slug}`;
}
