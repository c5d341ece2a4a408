/** The path of an event's page. */
export function eventPagePath(slug: string): string {
  return `/e/${slug}`;
}
