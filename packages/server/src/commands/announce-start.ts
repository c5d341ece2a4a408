import type { Config } from '../config.ts';
import { findLastPublishedSlug } from '../features/catalog/index.ts';
import { listOrganizers } from '../features/organizers/index.ts';
import type { Db } from '../platform/database/dialect.ts';
import { openDatabase } from '../platform/database/open.ts';

/** Prints where to find the reference and an event page, and how to create a key. For development. */
export async function announceStart(config: Config, output: NodeJS.WritableStream): Promise<void> {
  const db = openDatabase(config);
  try {
    output.write(await linesOf(db, config));
  } finally {
    await db.destroy();
  }
}

async function linesOf(db: Db, { baseUrl, deployment }: Config): Promise<string> {
  const [organizer] = await listOrganizers(db);
  const published = await findLastPublishedSlug(db);
  const page = published === null ? 'none: no event is published yet' : `${baseUrl}/e/${published}`;
  const key =
    organizer === undefined
      ? 'create an organizer first: npm run organizer -- organizers create --help'
      : `npm run organizer -- keys create --organizer ${organizer.slug} --kind secret --name Development`;
  return [
    '',
    `  Reference   ${baseUrl}/docs`,
    ...(deployment === 'extended' ? [`  Event page  ${page}`] : []),
    `  API key     ${key}`,
    '',
    '',
  ].join('\n');
}
