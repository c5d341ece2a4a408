import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { ImportLine } from './schema.ts';

/** A line of an import file, and its text, from which its digest is computed. */
interface LineWithText {
  readonly line: Pick<ImportLine, 'type' | 'externalId'>;
  readonly text: string;
}

/**
 * Stores the digests of lines that were just imported. If an order is deleted, the digest of its line stays. If the line is then imported
 * again, its digest is replaced.
 */
export async function replaceDigests(tx: Db, organizerId: string, lines: readonly LineWithText[]): Promise<void> {
  for (const [type, typeLines] of Map.groupBy(lines, ({ line }) => line.type)) {
    const externalIds = typeLines.map(({ line }) => line.externalId);
    await tx
      .deleteFrom('imported_lines')
      .where('organizer_id', '=', organizerId)
      .where('type', '=', type)
      .where(dialectOf(tx).isOneOf(sql.ref('external_id'), externalIds))
      .execute();
  }
  const rows = lines.map(({ line, text }) => ({
    organizer_id: organizerId,
    type: line.type,
    external_id: line.externalId,
    digest: digestOf(text),
  }));
  await dialectOf(tx).insertMany(tx, 'imported_lines', rows);
}

/** Returns those lines that were imported before with another text. Lines without a stored digest are not returned. */
export async function findChangedLines<L extends LineWithText>(
  tx: Db,
  organizerId: string,
  lines: readonly L[],
): Promise<readonly L[]> {
  if (lines.length === 0) return [];
  const externalIds = [...new Set(lines.map(({ line }) => line.externalId))];
  const rows = await tx
    .selectFrom('imported_lines')
    .select(['type', 'external_id', 'digest'])
    .where('organizer_id', '=', organizerId)
    .where(dialectOf(tx).isOneOf(sql.ref('external_id'), externalIds))
    .execute();
  const digests = new Map(rows.map(({ type, external_id, digest }) => [`${type} ${external_id}`, digest]));
  return lines.filter(({ line, text }) => {
    const digest = digests.get(`${line.type} ${line.externalId}`);
    return digest !== undefined && digest !== digestOf(text);
  });
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
