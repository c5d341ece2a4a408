import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Versioned } from '../../platform/http/entity-tags.ts';
import type { AuditOrigin } from '../audit/index.ts';
import { auditChange } from './audit-changes.ts';
import {
  assertNotArchived,
  emitEventChange,
  eventNotFound,
  lockEvent,
  nextVersion,
  readVersionedEvent,
} from './event-changes.ts';
import { imageExtensions, imageTypeOf } from './image-type.ts';

/** The maximum size of a poster. */
export const posterBytesMax = 2 * 1024 * 1024;

/** The path of uploaded posters. */
export const postersPath = '/posters';

/**
 * Stores a poster, and sets its URL as the poster of an event. Emits `event.updated`. Posters of the organizer that no event uses
 * any more are deleted.
 *
 * @param options.baseUrl the public URL of this server
 * @param options.now RFC 3339
 * @param origin the actor, for the audit log
 * @throws ApiError `invalid_request` if the content is not an image or too large; `not_found`; `invalid_state` if the event is
 *   archived
 */
export async function setPoster(
  tx: Db,
  organizerId: string,
  eventId: string,
  content: Buffer,
  { baseUrl, now }: { baseUrl: string; now: string },
  origin: AuditOrigin,
): Promise<Versioned> {
  const mediaType = imageTypeOf(content);
  if (mediaType === null) throw new ApiError('not_an_image', {});
  if (content.length > posterBytesMax) throw new ApiError('poster_too_large', { bytesMax: posterBytesMax });
  const event = await lockEvent(tx, organizerId, eventId);
  if (event === undefined) throw eventNotFound(eventId);
  assertNotArchived(event);
  const id = createHash('sha256').update(content).digest('hex').slice(0, 32);
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
  const posterUrl = `${baseUrl}${postersPath}/${organizerId}/${id}.${imageExtensions[mediaType]}`;
  if (posterUrl !== event.poster_url) {
    await tx
      .updateTable('events')
      .set({ poster_url: posterUrl, ...nextVersion(event, now) })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', eventId)
      .execute();
    const details = { mediaType, bytes: content.length };
    await auditChange(tx, organizerId, { action: 'event.set_poster', subject: eventId, details }, now, origin);
    await emitEventChange(tx, organizerId, eventId, ['event.updated'], now);
  }
  await deleteUnusedPosters(tx, organizerId);
  return readVersionedEvent(tx, organizerId, eventId);
}

async function deleteUnusedPosters(tx: Db, organizerId: string): Promise<void> {
  await sql`delete from posters where organizer_id = ${organizerId} and not exists (
    select 1 from events as e
    where e.organizer_id = ${organizerId} and e.poster_url like '%/' || posters.id || '.%')`.execute(tx);
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
