import { ApiError, fieldError } from '../../errors/index.ts';
import { isTimeZone, timestamp } from '../../platform/clock.ts';
import { parseTime } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { findEventStatus } from '../catalog/index.ts';
import { findClassChanges } from './class-changes.ts';
import { findTicketsWithoutAnswers } from './missing-answers.ts';
import { classChanges, eventTime, missingAnswers } from './schema.event-checks.ts';

const params = object({ id: pathId('Id of the event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd') });
const config = { permission: 'attendees:export' } as const;
const tags = ['Attendees'];

/** What the dashboard tells of the ticket holders of an event before they stand at the start. */
export const eventCheckRoutes: Feature<OrganizerServices> = (app, { db, scopeOf }) => {
  app.get(
    '/events/:id/class-changes',
    {
      config,
      schema: {
        operationId: 'findClassChanges',
        tags,
        summary: 'Tell who would be in another class, or too young or too old, if the event were moved',
        description:
          'Without a time: whose category is no longer the one of the present rules and answers. Nothing changes. Categories are fixed when an order ' +
          'is paid, and change only by hand or with `POST /events/{id}/categories`. Those that were given by hand are not compared.',
        params,
        querystring: eventTime,
        response: { 200: classChanges },
      },
    },
    (request) => {
      const { timezone } = request.query;
      if (timezone !== undefined && !isTimeZone(timezone)) {
        const fields = [fieldError('timezone', 'not_a_time_zone', {})];
        throw new ApiError('invalid_fields', { part: 'query' }, { fields });
      }
      const { startsAt } = request.query;
      const time = {
        ...(startsAt === undefined ? {} : { startsAt: parseTime('startsAt', startsAt, 'query') }),
        ...(timezone === undefined ? {} : { timezone }),
      };
      return findClassChanges(db, scopeOf(request), request.params.id, time);
    },
  );
  app.get(
    '/events/:id/missing-answers',
    {
      config,
      schema: {
        operationId: 'countMissingAnswers',
        tags,
        summary: 'Count the attendees who have not answered required questions',
        params,
        querystring: object({}),
        response: { 200: missingAnswers },
      },
    },
    async (request) => {
      const { organizerId, clock } = scopeOf(request);
      const { id: eventId } = request.params;
      if ((await findEventStatus(db, organizerId, eventId)) === null)
        throw new ApiError('event_not_found', { eventId });
      const today = timestamp(clock.now()).slice(0, 10);
      return { count: (await findTicketsWithoutAnswers(db, organizerId, eventId, today)).length };
    },
  );
};
