import { parseTimes } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { listRequests, readUsage } from './queries.ts';
import { loggedRequestListQuery, loggedRequestPage, usage, usageQuery } from './schema.ts';
import type { RequestLogSettings } from './settings.ts';

const tags = ['Requests'];
const config = { permission: 'logs:read' } as const;

/** The log of requests with API keys, and their number over time. */
export function requestLogRoutes({ isEnabled: isLogging }: RequestLogSettings): Feature<OrganizerServices> {
  return (app, { db, clock, scopeOf }) => {
    app.get(
      '/requests',
      {
        config,
        schema: {
          operationId: 'listRequests',
          tags,
          summary: 'List the requests with API keys of the last 14 days',
          description:
            'The log has no query values, no bodies and no IP addresses. If the server crashes, the requests of the ' +
            'last second are lost. At most 100 requests of a key are logged per second; all are counted.',
          querystring: loggedRequestListQuery,
          response: { 200: loggedRequestPage },
        },
      },
      async (request) => {
        const filters = { ...request.query, ...parseTimes(request.query, ['since', 'until']) };
        return { ...(await listRequests(db, scopeOf(request).organizerId, filters)), isLogging };
      },
    );

    app.get(
      '/usage',
      {
        config,
        schema: {
          operationId: 'getUsage',
          tags,
          summary: 'Count the requests with API keys over time',
          querystring: usageQuery,
          response: { 200: usage },
        },
      },
      async (request) => ({
        ...(await readUsage(db, scopeOf(request).organizerId, request.query, clock.now())),
        isLogging,
      }),
    );
  };
}
