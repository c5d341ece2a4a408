/**
 * Transfer: imports and exports an organizer's data as lines of JSON, and converts files of other products to such lines. It reads
 * lines, checks them, and calls the features that own the tables. Its own table has the digests of converted lines.
 */
export { exportOrganizer } from './export-organizer.ts';
export { type ImportReport, importFile, importLines, type LineFailure } from './import-file.ts';
export { type FromReport, importFrom, type Product } from './import-from.ts';
export type { AddonLine, EventLine, ImportLine, OrderLine, TicketTypeLine } from './schema.ts';
export { normalizeName } from './sources/columns.ts';
