import { type RawBuilder, sql } from 'kysely';
import { findScanned } from '#shared/scanned-code';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { latestUpdateTime } from '../../platform/database/latest-update-time.ts';
import { statement } from '../../platform/database/statement.ts';
import { emit, type NewEvent } from '../webhooks/index.ts';
import { addonsOfTicket, bibOf, readTicket } from './queries.ts';
import type { TicketStatus } from './states.ts';
import type { TicketEventType } from './webhook-types.ts';

/** The part of a ticket that a use changes, and that an undo restores. */
export interface PassState {
  readonly status: TicketStatus;
  readonly usedAt: string | null;
  /** 1 inside, 0 left again; null if the ticket was not used. */
  readonly inside: 0 | 1 | null;
  /** The scan that last changed the ticket. */
  readonly lastScanId: string | null;
}

/** A ticket as a gate reads it. */
export interface ScannedTicket extends PassState {
  readonly id: string;
  readonly orderNumber: string;
  readonly eventId: string;
  readonly ticketTypeId: string;
  readonly ticketTypeName: string;
  readonly category: string | null;
  readonly bib: string;
  readonly holderName: string | null;
  readonly refundedAt: string | null;
  /** JSON: the add-ons of the holder. */
  readonly addons: string;
}

/** The columns of `ScannedTicket`, of the table `tickets` with the alias `t`. */
export const scannedTicketColumns = (
  db: Db,
  organizerId: RawBuilder<unknown>,
) => sql`t.id, t.order_number as "orderNumber", t.event_id as "eventId",
  t.ticket_type_id as "ticketTypeId", t.category, ${bibOf('t')} as bib, t.holder_name as "holderName", t.status, t.used_at as "usedAt",
  t.inside, t.last_scan_id as "lastScanId", t.refunded_at as "refundedAt",
  (select y.name from ticket_types as y where y.organizer_id = ${organizerId} and y.id = t.ticket_type_id) as "ticketTypeName",
  cast(${addonsOfTicket(db, organizerId, 't')} as text) as addons`;

type Lookup = { organizerId: string; value: unknown };

/** The condition of a look-up. */
type Condition = (db: Db, alias: string, value: RawBuilder<unknown>) => RawBuilder<boolean>;

const find = (matches: Condition) =>
  statement<Lookup, ScannedTicket>(
    (db, param) => sql<ScannedTicket>`
      select ${scannedTicketColumns(db, param('organizerId'))} from tickets as t
      where t.organizer_id = ${param('organizerId')} and ${matches(db, 't', param('value'))}`,
  );

/** Locks the order before the ticket, as refunds do: a change of a ticket also moves `updated_at` of its order. */
const lock = (matches: Condition) =>
  statement<Lookup, ScannedTicket>((db, param) => {
    const { forNoKeyUpdate } = dialectOf(db);
    return sql<ScannedTicket>`
      with locked_orders as (
        select o.order_number from orders as o where o.organizer_id = ${param('organizerId')} and o.order_number in (
          select k.order_number from tickets as k
          where k.organizer_id = ${param('organizerId')} and ${matches(db, 'k', param('value'))})
        order by o.order_number ${forNoKeyUpdate})
      select ${scannedTicketColumns(db, param('organizerId'))} from tickets as t
      where t.organizer_id = ${param('organizerId')} and ${matches(db, 't', param('value'))}
        and t.order_number in (select l.order_number from locked_orders as l)
      ${forNoKeyUpdate}`;
  });

const lookUps = (by: typeof find) => ({
  id: by((_, alias, value) => sql`${sql.ref(`${alias}.id`)} = ${value}`),
  qrValue: by((_, alias, value) => sql`${sql.ref(`${alias}.qr_value`)} = ${value}`),
  qrValues: by((db, alias, value) => dialectOf(db).isInList(sql.ref(`${alias}.qr_value`), value)),
});

const finders = lookUps(find);
const lockers = lookUps(lock);

/** The id of a ticket, or the content of its QR code as it was scanned. */
export type TicketReference = { readonly id: string } | { readonly qrValue: string };

async function read(
  statements: typeof finders,
  db: Db,
  organizerId: string,
  ticket: TicketReference,
): Promise<ScannedTicket | null> {
  if ('id' in ticket) return (await statements.id(db, { organizerId, value: ticket.id }))[0] ?? null;
  return findScanned(ticket.qrValue, (contents) => {
    const [content, ...others] = contents;
    if (others.length === 0) return statements.qrValue(db, { organizerId, value: content });
    return statements.qrValues(db, { organizerId, value: dialectOf(db).listOf(contents) });
  });
}

/** Reads a ticket as a gate needs it; null if the organizer has no such ticket. */
export function findScannedTicket(db: Db, organizerId: string, ticket: TicketReference): Promise<ScannedTicket | null> {
  return read(finders, db, organizerId, ticket);
}

/** Reads a ticket, and locks it and its order until the end of the transaction; null if the organizer has no such ticket. */
export function lockTicket(tx: Db, organizerId: string, ticket: TicketReference): Promise<ScannedTicket | null> {
  return read(lockers, tx, organizerId, ticket);
}

