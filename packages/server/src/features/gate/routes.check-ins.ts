import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object, pathId } from '../../platform/http/schema.ts';
import { auditPersonalRead } from '../audit/index.ts';
import { findScannedTicket } from '../tickets/index.ts';
import { checkIn, undoCheckIn } from './check-in.ts';
import * as schemas from './schema.check-ins.ts';
import type { ScanView } from './schema.gate.ts';

const tags = ['Check-ins'];
const holderFields = ['holderName', 'bib', 'category'];

/**
 * Check-ins with an API key, for turnstiles and the apps of partners.
 *
 * @param perMinute limit of the check-ins and undos of one key, which do not count toward the limit of its other requests
 */
export function checkInRoutes({ perMinute }: { perMinute: number }): Feature<OrganizerServices> {
  const rateLimit = { name: 'check-ins', perMinute };
  return (app, { db, scopeOf }) => {
    app.post(
      '/check-ins',
      {
        config: { permission: 'tickets:write', compress: false, rateLimit, errors: ['idempotency_conflict'] },
        schema: {
          operationId: 'checkIn',
          tags,
          summary: 'Check in a ticket',
          description:
            'Decides whether the holder of a ticket can pass, like a device at a gate. The status is 200 for each decision: read `result` ' +
            'and `reason`. If several requests and devices scan a ticket at the same time, one admits its holder.\n\n' +
            'If a request fails, **send it again with the same `nonce`**: it returns the same scan, with `replayed`, however late. An ' +
            '`Idempotency-Key` is not needed. With another ticket or direction, the response is 409.\n\n' +
            'An event without gates gets a gate with the name `API` at the first check-in of one of its tickets. The gate admits each ticket ' +
            'once. If the event has several gates, send `gateId`.\n\n' +
            'With the scope `orders:read:pii`, the response has the name of the holder, and is written to the audit log before it is sent.',
          querystring: object({}),
          body: schemas.checkInRequest,
          response: { 200: schemas.checkIn },
        },
      },
      async (request) => {
        const scope = scopeOf(request);
        const scan = await checkIn(db, scope, request.body);
        const ticket =
          scan.ticket !== null && scope.principal.permissions.has('orders:read:pii')
            ? await findScannedTicket(db, scope.organizerId, { id: scan.ticket.id })
            : null;
        if (ticket === null) return withoutHolder(scan);
        await auditPersonalRead(db, scope, { orderNumbers: [ticket.orderNumber], fields: holderFields });
        return scan;
      },
    );

    app.post(
      '/check-ins/:id/undo',
      {
        config: { permission: 'tickets:write', compress: false, rateLimit, errors: ['invalid_state'] },
        schema: {
          operationId: 'undoCheckIn',
          tags,
          summary: 'Undo a check-in',
          description:
            'The ticket gets the state that it had before the check-in, which can also be the scan of a device. A repeated request changes ' +
            'nothing. The response has no personal fields.',
          params: object({ id: pathId('Id of the check-in', 'scn_01kamz0g5ve4q8v5x2c4g6t0yd') }),
          querystring: object({}),
          response: { 200: schemas.checkIn },
        },
      },
      async (request) => withoutHolder(await undoCheckIn(db, scopeOf(request), request.params.id)),
    );
  };
}

function withoutHolder(scan: ScanView): schemas.CheckInView {
  if (scan.ticket === null) return scan;
  const { holderName: _, bib: __, category: ___, ...ticket } = scan.ticket;
  return { ...scan, ticket };
}
