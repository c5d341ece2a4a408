import { databaseForLongRead } from '../../platform/database/dialect.ts';
import { parseTimes } from '../../platform/http/parameters.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { sendParts } from '../../platform/http/send-stream.ts';
import { writeCsv } from '../../platform/spreadsheet/csv.ts';
import { type AuditEntry, listAuditPage, readAudit } from './queries.ts';
import { auditFile, auditFileQuery, auditListQuery, auditPage } from './schema.ts';

const tags = ['Audit'];
const config = { permission: 'audit:read' } as const;

/** The audit log of an organizer. */
export const auditRoutes: Feature<OrganizerServices> = (app, { db, scopeOf }) => {
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
      return listAuditPage(db, scopeOf(request).organizerId, filters);
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
      const { language = 'en', ...query } = request.query;
      const filters = { ...query, ...parseTimes(query, ['since', 'until']) };
      const batches = readAudit(await databaseForLongRead(db), scopeOf(request).organizerId, filters);
      const file = { mediaType: 'text/csv; charset=utf-8', filename: 'audit.csv' };
      await sendParts(reply, file, writeCsv(rowsOf(batches), language));
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