type Admission = {
  organizerId: string;
  ticketId: string;
  /** null if the ticket is used without a scan. */
  scanId: string | null;
  /** RFC 3339, like `now`. */
  usedAt: string;
  now: string;
  /** 1 if a holder who has left can enter again. */
  reentry: 0 | 1;
  /** 1 to admit the holder of a ticket that was already used. */
  force: 0 | 1;
};

interface ChangedTicket {
  readonly orderNumber: string;
}

const moveOrder = statement<{ organizerId: string; orderNumber: string; now: string }, never>(
  (_, param) => sql<never>`
    update orders set updated_at = ${param('now')}
    where organizer_id = ${param('organizerId')} and order_number = ${param('orderNumber')} and updated_at < ${param('now')}`,
);

/**
 * Moves `updated_at` of the order of a changed ticket, because the order shows its tickets. The ticket was locked by `lockTicket`.
 *
 * @param now RFC 3339
 * @returns whether a ticket was changed
 */
export async function moveOrderOf(
  tx: Db,
  organizerId: string,
  [ticket]: readonly ChangedTicket[],
  now: string,
): Promise<boolean> {
  if (ticket === undefined) return false;
  await moveOrder(tx, { organizerId, orderNumber: ticket.orderNumber, now });
  return true;
}

const admit = statement<Admission, ChangedTicket>(
  (_, param) => sql<ChangedTicket>`
    update tickets set status = 'used', used_at = coalesce(used_at, ${param('usedAt')}), inside = 1,
      last_scan_id = ${param('scanId')}, updated_at = ${latestUpdateTime(param('now'))}
    where organizer_id = ${param('organizerId')} and id = ${param('ticketId')} and (status = 'valid'
      or (status = 'used' and refunded_at is null and (${param('force')} = 1 or (inside = 0 and ${param('reentry')} = 1))))
    returning order_number as "orderNumber"`,
);

/**
 * Uses a ticket, which admits its holder. This one statement decides: of several concurrent calls, one succeeds, until the holder
 * has left or the use is undone.
 *
 * @returns whether the holder is admitted
 */
export async function admitHolder(tx: Db, admission: Admission): Promise<boolean> {
  return moveOrderOf(tx, admission.organizerId, await admit(tx, admission), admission.now);
}

type Exit = Pick<Admission, 'organizerId' | 'ticketId' | 'scanId' | 'now'>;

const exit = statement<Exit, ChangedTicket>(
  (_, param) => sql<ChangedTicket>`
    update tickets set inside = 0, last_scan_id = ${param('scanId')}, updated_at = ${latestUpdateTime(param('now'))}
    where organizer_id = ${param('organizerId')} and id = ${param('ticketId')} and status = 'used'
      and (inside = 1 or inside is null)
    returning order_number as "orderNumber"`,
);

/**
 * Records that the holder of a used ticket has left. Of several concurrent calls, one succeeds.
 *
 * @returns whether the holder was inside
 */
export async function letHolderOut(tx: Db, values: Exit): Promise<boolean> {
  return moveOrderOf(tx, values.organizerId, await exit(tx, values), values.now);
}

/**
 * Restores the state that a ticket had before a scan. It fails if the ticket has changed since, or would become valid although it
 * was refunded.
 *
 * @param now RFC 3339
 * @returns whether the state was restored
 */
export async function restoreTicket(
  tx: Db,
  organizerId: string,
  { ticketId, scanId }: { ticketId: string; scanId: string },
  before: PassState,
  now: string,
): Promise<boolean> {
  let update = tx
    .updateTable('tickets')
    .set({
      status: before.status,
      used_at: before.usedAt,
      inside: before.inside,
      last_scan_id: before.lastScanId,
      updated_at: latestUpdateTime(now),
    })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', ticketId)
    .where('last_scan_id', '=', scanId);
  if (before.status === 'valid') update = update.where('refunded_at', 'is', null);
  return moveOrderOf(tx, organizerId, await update.returning('order_number as orderNumber').execute(), now);
}

/** The gate at which a ticket was used. */
export interface UsedAtGate {
  readonly id: string;
  readonly name: string;
}

/**
 * Emits `ticket.used`, in the transaction that has used the ticket.
 *
 * @param gate null if the ticket was used without a gate
 * @param now RFC 3339
 */
export async function emitTicketUsed(
  tx: Db,
  organizerId: string,
  ticketId: string,
  gate: UsedAtGate | null,
  now: string,
): Promise<void> {
  const ticket = await readTicket(tx, organizerId, ticketId);
  await emitTicketEvent(tx, organizerId, { type: 'ticket.used', data: JSON.stringify({ ...ticket, gate }) }, now);
}

/** Emits `ticket.check_in_undone`, in the transaction that has made the ticket valid again. */
export async function emitCheckInUndone(tx: Db, organizerId: string, ticketId: string, now: string): Promise<void> {
  const ticket = await readTicket(tx, organizerId, ticketId);
  await emitTicketEvent(tx, organizerId, { type: 'ticket.check_in_undone', data: JSON.stringify(ticket) }, now);
}

async function emitTicketEvent(tx: Db, organizerId: string, event: NewEvent<TicketEventType>, now: string) {
  await emit(tx, organizerId, [event], now);
}
