import { sql } from 'kysely';
import { type Clock, type ServiceClock, timestamp } from '../../platform/clock.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import { announceOnCommit, type Db } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { OrganizerOrigin } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { beginReset, clockChannel, endReset, listResets, type Sandbox } from '../organizers/index.ts';
import { announceDeletion, forgetDeliveries } from '../webhooks/index.ts';
import { requireSandbox } from './open-sandbox.ts';

/** The tables whose rows a reset deletes, each with its primary key. A table precedes the tables that its rows refer to. */
export const deletedTables: readonly (readonly [table: keyof Tables, key: readonly string[]])[] = [
  ['webhook_attempts', ['organizer_id', 'delivery_id', 'id']],
  ['webhook_deliveries', ['organizer_id', 'id']],
  ['webhook_attempt_counts', ['organizer_id', 'endpoint_id', 'hour', 'outcome', 'latency_ms']],
  ['webhook_replays', ['organizer_id', 'id']],
  ['webhook_events', ['organizer_id', 'id']],
  ['mails', ['id']],
  ['order_mails', ['organizer_id', 'id']],
  ['sent_mails', ['organizer_id', 'id']],
  ['consumptions', ['organizer_id', 'id']],
  ['unit_returns', ['organizer_id', 'id']],
  ['entitlements', ['organizer_id', 'id']],
  ['gate_minutes', ['organizer_id', 'event_id', 'gate_id', 'minute', 'device_id', 'outcome']],
  ['settled_conflicts', ['organizer_id', 'scan_id']],
  ['gate_scans', ['organizer_id', 'id']],
  ['gate_devices', ['organizer_id', 'id']],
  ['gates', ['organizer_id', 'id']],
  ['replaced_qr_codes', ['organizer_id', 'qr_value']],
  ['offline_details', ['organizer_id', 'ticket_id']],
  ['search_words', ['organizer_id', 'event_id', 'word', 'order_number']],
  ['tickets', ['organizer_id', 'id']],
  ['payment_disputes', ['organizer_id', 'reference']],
  ['payment_refunds', ['organizer_id', 'id']],
  ['payments', ['organizer_id', 'id']],
  ['order_items', ['organizer_id', 'id']],
  ['answers', ['organizer_id', 'order_number', 'person']],
  ['orders', ['organizer_id', 'order_number']],
  ['open_holds', ['organizer_id', 'holder_hash']],
  ['figure_days', ['organizer_id', 'scope', 'day', 'currency', 'event_id', 'offer_id']],
  ['figure_watermarks', ['organizer_id', 'event_id']],
  ['ledger_entries', ['organizer_id', 'id']],
  ['settlements', ['organizer_id', 'id']],
  ['waiting_room_visitors', ['organizer_id', 'event_id', 'round', 'id']],
  ['waiting_rooms', ['organizer_id', 'event_id']],
  ['ticket_types', ['organizer_id', 'id']],
  ['addons', ['organizer_id', 'id']],
  ['questions', ['organizer_id', 'id']],
  ['events', ['organizer_id', 'id']],
  ['posters', ['organizer_id', 'id']],
  ['idempotency_records', ['organizer_id', 'scope', 'idempotency_key']],
  ['imported_lines', ['organizer_id', 'external_id', 'type']],
  ['audit_entries', ['organizer_id', 'id']],
];

/**
 * Data is deleted only this long after the begin of a reset. Until then, another process can accept requests with a key that it has
 * in its cache, and transactions of earlier requests can be in progress.
 */
const settleMs = 2_000;

/**
 * Begins the reset of a sandbox. A job then deletes its data and sets its clock back to the clock of the server. Until that is done,
 * requests with its keys and changes by its members are rejected. API keys, webhook endpoints and settings remain. If a reset is
 * already in progress, nothing changes.
 *
 * @param clock the clock of the server
 * @returns the sandbox, with the time of the begin
 * @throws ApiError `sandbox_only` if the organizer is live
 */
export async function startReset(db: Db, { organizerId, origin }: OrganizerOrigin, clock: Clock): Promise<Sandbox> {
  return db.transaction().execute(async (tx) => {
    const { liveId } = await requireSandbox(tx, organizerId);
    const at = timestamp(clock.now());
    if (await beginReset(tx, organizerId, at)) {
      const entry = { action: 'sandbox.reset', subject: organizerId, details: {}, at } as const;
      await recordAudit(tx, { organizerId: liveId, origin }, entry);
    }
    return requireSandbox(tx, organizerId);
  });
}

/**
 * Continues all resets that are in progress. Data is deleted in small transactions, so after a crash the next run continues. Any
 * number of processes can run this at the same time.
 */
export async function continueResets(db: Db, clock: ServiceClock): Promise<void> {
  for (const { organizerId, startedAt } of await listResets(db)) {
    if (clock.now() < Date.parse(startedAt) + settleMs) continue;
    await deleteData(db, organizerId);
    if (await isEmpty(db, organizerId)) await finishReset(db, organizerId);
  }
  await clock.refresh();
}

async function deleteData(db: Db, organizerId: string): Promise<void> {
  await announceDeletion(db, organizerId);
  const ofSandbox = sql`where organizer_id = ${organizerId}`;
  for (const [table, key] of deletedTables) {
    await deleteInBatches<keyof Tables>(db, table, key as readonly never[], ofSandbox, organizerId);
  }
}

/** Rows that another transaction had locked are deleted by the next run. */
async function isEmpty(db: Db, organizerId: string): Promise<boolean> {
  for (const [table] of deletedTables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where organizer_id = ${organizerId} limit 1`.execute(
      db,
    );
    if (rows.length > 0) return false;
  }
  return true;
}

async function finishReset(db: Db, organizerId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await forgetDeliveries(tx, organizerId);
    await endReset(tx, organizerId);
    await announceOnCommit(tx, clockChannel);
  });
}
