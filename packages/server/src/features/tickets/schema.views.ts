import { id, object, oneOf, Type, text } from '../../platform/http/schema.ts';
import { maxQuestions } from '../questions/index.ts';
import { exportFormats } from './export-attendees.ts';
import { attendeeColumns } from './export-columns.ts';

const viewFields = {
  name: Type.String({ minLength: 1, maxLength: 100, description: 'Name of the view', examples: ['Shirts'] }),
  format: oneOf(exportFormats, 'Format of the file'),
  columns: Type.Array(oneOf(attendeeColumns), {
    maxItems: attendeeColumns.length,
    uniqueItems: true,
    description: 'The chosen columns that every event has',
  }),
  questions: Type.Array(text('Label of the question', { maxLength: 2_000 }), {
    maxItems: maxQuestions,
    uniqueItems: true,
    description:
      'The questions with a column, by their labels, so that the view fits the next event. Those that an event does not ask are left out',
  }),
  includeVoid: Type.Boolean({ description: 'Whether refunded tickets are included' }),
};

export const newStartListView = object(viewFields, {
  $id: 'NewStartListView',
  description: 'A view of start lists to save',
});

export const startListView = object(
  { id: id('slv', 'Id of the view'), ...viewFields },
  { $id: 'StartListView', description: 'A saved view of the start lists of an organizer' },
);

export const startListViews = object(
  { data: Type.Array(startListView, { description: 'The views, by name' }) },
  { $id: 'StartListViews', description: 'The saved views of the start lists of an organizer' },
);
