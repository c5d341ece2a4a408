import type { Kysely } from 'kysely';
import { createTable } from '../src/platform/database/create-table.ts';

/** Conflicts of offline scans that somebody has looked into. The rows of scans do not change. */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'settled_conflicts',
    { organizer_id: 'text', scan_id: 'text', settled_at: 'text', settled_by: 'text', note: 'text' },
    [
      'primary key (organizer_id, scan_id)',
      'foreign key (organizer_id, scan_id) references gate_scans (organizer_id, id)',
    ],
  );
}
