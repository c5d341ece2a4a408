import type { DatabaseKind } from './databases.ts';

/** A failure that prevents audit entries from being written: the statements that cause it, and those that undo it. */
export interface AuditFailure {
  readonly name: string;
  readonly make: readonly string[];
  readonly undo: readonly string[];
}

const missingTable: AuditFailure = {
  name: 'the table is missing',
  make: ['alter table audit_entries rename to audit_entries_renamed'],
  undo: ['alter table audit_entries_renamed rename to audit_entries'],
};

/** A trigger on each new entry that does this. */
function trigger(kind: DatabaseKind, does: { sqlite: string; postgres: string }): Omit<AuditFailure, 'name'> {
  if (kind === 'sqlite') {
    const make = `create trigger injected_failure after insert on audit_entries begin ${does.sqlite}; end`;
    return { make: [make], undo: ['drop trigger injected_failure'] };
  }
  return {
    make: [
      `create function injected_failure() returns trigger as $$ begin ${does.postgres}; return null; end $$ language plpgsql`,
      'create trigger injected_failure after insert on audit_entries for each row execute function injected_failure()',
    ],
    undo: ['drop trigger injected_failure on audit_entries', 'drop function injected_failure'],
  };
}

/** All failures that statements can cause in a database. */
export function auditFailures(kind: DatabaseKind): AuditFailure[] {
  const orphan = 'insert into failure_children values (1)';
  const atCommit = trigger(kind, { sqlite: orphan, postgres: orphan });
  const failures = [
    missingTable,
    {
      name: 'the row is rejected',
      ...trigger(kind, { sqlite: "select raise(abort, 'refused')", postgres: "raise exception 'refused'" }),
    },
    {
      name: 'the row is inserted and its commit fails',
      make: [
        'create table failure_parents (id integer primary key)',
        'create table failure_children (id integer references failure_parents (id) deferrable initially deferred)',
        ...atCommit.make,
      ],
      undo: [...atCommit.undo, 'drop table failure_children', 'drop table failure_parents'],
    },
  ];
  if (kind === 'sqlite') return failures;
  const ending = 'perform pg_terminate_backend(pg_backend_pid())';
  return [...failures, { name: 'the connection ends', ...trigger(kind, { sqlite: '', postgres: ending }) }];
}
