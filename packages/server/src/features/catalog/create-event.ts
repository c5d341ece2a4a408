import { ApiError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { externalFieldErrors } from '../../platform/external-fields.ts';
import type { Versioned } from '../../platform/http/entity-tags.ts';
import { requireNoErrors, type UncheckedBody } from '../../platform/http/unchecked-body.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { readEventDefaults } from '../organizers/index.ts';
import { emitEventChange } from './event-changes.ts';
import { insertEvent } from './insert-rows.ts';
import { errorsOfComputedFields, eventFieldErrors } from './rules.ts';
import { computedEventFields, type NewEvent } from './schema.ts';

/**
 * Creates an event and its settlement. Emits `event.created`, and also `event.published` if the new event is published.
 *
 * @returns the JSON and the version of the event
 * @throws ApiError `invalid_fields` if a field is invalid. It has a field error for each invalid field.
 * @throws ApiError `slug_taken` if another event has the slug, `external_id_taken` if another event has the `externalId`
 */
export async function createEvent(tx: Db, scope: RequestScope, body: UncheckedBody<NewEvent>): Promise<Versioned> {
  const { organizerId } = scope;
  const now = timestamp(scope.clock.now());
  const newEvent = requireNoErrors(body, [
    ...eventFieldErrors(body.input),
    ...externalFieldErrors(body.input),
    ...errorsOfComputedFields(body.input, computedEventFields),
  ]);
  const organizer = { id: organizerId, ...(await readEventDefaults(tx, organizerId)) };
  const insertedEvent = await insertEvent(tx, organizer, newEvent, now);
  if (insertedEvent === null) throw slugTakenError(newEvent.slug ?? '');
  const { id: subject, currency } = insertedEvent;
  const details = { status: newEvent.status ?? 'draft', currency };
  await recordAudit(tx, scope, { action: 'event.create', subject, details, at: now });
  const isPublished = newEvent.status === 'published';
  const types = ['event.created', ...(isPublished ? (['event.published'] as const) : [])] as const;
  return {
    id: insertedEvent.id,
    version: 1,
    json: await emitEventChange(tx, organizerId, insertedEvent.id, types, now),
  };
}

export function slugTakenError(slug: string): ApiError {
  const fieldErrors = [fieldError('slug', 'slug_taken', { slug })];
  return new ApiError('slug_taken', { slug }, { fields: fieldErrors });
}
