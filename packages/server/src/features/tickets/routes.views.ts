import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { newStartListView, startListViews } from './schema.views.ts';
import { deleteStartListView, listStartListViews, saveStartListView } from './start-list-views.ts';

const tags = ['Attendees'];
const querystring = object({});
const response = { 200: startListViews };

/** The views of start lists that the members of an organizer save. */
export const startListViewRoutes: Feature<OrganizerServices> = (app, { db, scopeOf }) => {
  app.get(
    '/start-list-views',
    {
      config: { permission: 'attendees:export' },
      schema: { operationId: 'listStartListViews', tags, summary: 'List the saved views', querystring, response },
    },
    async (request) => ({ data: await listStartListViews(db, scopeOf(request).organizerId) }),
  );
  app.put(
    '/start-list-views',
    {
      config: { permission: 'attendees:export', errors: ['invalid_state'] },
      schema: {
        operationId: 'saveStartListView',
        tags,
        summary: 'Save a view, in place of the one with this name',
        querystring,
        body: newStartListView,
        response,
      },
    },
    async (request) => ({ data: await saveStartListView(db, scopeOf(request), request.body) }),
  );
  app.delete(
    '/start-list-views/:id',
    {
      config: { permission: 'attendees:export' },
      schema: {
        operationId: 'deleteStartListView',
        tags,
        summary: 'Delete a view',
        params: object({ id: pathId('Id of the view', 'slv_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring,
        response,
      },
    },
    async (request) => ({ data: await deleteStartListView(db, scopeOf(request), request.params.id) }),
  );
};
