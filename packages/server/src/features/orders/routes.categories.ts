import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { count, object, pathId, Type, text } from '../../platform/http/schema.ts';
import { computeCategories } from './compute-categories.ts';

const computation = object(
  {
    ticketTypeId: Type.Optional(
      text('Only tickets of this type', { maxLength: 100, examples: ['tty_01kamz0g5ve4q8v5x2c4g6t0yd'] }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({ description: 'Whether nothing is changed, and the response says how many would change' }),
    ),
  },
  { $id: 'ComputeCategories', description: 'Which categories are computed again', examples: [{ dryRun: true }] },
);

const computedCategories = object(
  { changed: count('Number of tickets whose category has changed, or would change') },
  { $id: 'ComputedCategories', description: 'How many categories have changed, or would change' },
);

/** The endpoint that computes the categories of the tickets of an event again. */
export const categoryRoutes: Feature<OrganizerServices> = (app, { db, scopeOf }) => {
  app.post(
    '/events/:id/categories',
    {
      config: { permission: 'orders:write' },
      schema: {
        operationId: 'computeCategories',
        tags: ['Tickets'],
        summary: 'Compute the categories of the tickets of an event again',
        description:
          'By the present rules of the ticket types and the present answers, for valid and used tickets. Categories that were given by hand or by an ' +
          'import stay. `order.updated` and `ticket.updated` are sent for each change. If a request is repeated, it changes nothing more.',
        params: object({ id: pathId('Id of the event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: object({}),
        body: computation,
        response: { 200: computedCategories },
      },
    },
    (request) => computeCategories(db, scopeOf(request), request.params.id, request.body),
  );
};
