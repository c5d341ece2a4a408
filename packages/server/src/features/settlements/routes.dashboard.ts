import { type Db, databaseForLongRead } from '../../platform/database/dialect.ts';
import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { csvLanguage, file, object, pathId } from '../../platform/http/schema.ts';
import { sendJson } from '../../platform/http/send-json.ts';
import { sendParts } from '../../platform/http/send-stream.ts';
import { writeCsv } from '../../platform/spreadsheet/csv.ts';
import { listEntriesAfter, listLedger } from './ledger.ts';
import { readSettlement } from './queries.ts';
import { ledgerPage, ledgerQuery } from './schema.dashboard.ts';
import { settlement } from './schema.ts';

const tags = ['Settlements'];
const config = { permission: 'settlements:read' } as const;
const params = object({ eventId: pathId('Id of the event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd') });
const querystring = object({});
const entriesPerRead = 500;

/** The statement of a settlement with its ledger. */
export const settlementDashboardRoutes: Feature<OrganizerServices> = (app, { db, secrets, scopeOf }) => {
  app.get(
    '/settlements/:eventId',
    {
      config,
      schema: {
        operationId: 'getSettlement',
        tags,
        summary: 'Read the settlement of an event',
        params,
        querystring,
        response: { 200: settlement },
      },
    },
    async (request) => readSettlement(db, scopeOf(request).organizerId, request.params.eventId),
  );
  app.get(
    '/settlements/:eventId/ledger',
    {
      config,
      schema: {
        operationId: 'listLedger',
        tags,
        summary: 'List the ledger of an event, newest first',
        params,
        querystring: ledgerQuery,
        response: { 200: ledgerPage },
      },
    },
    async (request, reply) => {
      const { organizerId } = scopeOf(request);
      const { eventId } = request.params;
      await readSettlement(db, organizerId, eventId);
      return sendJson(reply, await listLedger(db, organizerId, { ...request.query, eventId }, secrets.cursorKey));
    },
  );
  app.get(
    '/settlements/:eventId/ledger.csv',
    {
      config,
      schema: {
        operationId: 'downloadLedger',
        tags,
        summary: 'Download the ledger of an event as CSV, oldest first',
        params,
        querystring: object({ language: csvLanguage }),
        response: { 200: file('A CSV file (RFC 4180). Amounts are minor units', 'text/csv') },
      },
    },
    async (request, reply) => {
      const { organizerId } = scopeOf(request);
      const { eventId } = request.params;
      await readSettlement(db, organizerId, eventId);
      const rows = ledgerRows(await databaseForLongRead(db), organizerId, eventId);
      const csvFile = { mediaType: 'text/csv; charset=utf-8', filename: `ledger-${eventId}.csv` };
      await sendParts(reply, csvFile, writeCsv(rows, request.query.language ?? 'en'));
    },
  );
};

async function* ledgerRows(db: Db, organizerId: string, eventId: string): AsyncGenerator<string[][]> {
  yield [columns.map(([name]) => name)];
  const limit = entriesPerRead;
  let position = 0;
  for (;;) {
    const entries = await listEntriesAfter(db, organizerId, eventId, { position, limit });
    yield entries.map((entry) => columns.map(([, read]) => String(read(entry) ?? '')));
    const last = entries.at(-1);
    if (last === undefined || entries.length < limit) return;
    position = last.position;
  }
}

type Entry = Awaited<ReturnType<typeof listEntriesAfter>>[number];

/** The columns of the CSV file. */
const columns: readonly (readonly [string, (entry: Entry) => string | number | null])[] = [
  ['position', (entry) => entry.position],
  ['time', (entry) => entry.created_at],
  ['kind', (entry) => entry.kind],
  ['orderNumber', (entry) => entry.order_number],
  ['reference', (entry) => entry.reference],
  ['currency', (entry) => entry.currency],
  ['gross', (entry) => entry.gross],
  ['refunds', (entry) => entry.refunds],
  ['platformFees', (entry) => entry.platform_fees],
  ['paymentFees', (entry) => entry.payment_fees],
  ['taxes', (entry) => entry.taxes],
  ['paidOut', (entry) => entry.paid_out],
  ['receivedBy', (entry) => entry.received_by],
];
