import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { externalIdTakenError } from '../../platform/external-fields.ts';

const tables = { event: 'events', ticketType: 'ticket_types', addon: 'addons' } as const;

type Kind = keyof typeof tables;
type CatalogTable = (typeof tables)[Kind];

/**
 * Whether the organizer has an event, ticket type or add-on with this reference. The reference is its `externalId`, or its id
 * if it has no `externalId`, as in an export.
 */
export async function catalogItemExists(tx: Db, organizerId: string, kind: Kind, reference: string): Promise<boolean> {
  const row = await tx
    .selectFrom(tables[kind])
    .select('id')
    .where('organizer_id', '=', organizerId)
    .where((eb) =>
      eb.or([eb('external_id', '=', reference), eb.and([eb('external_id', 'is', null), eb('id', '=', reference)])]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** The rows of the organizer whose id or `externalId` is one of these references. */
export async function findByReferences<K extends Kind>(
  tx: Db,
  organizerId: string,
  kind: K,
  references: readonly string[],
): Promise<Tables[(typeof tables)[K]][]> {
  if (references.length === 0) return [];
  const { isOneOf } = dialectOf(tx);
  const { rows } = await sql<Tables[(typeof tables)[K]]>`
    select * from ${sql.table(tables[kind])} where organizer_id = ${organizerId}
      and (${isOneOf(sql.ref('id'), references)} or ${isOneOf(sql.ref('external_id'), references)})`.execute(tx);
  return rows;
}

/** An object with an `externalId`. */
interface ExternalObject {
  readonly id: string;
  /** The id of its event; null for an event. */
  readonly eventId: string | null;
}

/** Finds an event, ticket type or add-on of the organizer by its `externalId`. */
export async function findByExternalId(
  tx: Db,
  organizerId: string,
  table: CatalogTable,
  externalId: string,
): Promise<ExternalObject | undefined> {
  const eventId = table === 'events' ? sql`null` : sql`event_id`;
  const { rows } = await sql<ExternalObject>`select id, ${eventId} as "eventId" from ${sql.table(table)}
    where organizer_id = ${organizerId} and external_id = ${externalId}`.execute(tx);
  return rows[0];
}

/** @throws ApiError `external_id_taken` if an object of the organizer in this table has the `externalId` */
export async function assertExternalIdFree(
  tx: Db,
  organizerId: string,
  table: CatalogTable,
  externalId: string,
): Promise<void> {
  if (await findByExternalId(tx, organizerId, table, externalId)) throw externalIdTakenError(externalId);
}
