import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object, Type } from '../../platform/http/schema.ts';
import { sendStream } from '../../platform/http/send-stream.ts';
import { auditOrigin } from '../audit/index.ts';
import { exportOrganizer } from './export-organizer.ts';

/** The export of all data of an organizer. */
export const transferRoutes: Feature<OrganizerServices> = (app, { db, clock, principal }) => {
  app.get(
    '/export.jsonl',
    {
      config: { permission: 'data:export' },
      schema: {
        operationId: 'exportData',
        tags: ['Organizer'],
        summary: 'Download all events, ticket types, add-ons and orders as lines of an import file',
        description: 'The file contains personal data. The download is recorded in the audit log.',
        querystring: object({}),
        response: { 200: Type.String({ description: 'JSON lines', maxLength: 1_000_000_000 }) },
      },
    },
    async (request, reply) => {
      const caller = principal(request);
      const origin = auditOrigin(caller, request);
      await sendStream(reply, { mediaType: 'application/jsonl', filename: 'export.jsonl' }, (write) =>
        exportOrganizer(db, caller.organizerId, write, clock, origin),
      );
    },
  );
};
