import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Versioned } from '../../platform/http/entity-tags.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import {
  assertNotArchived,
  emitEventChange,
  eventNotFound,
  lockEvent,
  nextVersion,
  readVersionedEvent,
} from './event-changes.ts';
import { type ImageType, imageExtensions, imageTypeOf } from './image-type.ts';

/** The maximum size of a poster. */
export const posterBytesMax = 2 * 1024 * 1024;

/** The length of the id of a poster, which is derived from its content. */
const idLength = 32;

/** The path of uploaded posters. */
export const postersPath = '/posters';

/**
 * Stores a poster, and sets its URL as the poster of an event. Emits `event.updated`. The earlier poster of the event is deleted if no
 * other event uses it.
 *
 * @param baseUrl the public URL of this server
 * @throws ApiError `invalid_request` if the content is not an image; `not_found`; `invalid_state` if the event is
 *   archived
 */
export async function setPoster(
  tx: Db,
  scope: RequestScope,
  eventId: string,
  content: Buffer,
  baseUrl: string,
): Promise<Versioned> {
  const { organizerId } = scope;
  const now = timestamp(scope.clock.now());
  const mediaType = imageTypeOf(content);
  if (mediaType === null) throw new ApiError('not_an_image', {});
  const event = await lockEvent(tx, organizerId, eventId);
  if (event === undefined) throw eventNotFound(eventId);
  assertNotArchived(event);
  const poster = { id: idOfContent(content), mediaType, content };
  const posterUrl = urlOf(baseUrl, organizerId, poster);
  if (posterUrl !== event.poster_url) {
    await lockPosters(tx, organizerId, [poster.id, ...earlierPosterOf(event)]);
    await insertPoster(tx, organizerId, poster, now);
    await tx
      .updateTable('events')
      .set({ poster_url: posterUrl, ...nextVersion(event, now) })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', eventId)
      .execute();
    await deleteUnusedPoster(tx, event);
    const details = { mediaType, bytes: content.length };
    await recordAudit(tx, scope, { action: 'event.set_poster', subject: eventId, details, at: now });
    await emitEventChange(tx, organizerId, eventId, ['event.updated'], now);
  }
  return readVersionedEvent(tx, organizerId, eventId);
}

/**
 * Stores the poster of an event that was created in another system.
 *
 * @param now RFC 3339
 * @returns false if the event has a poster; then nothing was written
 */
export async function importPoster(
  tx: Db,
  organizerId: string,
  eventId: string,
  { mediaType, content }: { mediaType: ImageType; content: Buffer },
  { baseUrl, now }: { baseUrl: string; now: string },
): Promise<boolean> {
  const poster = { id: idOfContent(content), mediaType, content };
  const { numUpdatedRows } = await tx
    .updateTable('events')
    .set((eb) => ({ poster_url: urlOf(baseUrl, organizerId, poster), version: eb('version', '+', 1) }))
    .where('organizer_id', '=', organizerId)
    .where('id', '=', eventId)
    .where('poster_url', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await lockPosters(tx, organizerId, [poster.id]);
  await insertPoster(tx, organizerId, poster, now);
  return true;
}

/** Deletes the uploaded poster that an event had before it was changed, unless an event still uses it. */
export async function deleteUnusedPoster(
  tx: Db,
  event: { readonly organizer_id: string; readonly poster_url: string | null },
): Promise<void> {
  const ids = earlierPosterOf(event);
  await lockPosters(tx, event.organizer_id, ids);
  for (const id of ids) {
    await sql`delete from posters where organizer_id = ${event.organizer_id} and id = ${id} and not exists (
      select 1 from events as e
      where e.organizer_id = ${event.organizer_id} and ${posterIdOf('e')} = ${id})`.execute(tx);
  }
}

/** The SQL of the id of the uploaded poster in the URL of an event's poster. Other URLs result in text that is no id. */
export function posterIdOf(alias: string): RawBuilder<string> {
  const url = sql.ref(`${alias}.poster_url`);
  return sql<string>`(case when ${url} like '%.webp' then substr(${url}, length(${url}) - 36, 32)
    else substr(${url}, length(${url}) - 35, 32) end)`;
}

interface Poster {
  readonly id: string;
  readonly mediaType: ImageType;
  readonly content: Buffer;
}

function idOfContent(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, idLength);
}

function urlOf(baseUrl: string, organizerId: string, { id, mediaType }: Poster): string {
  return `${baseUrl}${postersPath}/${organizerId}/${id}.${imageExtensions[mediaType]}`;
}

/** The id of the uploaded poster of an event. */
function earlierPosterOf({ poster_url: url }: { readonly poster_url: string | null }): string[] {
  const id = url?.slice(url.lastIndexOf('/') + 1).split('.', 1)[0] ?? '';
  return id.length === idLength ? [id] : [];
}

/** Locks posters, in one order, so that none is deleted while another event begins to use it. */
async function lockPosters(tx: Db, organizerId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`select id from posters where organizer_id = ${organizerId} and id in (${sql.join(ids)})
    order by id ${dialectOf(tx).forUpdate}`.execute(tx);
}

async function insertPoster(tx: Db, organizerId: string, { id, mediaType, content }: Poster, now: string) {
  await tx
    .insertInto('posters')
    .values({
      organizer_id: organizerId,
      id,
      media_type: mediaType,
      content: content.toString('base64'),
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const findPosterRow = statement<{ organizerId: string; id: string }, { media_type: string; content: string }>(
  (db, param) =>
    db
      .selectFrom('posters')
      .select(['media_type', 'content'])
      .where('organizer_id', '=', param('organizerId'))
      .where('id', '=', param('id')),
);

/** Reads an uploaded poster; null if there is none. */
export async function findPoster(
  db: Db,
  organizerId: string,
  id: string,
): Promise<{ mediaType: string; content: Buffer } | null> {
  const [row] = await findPosterRow(db, { organizerId, id });
  return row === undefined ? null : { mediaType: row.media_type, content: Buffer.from(row.content, 'base64') };
}
