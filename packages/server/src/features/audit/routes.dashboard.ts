import { Readable } from 'node:stream';
import { parseTimes } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { writeCsv } from '../../platform/spreadsheet/csv.ts';
import { type AuditEntry, listAuditPage, readAudit } from './queries.ts';
import { auditFile, auditFileQuery, auditListQuery, auditPage } from './schema.ts';

const tags = ['Audit'];
const config = { permission: 'audit:read' } as const;

/** The audit log of an organizer. */
export const auditRoutes: Feature<OrganizerServices> = (app, { db, principal }) => {
  app.get(
    '/audit',
    {
      config,
      schema: {
        operationId: 'listAudit',
        tags,
        summary: 'List who changed data, and who read personal data',
        querystring: auditListQuery,
        response: { 200: auditPage },
      },
    },
    async (request) => {
      const filters = { ...request.query, ...parseTimes(request.query, ['since', 'until']) };
      return listAuditPage(db, principal(request).organizerId, filters);
    },
  );

  app.get(
    '/audit.csv',
    {
      config,
      schema: {
        operationId: 'downloadAudit',
        tags,
        summary: 'Download the audit log as a CSV file',
        querystring: auditFileQuery,
        response: { 200: auditFile },
      },
    },
    async (request, reply) => {
      const filters = { ...request.query, ...parseTimes(request.query, ['since', 'until']) };
      const batches = readAudit(db, principal(request).organizerId, filters);
      reply.header('content-type', 'text/csv; charset=utf-8');
      reply.header('content-disposition', 'attachment; filename="audit.csv"');
      return reply.send(Readable.from(writeCsv(rowsOf(batches))));
    },
  );
};

async function* rowsOf(batches: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<readonly string[][]> {
  yield [['time', 'actor', 'action', 'subject', 'details', 'address', 'request']];
  for await (const entries of batches) {
    yield entries.map(({ at, actor, action, subject, details, address, requestId }) => [
      at,
      actor,
      action,
      subject,
      JSON.stringify(details),
      address ?? '',
      requestId ?? '',
    ]);
  }
}
