import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { requirePermission } from '../../platform/http/principal.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { assignBibsOfEvent } from './assign-bibs.ts';
import { assignedBibs, bibAssignment } from './schema.bibs.ts';

/**
 * The endpoint that assigns bibs to the tickets of an event.
 *
 * @param callers.haveScopes whether callers need the scope `orders:read:pii` to read personal data, as keys do
 */
export function bibRoutes(callers: { haveScopes: boolean }): Feature<OrganizerServices> {
  return (app, { db, scopeOf }) => {
    app.post(
      '/events/:id/bibs',
      {
        config: { permission: 'orders:write' },
        schema: {
          operationId: 'assignBibs',
          tags: ['Tickets'],
          summary: 'Assign bibs to the tickets of an event',
          description:
            'Gives start numbers to the tickets without one, to all, or as a file says. Send it with `dryRun` first. Bibs of void tickets are ' +
            'not given to others, unless `PATCH /tickets/{id}` removes them. The tickets are changed in steps of 100; `order.updated` and ' +
            '`ticket.updated` are sent for each. If a request is repeated, it changes nothing more.',
          params: object({ id: pathId('Id of the event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd') }),
          querystring: object({}),
          body: bibAssignment,
          response: { 200: assignedBibs },
        },
      },
      async (request) => {
        const scope = scopeOf(request);
        const { permissions } = scope.principal;
        const withPersonalData = !callers.haveScopes || permissions.has('orders:read:pii');
        if (request.body.csv !== undefined && !withPersonalData)
          requirePermission(scope.principal, 'orders:read:pii', 'csv');
        return assignBibsOfEvent(db, scope, request.params.id, request.body, { withPersonalData });
      },
    );
  };
}
