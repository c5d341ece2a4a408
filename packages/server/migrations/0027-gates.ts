import type { Kysely } from 'kysely';
import { addColumns, createIndex, createTable } from '../src/platform/database/create-table.ts';

/** Gates of events, the devices that scan tickets at them, their scans, and counters of the scans. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'tickets', { inside: 'integer?', last_scan_id: 'text?' });
  // A search at the gate finds names and last names by their first letters.
  const lastName = "replace(holder_name, rtrim(holder_name, replace(holder_name, ' ', '')), '')";
  const named = { where: 'holder_name is not null' };
  await createIndex(db, 'tickets_by_holder_name', 'tickets (organizer_id, event_id, lower(holder_name))', named);
  await createIndex(db, 'tickets_by_last_name', `tickets (organizer_id, event_id, lower(${lastName}))`, named);
  await addColumns(db, 'organizers', { reverse_within_seconds: 'integer?' });
  await createGates(db);
  await createDevices(db);
  await createScans(db);
}

const ofEvent = 'foreign key (organizer_id, event_id) references events (organizer_id, id)';

async function createGates(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'gates',
    {
      organizer_id: 'text',
      id: 'text',
      event_id: 'text',
      name: 'text',
      direction: 'text',
      reentry: 'integer',
      ticket_type_ids: 'text?',
      categories: 'text?',
      opens_at: 'text?',
      closes_at: 'text?',
      created_at: 'text',
      archived_at: 'text?',
    },
    ['primary key (organizer_id, id)', ofEvent, "check (direction in ('entry', 'exit', 'both'))"],
  );
  await createIndex(db, 'gates_of_event', 'gates (organizer_id, event_id, id)');
}

async function createDevices(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'gate_devices',
    {
      organizer_id: 'text',
      id: 'text',
      event_id: 'text',
      name: 'text',
      roles: 'text',
      gate_ids: 'text?',
      carries_names: 'integer',
      token_hash: 'text',
      pairing_code_hash: 'text?',
      pairing_expires_at: 'text?',
      paired_at: 'text?',
      created_at: 'text',
      expires_at: 'text',
      revoked_at: 'text?',
      last_seen_at: 'text?',
      battery_percent: 'integer?',
      app_version: 'text?',
      queue_length: 'integer?',
      // The scans until this time are in the audit log.
      audited_until: 'text',
    },
    ['primary key (organizer_id, id)', ofEvent, 'unique (token_hash)'],
  );
  await createIndex(db, 'gate_devices_of_event', 'gate_devices (organizer_id, event_id, id)');
  await createIndex(db, 'gate_devices_pairing', 'gate_devices (pairing_code_hash)', {
    unique: true,
    where: 'pairing_code_hash is not null',
  });
}

async function createScans(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'gate_scans',
    {
      organizer_id: 'text',
      id: 'text',
      event_id: 'text',
      gate_id: 'text',
      device_id: 'text',
      ticket_id: 'text?',
      nonce: 'text',
      direction: 'text',
      scanned_at: 'text',
      received_at: 'text',
      offline: 'integer',
      device_result: 'text?',
      device_reason: 'text?',
      result: 'text',
      reason: 'text?',
      forced: 'integer',
      conflict: 'integer',
      // The state of the ticket before the scan: JSON. An undo restores it.
      ticket_before: 'text?',
      // The scan that this row undoes.
      undo_of: 'text?',
    },
    [
      'primary key (organizer_id, id)',
      'unique (organizer_id, device_id, nonce)',
      'foreign key (organizer_id, gate_id) references gates (organizer_id, id)',
      'foreign key (organizer_id, device_id) references gate_devices (organizer_id, id)',
      "check (result in ('admitted', 'refused', 'undone'))",
    ],
  );
  await createIndex(db, 'gate_scans_of_ticket', 'gate_scans (organizer_id, ticket_id, id)', {
    where: 'ticket_id is not null',
  });
  await createIndex(db, 'gate_scans_of_device', 'gate_scans (organizer_id, device_id, id)');
  await createIndex(db, 'gate_scans_conflicts', 'gate_scans (organizer_id, event_id, id)', { where: 'conflict = 1' });
  // A scan is undone at most once.
  await createIndex(db, 'gate_scans_undo', 'gate_scans (organizer_id, undo_of)', {
    unique: true,
    where: 'undo_of is not null',
  });
  // One row for each device, so that two devices never wait for the same row.
  await createTable(
    db,
    'gate_minutes',
    {
      organizer_id: 'text',
      event_id: 'text',
      gate_id: 'text',
      device_id: 'text',
      minute: 'text',
      outcome: 'text',
      scan_count: 'integer',
    },
    ['primary key (organizer_id, event_id, gate_id, minute, device_id, outcome)'],
  );
}
