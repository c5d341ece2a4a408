import type { Db } from '../../platform/database/dialect.ts';
import type { Static } from '../../platform/http/schema.ts';
import { maxHistoryRows, type unitChange } from './schema.dashboard.ts';

type UnitChange = Static<typeof unitChange>;

/** The latest consumptions and returns of an entitlement, newest first. */
export async function listUnitChanges(
  db: Db,
  organizerId: string,
  entitlementId: string,
): Promise<{ history: UnitChange[]; isComplete: boolean }> {
  const readLatest = (table: 'consumptions' | 'unit_returns') =>
    db
      .selectFrom(table)
      .select(['id', 'units', 'ref', 'reason', 'actor', 'created_at as createdAt'])
      .where('organizer_id', '=', organizerId)
      .where('entitlement_id', '=', entitlementId)
      .orderBy('created_at', 'desc')
      .limit(maxHistoryRows + 1)
      .execute();
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
