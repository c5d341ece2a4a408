import { reason } from '../reason.ts';

/** Reasons of errors that the caller did not cause. */
export const serverReasons = {
  unexpected_error: reason(
    'internal_error',
    'The server failed to process the request. If this happens again, report the requestId.',
  ),
  database_unavailable: reason(
    'unavailable',
    'The database is unavailable or too busy. Nothing was changed. Try again shortly.',
  ),
  commit_outcome_unknown: reason(
    'unavailable',
    'The connection to the database was lost while the change was committed. The change was made completely or not at all. Send the ' +
      'request again with the same Idempotency-Key or ref, or read what was changed.',
  ),
  database_locked: reason(
    'unavailable',
    'Another process has locked the database for too long. Nothing was changed. Try again shortly.',
  ),
  server_overloaded: reason('unavailable', 'The server is processing too many requests. Try again shortly.'),
  not_ready: reason('unavailable', 'The server is not ready. Try again shortly.'),
  server_stopping: reason('unavailable', 'The server is stopping. Try again shortly.'),
  database_unreachable: reason('unavailable', 'The database cannot be reached. Try again shortly.'),
  database_not_responding: reason('unavailable', 'The database does not respond. Try again shortly.'),
  database_not_writable: reason(
    'unavailable',
    'The database can be read but not changed: its disk is full, failed or read-only. Make space on it, or repair it.',
  ),
  database_not_distributed: reason('unavailable', ({ problem }: { problem: string }) => problem, {
    problem: 'DATABASE_SHARDING is citus, but Citus has not distributed orders.',
  }),
  audit_unavailable: reason(
    'unavailable',
    'Each read of personal data is recorded in the audit log, and this one could not be recorded. Try again shortly.',
  ),
  page_not_built: reason('unavailable', 'This page is not built. Run "npm run build:apps", and open the page again.'),
  offers_changing: reason('unavailable', 'The offers of this event are changing right now. Try again shortly.'),
  payment_provider_unavailable: reason(
    'unavailable',
    'The payment provider is unavailable. Nothing was paid. Try again shortly.',
  ),
};
