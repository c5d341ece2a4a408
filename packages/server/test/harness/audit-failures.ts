import { inject } from 'vitest';
import type { DatabaseKind } from './databases.ts';

/** A failure of all writes of audit entries: the statements that inject it, and the statements that undo it. */
export interface AuditFailure {
  readonly name: string;
  readonly inject: readonly string[];
  readonly undo: readonly string[];
}

const missingTable: AuditFailure = {
  name: 'the table is missing',
  inject: ['alter table audit_entries rename to audit_entries_renamed'],
  undo: ['alter table audit_entries_renamed rename to audit_entries'],
};

/** A check that rejects each inserted audit entry: a trigger on SQLite, which cannot add a constraint to a table. */
function rejection(kind: DatabaseKind): Omit<AuditFailure, 'name'> {
  if (kind === 'sqlite') return trigger(kind, { sqlite: "select raise(abort, 'rejected')", postgres: '' });
  return {
    inject: ['alter table audit_entries add constraint failure check (false) not valid'],
    undo: ['alter table audit_entries drop constraint failure'],
  };
}

/** A trigger that runs a statement after each inserted audit entry. */
function trigger(kind: DatabaseKind, statement: { sqlite: string; postgres: string }): Omit<AuditFailure, 'name'> {
  if (kind === 'sqlite') {
    const createTrigger = `create trigger failure after insert on audit_entries begin ${statement.sqlite}; end`;
    return { inject: [createTrigger], undo: ['drop trigger failure'] };
  }
  return {
    inject: [
      `create function failure() returns trigger as $$ begin ${statement.postgres}; return null; end $$ language plpgsql`,
      'create trigger failure after insert on audit_entries for each row execute function failure()',
    ],
    undo: ['drop trigger failure on audit_entries', 'drop function failure'],
  };
}

/** All failures of audit entries that SQL statements can inject into a database. */
export function auditFailures(kind: DatabaseKind): AuditFailure[] {
  const insertOrphan = 'insert into failure_children values (1)';
  const failAtCommit = trigger(kind, { sqlite: insertOrphan, postgres: insertOrphan });
  const withoutTrigger = [missingTable, { name: 'the row is rejected', ...rejection(kind) }];
  // Citus has no triggers on distributed tables.
  if (kind === 'postgres' && inject('postgresSharding') !== null) return withoutTrigger;
  const failures = [
    ...withoutTrigger,
    {
      name: 'the row is inserted and its commit fails',
      inject: [
        'create table failure_parents (id integer primary key)',
        'create table failure_children (id integer references failure_parents (id) deferrable initially deferred)',
        ...failAtCommit.inject,
      ],
      undo: [...failAtCommit.undo, 'drop table failure_children', 'drop table failure_parents'],
    },
  ];
  if (kind === 'sqlite') return failures;
  const terminateConnection = 'perform pg_terminate_backend(pg_backend_pid())';
  return [
    ...failures,
    { name: 'the connection ends', ...trigger(kind, { sqlite: '', postgres: terminateConnection }) },
  ];
}
