export { exportOrganizer } from './export-organizer.ts';
export { type ImportReport, importFile, importLines, type LineFailure } from './import-file.ts';
export type { AddonLine, EventLine, ImportLine, OrderLine, TicketTypeLine } from './schema.ts';
