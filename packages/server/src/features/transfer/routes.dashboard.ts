import { ApiError } from '../../errors/index.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { file, object } from '../../platform/http/schema.ts';
import { sendStream } from '../../platform/http/send-stream.ts';
import { exportOrganizer } from './export-organizer.ts';

/**
 * The maximum number of exports at the same time in one process, one for each organizer. Each uses a database connection until its client
 * has read the file.
 */
const maxExports = 4;

/** The export of all data of an organizer. */
export const transferRoutes: Feature<OrganizerServices> = (app, { db, scopeOf }) => {
  const exporting = new Set<string>();

  app.get(
    '/export.jsonl',
    {
      config: { permission: 'data:export', errors: ['invalid_state'] },
      schema: {
        operationId: 'exportData',
        tags: ['Organizer'],
        summary: 'Download all events, ticket types, add-ons and orders as lines of an import file',
        description: 'The file contains personal data. The download is recorded in the audit log.',
        querystring: object({}),
        response: { 200: file('One JSON object per line', 'application/jsonl') },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      if (exporting.has(scope.organizerId)) throw new ApiError('export_running', {});
      if (exporting.size >= maxExports) throw new ApiError('server_overloaded', {});
      exporting.add(scope.organizerId);
      await sendStream(reply, { mediaType: 'application/jsonl', filename: 'export.jsonl' }, (write) =>
        exportOrganizer(db, scope, write).finally(() => {
          exporting.delete(scope.organizerId);
        }),
      );
    },
  );
};
