import { ApiError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { TokenUse } from '../../platform/http/token-ring.ts';
import { newId } from '../../platform/ids.ts';
import type { Origin, RequestScope } from '../../platform/scope.ts';
import { generateToken, hashToken } from '../../platform/token-format.ts';
import { recordAudit } from '../audit/index.ts';
import { getEventRow, lockEvent } from '../catalog/index.ts';
import { deviceTokenPrefix, generatePairingCode, hashPairingCode } from './device-secrets.ts';
import { checkedName, findEventId, listGates } from './gates.ts';
import type { DeviceRole } from './schema.gate.ts';

/** A device, without its token. */
export interface Device {
  readonly id: string;
  readonly eventId: string;
  readonly name: string;
  readonly roles: readonly DeviceRole[];
  /** The gates that the device can use; null for all gates of the event. */
  readonly gateIds: readonly string[] | null;
  readonly carriesNames: boolean;
  readonly createdAt: string;
  /** null if the device was not paired. */
  readonly pairedAt: string | null;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  /** When the device last sent a request, to the minute; null if it has sent none. */
  readonly lastSeenAt: string | null;
  /** What the device has reported last. The charge of the battery is from 0 to 1. */
  readonly battery: number | null;
  readonly appVersion: string | null;
  readonly queueLength: number | null;
}

export interface NewDevice {
  /** The id or the `externalId` of the event. */
  readonly event: string;
  readonly name: string;
  readonly roles: readonly DeviceRole[];
  /** Ids of gates of the event; null for all. */
  readonly gates?: readonly string[] | null | undefined;
  readonly carriesNames?: boolean | undefined;
}

/** A new device. The token and the pairing code are returned only once and are not stored. */
export interface CreatedDevice {
  readonly device: Device;
  readonly pairingCode: string;
  readonly token: string;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** The time from the end of the event until the token of a device expires. */
const lifetimeAfterEventMs = 7 * dayMs;
const minLifetimeMs = 30 * dayMs;
/** The time within which a pairing code can be used. */
export const pairingMs = 15 * 60 * 1_000;
/** Maximum number of devices of an event, with revoked ones. */
const maxDevices = 2_000;

/**
 * Adds a device to an event. Its token expires seven days after the end of the event, and at the earliest in 30 days.
 *
 * @throws ApiError `event_not_found`, `gate_not_found`, `invalid_device`, `too_many_devices`
 */
export async function addDevice(
  db: Db,
  scope: RequestScope,
  newDevice: NewDevice,
  secrets: Pick<Secrets, 'gateKey'>,
): Promise<CreatedDevice> {
  const { organizerId } = scope;
  const token = generateToken(deviceTokenPrefix);
  const pairingCode = generatePairingCode();
  const device = await db.transaction().execute(async (tx) => {
    const nowMs = scope.clock.now();
    const eventId = await findEventId(tx, organizerId, newDevice.event);
    // Concurrent requests wait for each other, so that they count each other's devices.
    await lockEvent(tx, organizerId, eventId);
    const event = await getEventRow(tx, organizerId, eventId);
    if ((await listDevices(tx, organizerId, eventId)).length >= maxDevices) {
      throw new ApiError('too_many_devices', { maxDevices });
    }
    const expiresMs = Math.max(
      Date.parse(event.ends_at ?? event.starts_at) + lifetimeAfterEventMs,
      nowMs + minLifetimeMs,
    );
    const row: Tables['gate_devices'] = {
      ...unusedDevice(organizerId, eventId, nowMs),
      name: checkedName(newDevice.name, 'invalid_device'),
      roles: newDevice.roles.join(' '),
      gate_ids: await gateIds(tx, organizerId, eventId, newDevice.gates ?? null),
      carries_names: newDevice.carriesNames ? 1 : 0,
      token_hash: hashToken(token),
      pairing_code_hash: hashPairingCode(secrets, pairingCode),
      pairing_expires_at: timestamp(nowMs + pairingMs),
      expires_at: timestamp(expiresMs),
      key_id: null,
    };
    await tx.insertInto('gate_devices').values(row).execute();
    const details = { event: eventId, roles: newDevice.roles, carriesNames: row.carries_names === 1 };
    await recordAudit(tx, scope, { action: 'device.create', subject: row.id, details, at: timestamp(nowMs) });
    return toDevice(row);
  });
  return { device, pairingCode, token };
}

/** Scans are audited in bulk, by the hour. */
export const auditedHourMs = 60 * 60 * 1_000;

/** The columns that all devices of an event have in common before they are used. */
export function unusedDevice(organizerId: string, eventId: string, nowMs: number) {
  return {
    organizer_id: organizerId,
    id: newId('dev', nowMs),
    event_id: eventId,
    paired_at: null,
    created_at: timestamp(nowMs),
    revoked_at: null,
    last_seen_at: null,
    battery_percent: null,
    app_version: null,
    queue_length: null,
    audited_until: timestamp(nowMs - (nowMs % auditedHourMs)),
  };
}

/**
 * Replaces the pairing code of a device. The token of the device works until the new code is used.
 *
 * @returns the code, which can be used once, within 15 minutes
 * @throws ApiError `device_not_found`; `device_revoked`
 */
export async function renewPairingCode(
  db: Db,
  scope: RequestScope,
  deviceId: string,
  secrets: Pick<Secrets, 'gateKey'>,
): Promise<{ pairingCode: string; expiresAt: string }> {
  const { organizerId } = scope;
  const pairingCode = generatePairingCode();
  const nowMs = scope.clock.now();
  const expiresAt = timestamp(nowMs + pairingMs);
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('gate_devices')
      .set({ pairing_code_hash: hashPairingCode(secrets, pairingCode), pairing_expires_at: expiresAt })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', deviceId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) {
      await readDevice(tx, organizerId, deviceId);
      throw new ApiError('device_revoked', { deviceId });
    }
    await recordAudit(tx, scope, { action: 'device.renew_code', subject: deviceId, details: {}, at: timestamp(nowMs) });
  });
  return { pairingCode, expiresAt };
}

