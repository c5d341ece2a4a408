import {
  csvLanguage,
  file,
  id,
  listQuery,
  nullable,
  object,
  oneOf,
  page,
  Type,
  text,
  time,
} from '../../platform/http/schema.ts';
import { auditActions } from './actions.ts';

const entriesPerPageMax = 200;

const auditEntry = object(
  {
    id: id('aud', 'Id of the entry'),
    at: time('When the action happened'),
    actor: text('The user, the API key, or `cli:` and a name for the command line', {
      maxLength: 200,
      examples: ['usr_01kamz0g5ve4q8v5x2c4g6t0yd'],
    }),
    action: oneOf(auditActions, 'The action'),
    subject: text('The id or number of the resource', { maxLength: 200, examples: ['7K3Q9MX2PA'] }),
    details: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      description: 'Settings and amounts of the action',
      examples: [{ fields: ['buyer'] }],
    }),
    address: nullable(text('The IP address of the client; null for the command line', { maxLength: 64 })),
    requestId: nullable(text('The id of the request; null for the command line', { maxLength: 30 })),
  },
  { $id: 'AuditEntry', description: 'A change, or a read of personal data' },
);

export const auditPage = page('AuditPage', auditEntry, entriesPerPageMax);

const timeFilter = (description: string) =>
  Type.Optional(
    Type.String({ format: 'date-time', maxLength: 40, description, examples: ['2026-11-20T09:00:00.000Z'] }),
  );

const filters = {
  action: Type.Optional(oneOf(auditActions, 'Only this action')),
  actor: Type.Optional(
    Type.String({
      description: 'Only actions of this actor',
      minLength: 1,
      maxLength: 200,
      examples: ['usr_01kamz0g5ve4q8v5x2c4g6t0yd'],
    }),
  ),
  since: timeFilter('Only actions at or after this time (RFC 3339)'),
  until: timeFilter('Only actions before this time (RFC 3339)'),
};

export const auditListQuery = listQuery(entriesPerPageMax, filters);

export const auditFileQuery = object({ ...filters, language: csvLanguage });

export const auditFile = file('A CSV file (RFC 4180) with a header line, in UTF-8 with a byte order mark', 'text/csv');
