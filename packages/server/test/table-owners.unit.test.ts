import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findTableUses, type TableUse } from './harness/find-table-uses.ts';
import {
  folderOf,
  ownersPage,
  renderOwners,
  type TableException,
  tableExceptions,
  tableOwners,
} from './table-owners.ts';

const src = join(import.meta.dirname, '../src');

/** Tables that exist only in the transaction that creates them. */
const temporaryTables = new Set(['write_attempt']);

type Owners = Readonly<Record<string, string>>;
type Exceptions = Readonly<Record<string, TableException>>;

/** The violations in the SQL of a file, one line each. */
function violationsOf(file: string, uses: readonly TableUse[], owners: Owners, exceptions: Exceptions): string[] {
  const { reads = [], writes = [] } = exceptions[file] ?? {};
  const foreignUses = uses.filter(({ table }) => owners[table] !== folderOf(file));
  const violations = foreignUses.flatMap(({ table, access, line }) => {
    if (temporaryTables.has(table)) return [];
    if (owners[table] === undefined) return [`${file}:${line} names ${table}, which has no owner`];
    const allowed: readonly string[] = access === 'write' ? writes : [...reads, ...writes];
    return allowed.includes(table) ? [] : [`${file}:${line} ${access}s ${table}, which ${owners[table]} owns`];
  });
  const isUsed = (table: string, access: TableUse['access']) =>
    foreignUses.some((use) => use.table === table && use.access === access);
  const unusedExceptions = [
    ...reads.filter((table) => !isUsed(table, 'read')).map((table) => `${file} does not read ${table}`),
    ...writes.filter((table) => !isUsed(table, 'write')).map((table) => `${file} does not write ${table}`),
  ];
  return [...violations, ...unusedExceptions];
}

function violationsIn(file: string, source: string, exceptions: Exceptions = {}): string[] {
  const owners = { orders: 'features/orders', tickets: 'features/tickets', ticket_types: 'features/catalog' };
  return violationsOf(file, findTableUses(source, new Set(Object.keys(owners))), owners, exceptions);
}