/**
 * Gives a device a new token for its pairing code. The code can be used once. An earlier token stops working within a second.
 *
 * @param clockOf the clock of an organizer
 * @throws ApiError `pairing_code_not_found` if the code is mistyped, used or expired, or its device is revoked
 */
export async function pairDevice(
  db: Db,
  code: string,
  { clockOf, secrets }: { clockOf: (organizerId: string) => Clock; secrets: Pick<Secrets, 'gateKey'> },
  request: Pick<Origin, 'address' | 'requestId'>,
): Promise<{ token: string; device: Device }> {
  const codeHash = hashPairingCode(secrets, code);
  const notFound = () => new ApiError('pairing_code_not_found', {});
  if (codeHash === null) throw notFound();
  const token = generateToken(deviceTokenPrefix);
  const device = await db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('gate_devices')
      .select(['organizer_id', 'id'])
      .where('pairing_code_hash', '=', codeHash)
      .executeTakeFirst();
    if (found === undefined) throw notFound();
    const now = timestamp(clockOf(found.organizer_id).now());
    const paired = await tx
      .updateTable('gate_devices')
      .set({ token_hash: hashToken(token), pairing_code_hash: null, pairing_expires_at: null, paired_at: now })
      .where('organizer_id', '=', found.organizer_id)
      .where('id', '=', found.id)
      .where('pairing_code_hash', '=', codeHash)
      .where('pairing_expires_at', '>', now)
      .where('expires_at', '>', now)
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (paired === undefined) throw notFound();
    const entry = { action: 'device.pair', subject: paired.id, details: {}, at: now } as const;
    await recordAudit(tx, { organizerId: paired.organizer_id, origin: { actor: paired.id, ...request } }, entry);
    return toDevice(paired);
  });
  return { token, device };
}

/**
 * Renames a device.
 *
 * @throws ApiError `device_not_found`, `invalid_device`
 */
export async function renameDevice(db: Db, scope: RequestScope, deviceId: string, name: string): Promise<Device> {
  const checked = checkedName(name, 'invalid_device');
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('gate_devices')
      .set({ name: checked })
      .where('organizer_id', '=', scope.organizerId)
      .where('id', '=', deviceId)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw new ApiError('device_not_found', { deviceId });
    await recordAudit(tx, scope, {
      action: 'device.update',
      subject: deviceId,
      details: {},
      at: timestamp(scope.clock.now()),
    });
    return toDevice(row);
  });
}

/**
 * Revokes a device. Within a second, every process rejects its token. A repeated call changes nothing.
 *
 * @throws ApiError `device_not_found`
 */
