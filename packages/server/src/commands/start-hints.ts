import { findLastPublishedSlug } from '../features/catalog/index.ts';
import { listOrganizers } from '../features/organizers/index.ts';
import type { Db } from '../platform/database/dialect.ts';
import { programCommand } from '../platform/program-folder.ts';

/**
 * The text that `serve` prints in development: the URLs of the API reference and of an event's page, and the command that
 * creates a key.
 */
export async function startHints(
  db: Db,
  { baseUrl, eventPagePath }: { baseUrl: string; eventPagePath: ((slug: string) => string) | null },
): Promise<string> {
  const [organizer] = await listOrganizers(db);
  const slug = await findLastPublishedSlug(db);
  const pageLines = (path: (slug: string) => string) => [
    `  Event page  ${slug === null ? 'none: no event is published yet' : baseUrl + path(slug)}`,
  ];
  const keyHint =
    organizer === undefined
      ? `create an organizer first: ${programCommand()} organizers create --help`
      : `${programCommand()} keys create --organizer ${organizer.slug} --kind secret --name Development`;
  return [
    '',
    `  Docs        ${baseUrl}/docs`,
    ...(eventPagePath === null ? [] : pageLines(eventPagePath)),
    `  API key     ${keyHint}`,
    '',
    '',
  ].join('\n');
}
