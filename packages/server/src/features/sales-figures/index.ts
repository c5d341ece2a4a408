/**
 * Daily totals of the ledger, for the organizer, for each event, and for each ticket type and add-on. A day is a day in the
 * time zone of the organizer. This feature owns the tables `figure_days` and `figure_watermarks`. A worker adds each ledger entry to the
 * totals exactly once.
 */
export { findUncountedEvents, maxEventsPerRun } from './count-entries.ts';
export { readFiguresVersion } from './queries.ts';
