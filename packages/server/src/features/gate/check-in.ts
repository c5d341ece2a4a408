import { ApiError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { generateToken, hashToken } from '../../platform/token-format.ts';
import { lockEvent } from '../catalog/index.ts';
import { readKey } from '../keys/index.ts';
import { findScannedTicket } from '../tickets/index.ts';
import { deviceTokenPrefix } from './device-secrets.ts';
import { unusedDevice } from './devices.ts';
import { addGate, type Gate, listGates } from './gates.ts';
import { scanTicket, ticketOf } from './scan-ticket.ts';
import type { CheckInRequest } from './schema.check-ins.ts';
import type { ScanView } from './schema.gate.ts';
import { undoScan } from './undo-scan.ts';
import { readScan } from './view-scan.ts';

/**
 * Decides about a ticket as a gate does, and stores the scan, once for each nonce of the key. The first check-in of a ticket of an
 * event without gates adds one, which admits each ticket once.
 *
 * @param scope the origin is an API key
 * @throws ApiError `event_not_found`, `gate_needed`, and the errors of `scanTicket`
 */
export async function checkIn(db: Db, scope: RequestScope, request: CheckInRequest): Promise<ScanView> {
  const { eventId, scannedAt, direction = 'entry', ...scanned } = request;
  const gates = await gatesOf(db, scope, request);
  const gateId = scanned.gateId ?? onlyGateOf(gates).id;
  const device = { id: await deviceOfKey(db, scope, eventId), eventId, gates, gateIds: null };
  return scanTicket(db, scope, device, {
    ...scanned,
    direction,
    gateId,
    scannedAt: scannedAt ?? timestamp(scope.clock.now()),
  });
}

/**
 * Undoes a scan of any device or API key of the organizer, as `undoScan`.
 *
 * @param scope the origin is an API key
 * @throws ApiError as `undoScan`
 */
export async function undoCheckIn(db: Db, scope: RequestScope, scanId: string): Promise<ScanView> {
  const { event_id: eventId } = await readScan(db, scope.organizerId, { scanId });
  return undoScan(db, scope, { id: await deviceOfKey(db, scope, eventId), eventId, gateIds: null }, scanId);
}

/**
 * The gates of the event, with archived ones. If there are none and the ticket belongs to the event, one is added. An event without
 * tickets gets none, because an event with a gate cannot be deleted.
 *
 * @throws ApiError `event_not_found`, `gate_not_found`
 */
async function gatesOf(db: Db, scope: RequestScope, request: CheckInRequest): Promise<Gate[]> {
  const { organizerId } = scope;
  const { eventId, gateId } = request;
  const gates = await listGates(db, organizerId, eventId);
  if (gates.length > 0) return gates;
  return db.transaction().execute(async (tx) => {
    // Of concurrent requests, the first one adds the gate.
    if ((await lockEvent(tx, organizerId, eventId)) === undefined) throw new ApiError('event_not_found', { eventId });
    const added = await listGates(tx, organizerId, eventId);
    if (added.length > 0) return added;
    if (gateId !== undefined) throw new ApiError('gate_not_found', { gateId });
    const ticket = await findScannedTicket(tx, organizerId, ticketOf(request));
    return ticket?.eventId === eventId ? [await addGate(tx, scope, { event: eventId, name: 'API' })] : [];
  });
}

/** @throws ApiError `gate_needed` if not exactly one of the gates is in use */
function onlyGateOf(gates: readonly Gate[]): Gate {
  const used = gates.filter(({ archivedAt }) => archivedAt === null);
  const [gate] = used;
  if (gate !== undefined && used.length === 1) return gate;
  const fields = [fieldError('gateId', 'required', {})];
  throw new ApiError('gate_needed', { gateIds: used.map(({ id }) => id) }, { fields });
}

/**
 * The device that records the check-ins of an API key at an event. Nobody has its token. It has no
 * `last_seen_at`, and so no hourly audit: what a key reads of holders is audited when it is read.
 *
 * @returns its id
 */
async function deviceOfKey(
  db: Db,
  { organizerId, clock, origin: { actor: keyId } }: RequestScope,
  eventId: string,
): Promise<string> {
  const device = await db
    .selectFrom('gate_devices')
    .select('id')
    .where('organizer_id', '=', organizerId)
    .where('event_id', '=', eventId)
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  if (device !== undefined) return device.id;
  const { name } = await readKey(db, organizerId, keyId);
  const nowMs = clock.now();
  const { id } = await db
    .insertInto('gate_devices')
    .values({
      ...unusedDevice(organizerId, eventId, nowMs),
      name,
      roles: 'gate',
      gate_ids: null,
      carries_names: 0,
      token_hash: hashToken(generateToken(deviceTokenPrefix)),
      pairing_code_hash: null,
      pairing_expires_at: null,
      expires_at: timestamp(nowMs),
      key_id: keyId,
    })
    .onConflict((conflict) =>
      conflict.columns(['organizer_id', 'event_id', 'key_id']).where('key_id', 'is not', null).doUpdateSet({ name }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
