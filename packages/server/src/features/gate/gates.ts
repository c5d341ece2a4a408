import { sql } from 'kysely';
import { ApiError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { type IfMatch, matchesVersion, type Versioned } from '../../platform/http/entity-tags.ts';
import { newId } from '../../platform/ids.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { findByReferences, lockEvent } from '../catalog/index.ts';
import type { GateView } from './schema.gate.ts';

/** A gate of an event. */
export interface Gate extends GateView {
  readonly eventId: string;
  readonly createdAt: string;
  /** When the gate was archived; null if it was not. */
  readonly archivedAt: string | null;
}

export interface NewGate {
  /** The id or the `externalId` of the event. */
  readonly event: string;
  readonly name: string;
  readonly direction?: Gate['direction'] | undefined;
  readonly reentry?: boolean | undefined;
  /** Ids or `externalId`s of the admitted ticket types; null for all. */
  readonly ticketTypes?: readonly string[] | null | undefined;
  readonly categories?: readonly string[] | null | undefined;
  /** RFC 3339 in UTC. */
  readonly opensAt?: string | null | undefined;
  readonly closesAt?: string | null | undefined;
}

/** What can be changed of a gate. A missing value is not changed. */
export type GateChange = Partial<Omit<NewGate, 'event'>> & { readonly isArchived?: boolean | undefined };

/** Maximum number of gates of an event, with archived ones. */
const maxGates = 200;
const maxNameLength = 100;

/**
 * Adds a gate to an event. By default it admits all tickets of the event, in one direction, once.
 *
 * @throws ApiError `event_not_found`, `ticket_type_not_found`, `invalid_gate`, `too_many_gates`
 */
export async function addGate(db: Db, scope: RequestScope, newGate: NewGate): Promise<Gate> {
  const { organizerId } = scope;
  return inTransaction(db, async (tx) => {
    const nowMs = scope.clock.now();
    const eventId = await findEventId(tx, organizerId, newGate.event);
    // Concurrent requests wait for each other, so that they count each other's gates.
    await lockEvent(tx, organizerId, eventId);
    if ((await listGates(tx, organizerId, eventId)).length >= maxGates)
      throw new ApiError('too_many_gates', { maxGates });
    const row: Tables['gates'] = {
      organizer_id: organizerId,
      id: newId('gat', nowMs),
      event_id: eventId,
      name: gateName(newGate.name),
      direction: newGate.direction ?? 'entry',
      reentry: newGate.reentry ? 1 : 0,
      ticket_type_ids: await ticketTypeIds(tx, organizerId, eventId, newGate.ticketTypes ?? null),
      categories: categoriesJson(newGate.categories ?? null),
      opens_at: newGate.opensAt ?? null,
      closes_at: newGate.closesAt ?? null,
      created_at: timestamp(nowMs),
      archived_at: null,
      version: 0,
    };
    assertOpeningTimes(row);
    await tx.insertInto('gates').values(row).execute();
    const details = { event: eventId, direction: row.direction, reentry: row.reentry === 1 };
    await recordAudit(tx, scope, { action: 'gate.create', subject: row.id, details, at: timestamp(nowMs) });
    return toGate(row);
  });
}

/**
 * Changes a gate, or archives it. Devices use the change within a second.
 *
 * @param ifMatch the versions in the `If-Match` header; null if the request has no such header
 * @throws ApiError `gate_not_found`, `ticket_type_not_found`, `invalid_gate`, or `resource_changed` if the gate was changed after the
 *   caller read it
 */
export async function changeGate(
  db: Db,
  scope: RequestScope,
  gateId: string,
  change: GateChange,
  ifMatch: IfMatch | null = null,
): Promise<Gate> {
  const { organizerId } = scope;
  return db.transaction().execute(async (tx) => {
    const at = timestamp(scope.clock.now());
    const gate = toGate(await getGateRow(tx, organizerId, gateId));
    const { name, direction, reentry, ticketTypes, categories, opensAt, closesAt, isArchived } = change;
    const row = await tx
      .updateTable('gates')
      .set({
        ...(name === undefined ? {} : { name: gateName(name) }),
        ...(direction === undefined ? {} : { direction }),
        ...(reentry === undefined ? {} : { reentry: reentry ? (1 as const) : (0 as const) }),
        ...(ticketTypes === undefined
          ? {}
          : { ticket_type_ids: await ticketTypeIds(tx, organizerId, gate.eventId, ticketTypes) }),
        ...(categories === undefined ? {} : { categories: categoriesJson(categories) }),
        ...(opensAt === undefined ? {} : { opens_at: opensAt }),
        ...(closesAt === undefined ? {} : { closes_at: closesAt }),
        ...(isArchived === undefined ? {} : { archived_at: isArchived ? (gate.archivedAt ?? at) : null }),
        version: sql<number>`version + 1`,
      })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', gateId)
      .where(matchesVersion(ifMatch, gateId))
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw new ApiError('resource_changed', {});
    assertOpeningTimes(row);
    const details = { fields: Object.keys(change) };
    await recordAudit(tx, scope, { action: 'gate.update', subject: gateId, details, at });
    return toGate(row);
  });
}

/** The gates of an event, with archived ones, oldest first. */
export async function listGates(db: Db, organizerId: string, eventId: string): Promise<Gate[]> {
  const rows = await db
    .selectFrom('gates')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
  return rows.map(toGate);
}

/**
 * A gate of the organizer, with its version.
 *
 * @throws ApiError `gate_not_found`
 */
export async function readGate(db: Db, organizerId: string, gateId: string): Promise<Versioned> {
  const row = await getGateRow(db, organizerId, gateId);
  return { id: row.id, version: row.version, json: JSON.stringify(toGate(row)) };
}

/** @throws ApiError `gate_not_found` */
async function getGateRow(db: Db, organizerId: string, gateId: string): Promise<Tables['gates']> {
  const row = await db
    .selectFrom('gates')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .where('id', '=', gateId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('gate_not_found', { gateId });
  return row;
}

/**
 * The id of the event with this id or `externalId`.
 *
 * @throws ApiError `event_not_found`
 */
export async function findEventId(db: Db, organizerId: string, reference: string): Promise<string> {
  const [event] = await findByReferences(db, organizerId, 'event', [reference]);
  if (event === undefined) throw new ApiError('event_not_found', { eventId: reference.slice(0, 100) });
  return event.id;
}

/** The gate as devices get it. */
export function gateView({ eventId: _, createdAt: __, archivedAt: ___, ...view }: Gate): GateView {
  return view;
}

function toGate(row: Tables['gates']): Gate {
  return {
    id: row.id,
    name: row.name,
    direction: row.direction,
    reentry: row.reentry === 1,
    ticketTypeIds: row.ticket_type_ids?.split(' ') ?? null,
    categories: row.categories === null ? null : (JSON.parse(row.categories) as string[]),
    opensAt: row.opens_at,
    closesAt: row.closes_at,
    eventId: row.event_id,
    createdAt: row.created_at,
    archivedAt: row.archived_at,
  };
}

function gateName(name: string): string {
  return checkedName(name, 'invalid_gate');
}

/** @throws ApiError if the name is empty or too long */
export function checkedName(name: string, reason: 'invalid_gate' | 'invalid_device'): string {
  const trimmed = name.trim();
  if (trimmed !== '' && trimmed.length <= maxNameLength) return trimmed;
  throw new ApiError(reason, {}, { fields: [fieldError('name', 'not_one_line', { lengthMax: maxNameLength })] });
}

async function ticketTypeIds(
  tx: Db,
  organizerId: string,
  eventId: string,
  references: readonly string[] | null,
): Promise<string | null> {
  if (references === null) return null;
  const types = await findByReferences(tx, organizerId, 'ticketType', references);
  const ids = references.map((reference) => {
    const type = types.find(({ id, external_id }) => id === reference || external_id === reference);
    if (type?.event_id === eventId) return type.id;
    throw new ApiError('ticket_type_not_found', { ticketTypeId: reference.slice(0, 100) });
  });
  return ids.length === 0 ? null : ids.join(' ');
}

function categoriesJson(categories: readonly string[] | null): string | null {
  return categories === null || categories.length === 0 ? null : JSON.stringify(categories);
}

function assertOpeningTimes({ opens_at, closes_at }: Tables['gates']): void {
  if (opens_at === null || closes_at === null || opens_at <= closes_at) return;
  const error = fieldError('closesAt', 'before_other', { other: 'opensAt', time: opens_at });
  throw new ApiError('invalid_gate', {}, { fields: [error] });
}
