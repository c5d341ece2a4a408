import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { existingValues } from '../../platform/database/existing-values.ts';
import type { NewRow, Tables } from '../../platform/database/tables.ts';

/** Inserts any number of entitlements with their consumptions and returns in few round trips. */
export async function insertEntitlements(
  tx: Db,
  entitlements: readonly NewRow<'entitlements'>[],
  consumptions: readonly Tables['consumptions'][],
  returns: readonly Tables['unit_returns'][],
): Promise<void> {
  const dialect = dialectOf(tx);
  await dialect.insertMany(tx, 'entitlements', entitlements);
  await dialect.insertMany(tx, 'consumptions', consumptions);
  await dialect.insertMany(tx, 'unit_returns', returns);
}

/** Returns the refs that consumptions, or returns, of the organizer already have. */
export function findExistingRefs(
  db: Db,
  organizerId: string,
  list: 'consumptions' | 'returns',
  refs: readonly string[],
): Promise<Set<string>> {
  return existingValues(db, organizerId, list === 'returns' ? 'unit_returns' : list, 'ref', refs);
}
