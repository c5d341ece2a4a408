import { count, id, nullable, object, oneOf, orderNumber, Type, text } from '../../platform/http/schema.ts';
import { listedMax } from './assign-bibs.ts';
import { bibOrders, bibRowProblems } from './plan-bibs.ts';

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

export const bibAssignment = object(
  {
    by: oneOf(
      [...bibOrders, 'file'],
      'The sequence in which tickets get the lowest free numbers of their ticket types, or `file` for the numbers of `csv`. Tickets without ' +
        'a name, a category or an answer are last',
    ),
    questionId: Type.Optional(
      text(
        'For `by: answer`: a question to ticket holders, such as the expected time. Ask for times in one form, such as `hh:mm:ss`. Options ' +
          'are sorted by their codes',
        { maxLength: 100, examples: ['que_01kamz0g5ve4q8v5x2c4g6t0yd'] },
      ),
    ),
    csv: Type.Optional(
      Type.String({
        description:
          'For `by: file`: a CSV file with commas, semicolons or tabs. The heading of each column says what it is: `bib`, and `ticket` (id), ' +
          '`order` (number) or `name`, in upper or lower case. `birthDate` tells persons of the same name apart: YYYY-MM-DD, or with the day ' +
          'before the month. Names are compared without case and accents. A row without a bib changes nothing. Needs the scope `orders:read:pii`',
        maxLength: 1_000_000,
        examples: ['order,name,bib\n7K3Q9MX2PA,Ada Lovelace,217\n'],
      }),
    ),
    ticketTypeId: Type.Optional(
      text('Only tickets of this type. Without effect for a file', {
        maxLength: 100,
        examples: ['tty_01kamz0g5ve4q8v5x2c4g6t0yd'],
      }),
    ),
    renumber: flag('Whether tickets that have a bib get a new one. Without effect for a file'),
    includeFixed: flag(
      'With `renumber`: whether also bibs change that were given by hand, by a file or by an import. Without effect for a file',
    ),
    dryRun: flag('Whether nothing is changed, and the response says what would change'),
  },
  {
    $id: 'AssignBibs',
    description: 'How the tickets of an event get bibs',
    examples: [{ by: 'payment', dryRun: true }],
  },
);

const changedBib = object(
  {
    ticketId: id('tkt', 'Id of the ticket'),
    orderNumber,
    holderName: Type.Optional(nullable(text('Name of the holder', { maxLength: 300, examples: ['Ada Lovelace'] }))),
    bib: Type.Optional(text('The bib before; empty: none', { maxLength: 50, examples: ['12'] })),
    newBib: Type.Optional(text('The new bib; empty: none', { maxLength: 50, examples: ['217'] })),
  },
  {
    $id: 'ChangedBib',
    description: 'A ticket whose bib changes. `holderName`, `bib` and `newBib` need the scope `orders:read:pii`',
  },
);

const refusedRow = object(
  {
    row: Type.Integer({
      description: 'Number of the row; the headings are row 1',
      minimum: 1,
      maximum: 2_147_483_647,
      format: 'int32',
    }),
    problem: oneOf(
      bibRowProblems,
      '`no_key`: no ticket, order or name; `unknown_ticket`: no ticket has these; `several_tickets`: several tickets have them, such as two ' +
        'persons of the same name; `repeated_ticket`, `repeated_bib`: an earlier row has the same; `bib_taken`: another ticket of the event has ' +
        'this bib, also if it is void; `bib_too_long`: more than 50 characters',
    ),
  },
  { $id: 'RefusedBibRow', description: 'A row of the file that is not applied' },
);

export const assignedBibs = object(
  {
    changed: count('Number of tickets whose bib has changed, or would change'),
    notChanged: count(
      'Number of tickets that were changed by another request at the same time. Send the request again',
    ),
    withoutBib: count('Number of tickets that have no bib after this, although their ticket type has bibs'),
    refused: count('Number of rows of the file that are not applied'),
    changes: Type.Array(changedBib, { description: 'The first changed tickets', maxItems: listedMax }),
    refusedRows: Type.Array(refusedRow, { description: 'The first rows that are not applied', maxItems: listedMax }),
  },
  { $id: 'AssignedBibs', description: 'What an assignment of bibs has changed, or would change' },
);
