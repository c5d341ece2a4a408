/** The fields whose values the audit log contains. Of the other fields, which have free text, it contains only the names. */
const recordedColumns: ReadonlySet<string> = new Set([
  'status',
  'currency',
  'price',
  'quantity',
  'starts_at',
  'ends_at',
  'timezone',
  'default_language',
  'admit_per_minute',
  'answers_until',
  'min_per_order',
  'max_per_order',
  'bib_from',
  'bib_to',
  'sales_start_at',
  'sales_end_at',
  'units_per_purchase',
  'position',
]);

/** The details of a change to the fields of an event, a ticket type or an add-on. */
interface ChangeDetails {
  /** The names of the changed fields. */
  readonly changed: readonly string[];
  /** The values of the changed fields without free text. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
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
