import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import type { Static } from '../../platform/http/schema.ts';
import { reversedAtOf } from './return-units.ts';
import { maxHistoryRows, type unitChange } from './schema.dashboard.ts';

type UnitChange = Static<typeof unitChange>;

/** The latest consumptions and returns of an entitlement, newest first. */
export async function listUnitChanges(
  db: Db,
  organizerId: string,
  entitlementId: string,
): Promise<{ history: UnitChange[]; isComplete: boolean }> {
  const readLatest = async (table: 'consumptions' | 'unit_returns') => {
    const reversedAt = table === 'consumptions' ? reversedAtOf(organizerId) : sql`null`;
    const { rows } = await sql<Omit<UnitChange, 'kind'>>`
      select c.id, c.units, c.ref, c.reason, c.actor, c.created_at as "createdAt", ${reversedAt} as "reversedAt"
      from ${sql.table(table)} as c where c.organizer_id = ${organizerId} and c.entitlement_id = ${entitlementId}
      order by c.created_at desc limit ${maxHistoryRows + 1}`.execute(db);
    return rows;
  };
  const [consumptions, returns] = [await readLatest('consumptions'), await readLatest('unit_returns')];
  const history: UnitChange[] = [
    ...consumptions.slice(0, maxHistoryRows).map((row) => ({ kind: 'consumed' as const, ...row })),
    ...returns.slice(0, maxHistoryRows).map((row) => ({ kind: 'returned' as const, ...row })),
  ];
  return {
    history: history.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)),
    isComplete: consumptions.length <= maxHistoryRows && returns.length <= maxHistoryRows,
  };
}
