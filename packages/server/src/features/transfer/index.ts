/**
 * Transfer: imports and exports an organizer's data as lines of JSON. It has no table: it reads lines, checks them, and calls
 * the features that own the tables.
 */
export { exportOrganizer } from './export-organizer.ts';
export { type ImportReport, importFile, importLines, type LineFailure } from './import-file.ts';
export type { AddonLine, EventLine, ImportLine, OrderLine, TicketTypeLine } from './schema.ts';
