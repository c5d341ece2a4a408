import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../src/platform/database/create-table.ts';

/** The questions of events to buyers and to ticket holders, and the answers of each person of an order. */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'questions',
    {
      organizer_id: 'text',
      id: 'text',
      external_id: 'text?',
      event_id: 'text',
      position: 'integer',
      asked_of: 'text',
      kind: 'text',
      key: 'text?',
      label: 'text',
      help: 'text?',
      is_required: 'integer',
      options: 'text?',
      offered_options: 'text?',
      minimum: 'text?',
      maximum: 'text?',
      min_length: 'integer?',
      max_length: 'integer?',
      pattern: 'text?',
      default_value: 'text?',
      shown_if: 'text?',
      offer_ids: 'text?',
      is_marketing: 'integer',
      retention_days: 'integer?',
      translations: 'text?',
      is_archived: 'integer',
      version: 'integer',
      created_at: 'text',
      updated_at: 'text',
    },
    [
      'primary key (organizer_id, id)',
      'foreign key (organizer_id, event_id) references events (organizer_id, id) on delete cascade',
    ],
  );
  await createIndex(db, 'questions_of_event', 'questions (organizer_id, event_id, position, id)');
  await createIndex(db, 'question_keys', 'questions (organizer_id, event_id, key)', {
    unique: true,
    where: 'is_archived = 0 and key is not null',
  });
  await createIndex(db, 'question_external_ids', 'questions (organizer_id, event_id, external_id)', {
    unique: true,
    where: 'external_id is not null',
  });
  await createTable(
    db,
    'answers',
    {
      organizer_id: 'text',
      order_number: 'text',
      person: 'integer',
      event_id: 'text',
      ticket_id: 'text?',
      answers: 'text',
      created_at: 'text',
      updated_at: 'text',
    },
    [
      'primary key (organizer_id, order_number, person)',
      'foreign key (organizer_id, order_number) references orders (organizer_id, order_number) on delete cascade',
    ],
  );
  await createIndex(db, 'answers_of_event', 'answers (organizer_id, event_id, ticket_id)');
}
