import { type Job, repeatingJob } from '../../platform/job.ts';
import { auditScans } from './audit-scans.ts';

const intervalMs = 60_000;

export const auditScansJob: Job = repeatingJob('audit scans', intervalMs, ({ db, clock }) => auditScans(db, clock));
