export { auditPersonalPage, auditPersonalRead } from './personal-reads.ts';
export { type AuditEntry, listAudit, listChangesOf, listServiceAudit } from './queries.ts';
export {
  byOperator,
  recordAudit,
  recordAuditProgress,
  recordServiceAudit,
} from './record-audit.ts';
