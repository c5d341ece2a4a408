import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { declareLanguage, langParameter } from '../../platform/http/language.ts';
import { parseTimeFilters } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { notModified, object, pathId, revalidationHeaders } from '../../platform/http/schema.ts';
import { sendRevalidated } from '../../platform/http/send-json.ts';
import { byLanguage } from '../../platform/translations.ts';
import { findAvailability } from '../inventory/index.ts';
import { eventReader } from './queries.ts';
import { availability, changesNote, languageNote, publicEventSchemas, translatedEventListQuery } from './schema.ts';

const params = object({ id: pathId('Id of the event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd') });
const config = { permission: 'events:read' };
const readers = byLanguage((language) => eventReader('everyone', { addons: true, language }));

/** The endpoints for published events and their availability, for the site of the organizer. They return only public fields. */
export const embedRoutes: Feature<OrganizerServices> = (app, { db, secrets, scopeOf }) => {
  const schemas = publicEventSchemas({ addons: true });
  app.get(
    '/events',
    {
      config,
      schema: {
        operationId: 'listPublishedEvents',
        tags: ['Embed'],
        summary: 'List published events',
        description: `Your published events, newest first, each with its ticket types and add-ons, without stock numbers, except \`quantityLeft\`.\n\n${languageNote}\n\n${changesNote}`,
        headers: revalidationHeaders,
        querystring: translatedEventListQuery,
        response: { 200: schemas.page, 304: notModified },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const { organizerId } = scopeOf(request);
      const reader = readers(declareLanguage(request, reply));
      const page = await reader.list(db, organizerId, { ...query, ...parseTimeFilters(query) }, secrets.cursorKey);
      return sendRevalidated(request, reply, page);
    },
  );
  app.get(
    '/events/:id',
    {
      config,
      schema: {
        operationId: 'getPublishedEvent',
        tags: ['Embed'],
        summary: 'Read a published event',
        description: `One published event with its ticket types and add-ons, without stock numbers, except \`quantityLeft\`.\n\n${languageNote}`,
        params,
        headers: revalidationHeaders,
        querystring: object(langParameter),
        response: { 200: schemas.event, 304: notModified },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const reader = readers(declareLanguage(request, reply));
      const event = await reader.get(db, scopeOf(request).organizerId, id);
      return sendRevalidated(request, reply, assertFound(event, id));
    },
  );
  app.get(
    '/events/:id/availability',
    {
      config,
      schema: {
        operationId: 'getAvailability',
        tags: ['Embed'],
        summary: 'Read the availability of an event',
        description:
          'Returns whether each ticket type and add-on of a published event is sold out, and whether each ticket type is on sale ' +
          'now: it is not sold out, and the current time is within its sales dates. The response is small and can be requested often.',
        params,
        headers: revalidationHeaders,
        querystring: object({}),
        response: { 200: availability, 304: notModified },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { organizerId, clock } = scopeOf(request);
      const json = await findAvailability(db, organizerId, id, timestamp(clock.now()));
      return sendRevalidated(request, reply, assertFound(json, id));
    },
  );
};

/** @throws ApiError `published_event_not_found` if there is no JSON */
function assertFound(json: string | null, id: string): string {
  if (json === null) throw new ApiError('published_event_not_found', { eventId: id });
  return json;
}
