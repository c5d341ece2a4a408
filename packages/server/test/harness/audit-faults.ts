import type { DatabaseKind } from './databases.ts';

/** A fault that prevents audit entries from being written: the statements that cause it, and those that undo it. */
export interface AuditFault {
  readonly name: string;
  readonly make: readonly string[];
  readonly undo: readonly string[];
}

const away: AuditFault = {
  name: 'the table is missing',
  make: ['alter table audit_entries rename to audit_entries_away'],
  undo: ['alter table audit_entries_away rename to audit_entries'],
};

/** A trigger on each new entry that does this. */
function trigger(kind: DatabaseKind, does: { sqlite: string; postgres: string }): Omit<AuditFault, 'name'> {
  if (kind === 'sqlite') {
    const make = `create trigger fault after insert on audit_entries begin ${does.sqlite}; end`;
    return { make: [make], undo: ['drop trigger fault'] };
  }
  return {
    make: [
      `create function fault() returns trigger as $$ begin ${does.postgres}; return null; end $$ language plpgsql`,
      'create trigger fault after insert on audit_entries for each row execute function fault()',
    ],
    undo: ['drop trigger fault on audit_entries', 'drop function fault'],
  };
}

/** All faults that statements can cause in a database. */
export function auditFaults(kind: DatabaseKind): AuditFault[] {
  const orphan = 'insert into fault_children values (1)';
  const atCommit = trigger(kind, { sqlite: orphan, postgres: orphan });
  const faults = [
    away,
    {
      name: 'the row is rejected',
      ...trigger(kind, { sqlite: "select raise(abort, 'refused')", postgres: "raise exception 'refused'" }),
    },
    {
      name: 'the row is inserted and its commit fails',
      make: [
        'create table fault_parents (id integer primary key)',
        'create table fault_children (id integer references fault_parents (id) deferrable initially deferred)',
        ...atCommit.make,
      ],
      undo: [...atCommit.undo, 'drop table fault_children', 'drop table fault_parents'],
    },
  ];
  if (kind === 'sqlite') return faults;
  const ending = 'perform pg_terminate_backend(pg_backend_pid())';
  return [...faults, { name: 'the connection ends', ...trigger(kind, { sqlite: '', postgres: ending }) }];
}