export async function revokeDevice(db: Db, scope: RequestScope, deviceId: string): Promise<Device> {
  const { organizerId } = scope;
  return db.transaction().execute(async (tx) => {
    const at = timestamp(scope.clock.now());
    const row = await tx
      .updateTable('gate_devices')
      .set({ revoked_at: at, pairing_code_hash: null, pairing_expires_at: null })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', deviceId)
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return readDevice(tx, organizerId, deviceId);
    await recordAudit(tx, scope, { action: 'device.revoke', subject: deviceId, details: {}, at });
    return toDevice(row);
  });
}

/** The devices of an event, oldest first, without those that record the check-ins of API keys. */
export async function listDevices(db: Db, organizerId: string, eventId: string): Promise<Device[]> {
  const rows = await db
    .selectFrom('gate_devices')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .where('event_id', '=', eventId)
    .where('key_id', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(toDevice);
}

/** @throws ApiError `device_not_found` */
async function readDevice(db: Db, organizerId: string, deviceId: string): Promise<Device> {
  const row = await db
    .selectFrom('gate_devices')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .where('id', '=', deviceId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('device_not_found', { deviceId });
  return toDevice(row);
}

/** The organizer of the device with this id; null if there is none. Operators can name a device without its organizer. */
export async function findOrganizerOfDevice(db: Db, deviceId: string): Promise<string | null> {
  const row = await db.selectFrom('gate_devices').select('organizer_id').where('id', '=', deviceId).executeTakeFirst();
  return row?.organizer_id ?? null;
}

type FoundDevice = Tables['gate_devices'] & { readonly reset_started_at: string | null };

const deviceColumns = [
  'd.organizer_id',
  'd.id',
  'd.event_id',
  'd.name',
  'd.roles',
  'd.gate_ids',
  'd.carries_names',
  'd.token_hash',
  'd.pairing_code_hash',
  'd.pairing_expires_at',
  'd.paired_at',
  'd.created_at',
  'd.expires_at',
  'd.revoked_at',
  'd.last_seen_at',
  'd.battery_percent',
  'd.app_version',
  'd.queue_length',
  'd.audited_until',
  'd.key_id',
] as const;

/** Finds a device by the hash of its token. The query has no organizer, because the token identifies the organizer. */
export const findDeviceByToken = statement<{ hash: string }, FoundDevice>((db, param) =>
  db
    .selectFrom('gate_devices as d')
    .innerJoin('organizers as o', 'o.id', 'd.organizer_id')
    .select([...deviceColumns, 'o.reset_started_at'])
    .where('d.token_hash', '=', param('hash')),
);

/** Stores what a device reports about itself. */
export async function setDeviceStatus(
  db: Db,
  organizerId: string,
  deviceId: string,
  status: { battery: number | null; appVersion: string; queueLength: number },
  now: string,
): Promise<void> {
  await db
    .updateTable('gate_devices')
    .set({
      battery_percent: status.battery === null ? null : Math.round(status.battery * 100),
      app_version: status.appVersion,
      queue_length: status.queueLength,
      last_seen_at: now,
    })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', deviceId)
    .execute();
}

/** Stores when a device was last used. */
export function setLastContact(tx: Db, { id, organizerId, at }: TokenUse): Promise<unknown> {
  return tx
    .updateTable('gate_devices')
    .set({ last_seen_at: at })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<', at)]))
    .execute();
}

async function gateIds(
  tx: Db,
  organizerId: string,
  eventId: string,
  ids: readonly string[] | null,
): Promise<string | null> {
  if (ids === null || ids.length === 0) return null;
  const own = new Set((await listGates(tx, organizerId, eventId)).map(({ id }) => id));
  const unknown = ids.find((id) => !own.has(id));
  if (unknown !== undefined) throw new ApiError('gate_not_found', { gateId: unknown.slice(0, 100) });
  return ids.join(' ');
}

export function toDevice(row: Tables['gate_devices']): Device {
  return {
    id: row.id,
    eventId: row.event_id,
    name: row.name,
    roles: row.roles.split(' ') as DeviceRole[],
    gateIds: row.gate_ids?.split(' ') ?? null,
    carriesNames: row.carries_names === 1,
    createdAt: row.created_at,
    pairedAt: row.paired_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastSeenAt: row.last_seen_at,
    battery: row.battery_percent === null ? null : row.battery_percent / 100,
    appVersion: row.app_version,
    queueLength: row.queue_length,
  };
}
