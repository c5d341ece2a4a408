export { type AuditEntry, listAudit } from './queries.ts';
export { type AuditAction, type AuditOrigin, byOperator, recordAudit } from './record-audit.ts';
