/**
 * Figures: sums of the ledger by day, for the organizer, each event, and each ticket type and add-on. It owns the tables
 * `figure_days` and `figure_watermarks`. A worker adds each ledger entry exactly once.
 */
export { findUncountedEvents, maxEventsPerRun } from './count-entries.ts';
export { readFiguresVersion } from './queries.ts';
