import { dialectOf } from '../../platform/database/dialect.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { countSearch } from '../../platform/http/rate-limit.ts';
import { object } from '../../platform/http/schema.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { readPersonalDataDays } from '../organizers/index.ts';
import { erasePerson } from './erase-person.ts';
import { readPerson } from './person.ts';
import { previewRetention } from './retention.ts';
import { erasure, person, personRequest, retentionPreview, retentionQuery } from './schema.ts';
import { withSandbox } from './scopes.ts';

const tags = ['Organizer'];
const querystring = object({});
/** How many orders of an organizer a request reads or erases at most. The commands have no limit. */
const ordersMax = 200;

interface PrivacyOptions {
  /** The limit of look-ups and erasures of one member. */
  readonly searchesPerMinute: number;
  /** The folder of mails that were written to files. */
  readonly outboxFolder: string;
}

/** What is kept of buyers and ticket holders, and its erasure. */
export function privacyRoutes({ searchesPerMinute, outboxFolder }: PrivacyOptions): Feature<OrganizerServices> {
  return (app, { db, clock, limiter, scopeOf }) => {
    const config = { permission: 'privacy:write' } as const;
    const limited = { ...config, errors: ['rate_limited'] } as const;

    app.get(
      '/privacy/retention',
      {
        config,
        schema: {
          operationId: 'previewRetention',
          tags,
          summary: 'Count the orders and answers whose personal data would be removed now',
          querystring: retentionQuery,
          response: { 200: retentionPreview },
        },
      },
      async (request, reply) => {
        const scope = scopeOf(request);
        const days = request.query.days ?? (await readPersonalDataDays(db, scope.organizerId));
        return sendJson(reply, JSON.stringify(await previewRetention(db, scope, days)));
      },
    );

    // The address is in the body, because URLs are written to the logs of proxies.
    app.post(
      '/privacy/person',
      {
        config: limited,
        schema: {
          operationId: 'readPerson',
          tags,
          summary: 'Read all that is known of an e-mail address',
          description:
            'It also contains the orders in the sandbox: the first 200 of each. The command `privacy show` reads all. The reads are recorded in the audit log, without the address.',
          querystring,
          body: personRequest,
          response: { 200: person },
        },
      },
      async (request, reply) => {
        await countSearch(request, reply, limiter, searchesPerMinute);
        const { organizerId, origin } = scopeOf(request);
        const organizers = await withSandbox(db, clock, organizerId, origin);
        return sendJson(reply, await readPerson(db, organizers, request.body.email, { ordersMax }));
      },
    );

    app.post(
      '/privacy/erasures',
      {
        config: limited,
        schema: {
          operationId: 'erasePerson',
          tags,
          summary: 'Erase the personal data of an e-mail address',
          description:
            'Orders, amounts, payments and refunds stay, without names and addresses. In an order of another buyer, only the ticket holders with ' +
            'this address are removed. An order that can still be paid stays as it is, and ' +
            'is in the response: repeat the request when it is paid, cancelled or expired. A request erases at most 200 orders: repeat it while ' +
            '`ordersLeft` is not 0.',
          querystring,
          body: personRequest,
          response: { 200: erasure },
        },
      },
      async (request, reply) => {
        await countSearch(request, reply, limiter, searchesPerMinute);
        const { organizerId, origin } = scopeOf(request);
        const organizers = await withSandbox(db, clock, organizerId, origin);
        const reports = await erasePerson(db, organizers, request.body.email, { outboxFolder, ordersMax });
        await dialectOf(db).overwriteDeleted(db);
        return sendJson(reply, JSON.stringify({ organizers: reports }));
      },
    );
  };
}