test('SQL names only tables of its own folder, unless an exception allows another table', () => {
  const tables = new Set(Object.keys(tableOwners));
  const files = globSync('**/*.ts', { cwd: src })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort();
  const violations = files.flatMap((file) =>
    violationsOf(file, findTableUses(readFileSync(join(src, file), 'utf8'), tables), tableOwners, tableExceptions),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(violations).toEqual([]);
  expect(Object.keys(tableExceptions).filter((file) => !files.includes(file))).toEqual([]);
});

test('every owner has SQL that names its tables', () => {
  const tables = new Set(Object.keys(tableOwners));
  // No SQL names the table of members yet.
  tables.delete('members');
  const usedTables = new Set(
    globSync('**/*.ts', { cwd: src }).flatMap((file) =>
      findTableUses(readFileSync(join(src, file), 'utf8'), tables).map(({ table }) => `${folderOf(file)} ${table}`),
    ),
  );
  const unusedTables = Object.entries(tableOwners).filter(
    ([table, folder]) => tables.has(table) && !usedTables.has(`${folder} ${table}`),
  );
  expect(unusedTables).toEqual([]);
});

describe('the check of table owners finds a table of another feature', () => {
  const codeByPlace = {
    'in a query': "db.selectFrom('orders').selectAll()",
    'under an alias': "db.selectFrom('orders as o').selectAll()",
    'in a join': "db.selectFrom('tickets as t').innerJoin('orders as o', 'o.order_number', 't.order_number')",
    'in a list of tables': "db.selectFrom(['tickets', 'orders as o'])",
    'in an insert': "tx.insertInto('orders').values(row)",
    'in an update': "tx.updateTable('orders').set({ status })",
    'in a delete': "tx.deleteFrom('orders')",
    'in SQL': `sql\`select 1 from orders where id = \${id}\``,
    'in SQL with a type': 'sql<Row>`select 1 from tickets as t join orders as o on true`',
    'after a comma': 'sql`select 1 from tickets as t, orders as o`',
    'in an insert in SQL': `sql\`insert into orders (id) values (\${id})\``,
    'in an update in SQL': `sql\`update orders set status = \${status}\``,
    'in a delete in SQL': `sql\`delete from orders where id = \${id}\``,
    'in a subquery': `db.selectFrom("tickets").where(sql\`exists (select 1 from orders as o where o.id = \${id})\`)`,
    'in a nested template': `sql\`select \${sql\`(select count(*) from orders)\`}\``,
    'in raw SQL': "sql.raw('select * from orders')",
    'in a plain template': `client.query(\`select * from orders where id = \${id}\`)`,
    'as an identifier of SQL': `sql\`select 1 from \${sql.table('orders')}\``,
    'as an argument next to the database': "await countRows(tx, organizerId, 'orders')",
    'in a conditional argument': "await countRows(tx, isOrder ? 'orders' : 'tickets')",
    'in a bulk insert': "dialectOf(tx).insertMany(tx, 'orders', rows)",
    'as an option': "defineList('all', { table: 'orders' })",
    'in a variable': "const table = 'orders'; db.selectFrom(table)",
    'in a constant array': "const all = ['orders', 'tickets'] as const; for (const t of all) tx.deleteFrom(t)",
    'from a function': `const name = () => 'orders'; sql\`delete from \${sql.table(name())}\``,
  };
  test.for(Object.entries(codeByPlace))('%s', ([, code]) => {
    expect(violationsIn('features/tickets/queries.ts', code)).toEqual([
      expect.stringMatching(/^features\/tickets\/queries\.ts:1 (read|write)s orders, which features\/orders owns$/),
    ]);
    expect(
      violationsIn('features/orders/queries.ts', code).filter((violation) => violation.includes('orders,')),
    ).toEqual([]);
  });
});

test('the check of table owners finds a table name with an underscore in any string', () => {
  expect(violationsIn('features/orders/x.ts', "export const kind = { place: 'ticket_types' };")).toEqual([
    'features/orders/x.ts:1 reads ticket_types, which features/catalog owns',
  ]);
});

test('the check of table owners finds a name that another feature exports', () => {
  const source = "import { ordersTable } from '../orders/index.ts';\n";
  for (const code of ['db.selectFrom(ordersTable)', `sql\`select 1 from \${sql.table(ordersTable)}\``]) {
    expect(violationsIn('features/tickets/x.ts', source + code)).toEqual([
      'features/tickets/x.ts:2 names ordersTable, which has no owner',
    ]);
  }
});

test('the check of table owners finds a table without an owner, in a query and in SQL', () => {
  for (const code of ["db.selectFrom('invoices')", 'sql`select 1 from invoices`', 'sql`update invoices set id = 1`']) {
    expect(violationsIn('features/orders/x.ts', code)).toEqual([
      'features/orders/x.ts:1 names invoices, which has no owner',
    ]);
  }
});

test('the check of table owners distinguishes reading from writing', () => {
  const exceptions = { 'features/tickets/x.ts': { reads: ['orders'] as const, why: '' } };
  expect(violationsIn('features/tickets/x.ts', "db.selectFrom('orders')", exceptions)).toEqual([]);
  expect(
    violationsIn('features/tickets/x.ts', "db.selectFrom('orders');\ntx.deleteFrom('orders');", exceptions),
  ).toEqual(['features/tickets/x.ts:2 writes orders, which features/orders owns']);
  // If a variable has the name, every statement with a variable counts as a use of the table.
  expect(
    violationsIn('features/tickets/x.ts', "const t = 'orders'; tx.deleteFrom(t); tx.selectFrom('orders')", exceptions),
  ).toEqual(['features/tickets/x.ts:1 writes orders, which features/orders owns']);
});

test('the check of table owners finds an exception that is no longer needed', () => {
  const exceptions = { 'features/tickets/x.ts': { reads: ['orders'] as const, why: '' } };
  expect(violationsIn('features/tickets/x.ts', "db.selectFrom('tickets')", exceptions)).toEqual([
    'features/tickets/x.ts does not read orders',
  ]);
});

test('the check of table owners ignores text that is not SQL', () => {
  const source = `
    import type { Order } from '../orders/index.ts';
    // select 1 from orders
    type Row = Tables['orders'];
    const fields: Record<'orders', string> = { orders: 'from orders' };
    program.command('orders').description('Update orders from a file');
    const list = row['orders'];
    await queueMail(tx, { kind: 'orders' });
    sql\`with orders_of as (select id from tickets for update) select id from orders_of where a is distinct from b\`;
    sql\`select * from json_each(\${ids}) as t\`;
    sql\`insert into tickets (id) values (1) on conflict (id) do update set orders = 1\`;
  `;
  expect(violationsIn('features/tickets/x.ts', source)).toEqual([]);
});

test('docs/tables.md lists the owner of each table, and each exception with its reason', () => {
  const hint = 'run "node packages/server/test/table-owners.ts"';
  expect(readFileSync(ownersPage, 'utf8'), hint).toContain(renderOwners());
});
