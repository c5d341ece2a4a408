/** The path of an event page, by slug. The page also accepts the event id. */
export function eventPagePath(slug: string): string {
  return `/e/${slug}`;
}
