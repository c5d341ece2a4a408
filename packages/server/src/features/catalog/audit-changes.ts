import type { Db } from '../../platform/database/dialect.ts';
import { type AuditAction, type AuditDetails, type AuditOrigin, recordAudit } from '../audit/index.ts';

/** The fields whose values the audit log contains. Of the other fields, which have free text, it contains only the names. */
const recordedColumns: ReadonlySet<string> = new Set([
  'status',
  'currency',
  'price',
  'quantity',
  'starts_at',
  'ends_at',
  'timezone',
  'admit_per_minute',
  'min_per_order',
  'max_per_order',
  'sales_start_at',
  'sales_end_at',
  'units_per_purchase',
  'position',
]);

/** A change to the catalog. */
interface CatalogChange<D extends object> {
  readonly action: AuditAction;
  /** The id of the event, ticket type or add-on. */
  readonly subject: string;
  readonly details: AuditDetails<D>;
}

/** The details of a change to the fields of an event, a ticket type or an add-on. */
interface ChangeDetails {
  /** The names of the changed fields. */
  readonly changed: readonly string[];
  /** The values of the changed fields without free text. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/**
 * Records a change to the catalog in the audit log.
 *
 * @param now RFC 3339
 */
export async function auditChange<D extends object>(
  tx: Db,
  organizerId: string,
  change: CatalogChange<D>,
  now: string,
  origin: AuditOrigin,
): Promise<void> {
  await recordAudit<D>(tx, { organizerId, origin }, { ...change, at: now });
}

/** The names of the changed fields, and the values before and after the change of those without free text. */
export function changeDetails(row: object, changes: object): ChangeDetails {
  const columns = Object.keys(changes);
  const recorded = columns.filter((column) => recordedColumns.has(column));
  const valuesOf = (values: object) =>
    Object.fromEntries(recorded.map((column) => [fieldName(column), (values as Record<string, unknown>)[column]]));
  return {
    changed: columns.map(fieldName),
    ...(recorded.length === 0 ? {} : { before: valuesOf(row), after: valuesOf(changes) }),
  };
}

/** `starts_at` becomes `startsAt`. */
function fieldName(column: string): string {
  return column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
