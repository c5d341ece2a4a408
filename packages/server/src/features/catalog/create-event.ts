import { ApiError, fieldError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Versioned } from '../../platform/http/entity-tags.ts';
import { acceptBody, type UncheckedBody } from '../../platform/http/unchecked-body.ts';
import { readEventDefaults } from '../organizers/index.ts';
import { emitEventChange } from './event-changes.ts';
import { insertEvent } from './insert-rows.ts';
import { computedFieldErrors, eventFieldErrors } from './rules.ts';
import { computedOfEvent, type NewEvent } from './schema.ts';

/**
 * Creates an event and its settlement. Emits `event.created`, and also `event.published` if the new event is published.
 *
 * @param now RFC 3339
 * @returns the JSON and the version of the event
 * @throws ApiError `invalid_request` with the error of each invalid field, `invalid_state` if another event has the slug
 */
export async function createEvent(
  tx: Db,
  organizerId: string,
  body: UncheckedBody<NewEvent>,
  now: string,
): Promise<Versioned> {
  const fields = acceptBody(body, [
    ...eventFieldErrors(body.input),
    ...computedFieldErrors(body.input, computedOfEvent),
  ]);
  const organizer = { id: organizerId, ...(await readEventDefaults(tx, organizerId)) };
  const event = await insertEvent(tx, organizer, fields, { externalId: null, now });
  if (event === null) throw slugTakenError(fields.slug ?? '');
  const isPublished = fields.status === 'published';
  const types = ['event.created', ...(isPublished ? (['event.published'] as const) : [])] as const;
  return { id: event.id, version: 1, json: await emitEventChange(tx, organizerId, event.id, types, now) };
}

export function slugTakenError(slug: string): ApiError {
  return new ApiError('slug_taken', { slug }, { fields: [fieldError('slug', 'slug_taken', { slug })] });
}
