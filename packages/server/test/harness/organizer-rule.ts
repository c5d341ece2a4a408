import { loadModule, parseSync } from 'libpg-query';

await loadModule();

/** A node of PostgreSQL's syntax tree, in the JSON of its parser. */
type Node = Record<string, unknown>;

/** The tables, the conditions and the subqueries of one `select`, `update` or `delete`. */
interface Level {
  readonly tables: { name: string; alias: string }[];
  readonly conditions: unknown[];
}

/**
 * Finds the tables in a statement whose organizer is not a parameter. On a sharded database, each of them would be read or written
 * on all shards.
 *
 * @param text a statement of PostgreSQL with `$1` for its values. `loadModule` of the parser was called before.
 * @param tenantTables the tables that have a column `organizer_id`
 * @returns the names of the tables, sorted and each once
 */
export function tablesWithoutOrganizer(text: string, tenantTables: ReadonlySet<string>): string[] {
  const reader = new StatementReader(tenantTables);
  reader.visit(parseSync(text));
  return [...reader.found].sort();
}

class StatementReader {
  readonly found = new Set<string>();
  readonly #tenantTables: ReadonlySet<string>;

  constructor(tenantTables: ReadonlySet<string>) {
    this.#tenantTables = tenantTables;
  }

  visit(value: unknown): void {
    if (Array.isArray(value)) for (const element of value) this.visit(element);
    if (!isNode(value)) return;
    for (const [type, child] of Object.entries(value)) {
      if (type === 'InsertStmt') this.#visitInsert(child as Node);
      else if (type === 'SelectStmt') this.#visitLevel(child as Node, 'fromClause');
      else if (type === 'UpdateStmt') this.#visitLevel(child as Node, 'fromClause');
      else if (type === 'DeleteStmt') this.#visitLevel(child as Node, 'usingClause');
      else this.visit(child);
    }
  }

  #visitLevel(query: Node, fromClause: string): void {
    const level: Level = { tables: [], conditions: conjunctsOf(query['whereClause']) };
    for (const item of (query[fromClause] as Node[] | undefined) ?? []) this.#readFrom(item, level);
    if (isNode(query['relation'])) addTable(query['relation'], level);
    for (const { name, alias } of level.tables) {
      const isOnlyTable = level.tables.length === 1;
      if (this.#tenantTables.has(name) && !level.conditions.some((node) => comparesOrganizer(node, alias, isOnlyTable)))
        this.found.add(name);
    }
    this.#visitBranches(query);
    for (const [key, child] of Object.entries(query)) {
      if (key !== fromClause && key !== 'relation' && key !== 'larg' && key !== 'rarg') this.visit(child);
    }
  }

  /** Visits the two queries of a `union`. */
  #visitBranches(query: Node): void {
    for (const branch of [query['larg'], query['rarg']]) if (isNode(branch)) this.#visitLevel(branch, 'fromClause');
  }

  #readFrom(item: Node, level: Level): void {
    const [[type, node]] = Object.entries(item) as [[string, Node]];
    if (type === 'RangeVar') addTable(node, level);
    else if (type === 'JoinExpr') {
      this.#readFrom(node['larg'] as Node, level);
      this.#readFrom(node['rarg'] as Node, level);
      level.conditions.push(...conjunctsOf(node['quals']));
      this.visit(node['quals']);
    } else this.visit(node);
  }

  /** In an `insert`, each row states its organizer: a parameter, or a column of a list of rows that is a parameter. */
  #visitInsert(insert: Node): void {
    const { relname } = insert['relation'] as { relname: string };
    const query = (insert['selectStmt'] as Node | undefined)?.['SelectStmt'] as Node | undefined;
    const position = ((insert['cols'] as Node[] | undefined) ?? []).findIndex(
      (column) => (column['ResTarget'] as Node)['name'] === 'organizer_id',
    );
    if (this.#tenantTables.has(relname) && !organizersOf(query, position).every(isOrganizerOfRow))
      this.found.add(relname);
    for (const [key, child] of Object.entries(insert)) if (key !== 'relation') this.visit(child);
  }
}

/** The expressions of `organizer_id` in the rows of an insert; an undefined element if a row has none. */
function organizersOf(query: Node | undefined, position: number): unknown[] {
  if (query === undefined || position === -1) return [undefined];
  const rows = query['valuesLists'] as Node[] | undefined;
  if (rows !== undefined) return rows.map((row) => ((row['List'] as Node)['items'] as unknown[])[position]);
  const target = (query['targetList'] as Node[] | undefined)?.[position];
  return [(target?.['ResTarget'] as Node | undefined)?.['val']];
}

function isOrganizerOfRow(expression: unknown): boolean {
  return isParameter(expression) || isOrganizerColumn(expression, null, true);
}

function addTable(node: Node, { tables }: Level): void {
  const name = node['relname'] as string;
  tables.push({ name, alias: ((node['alias'] as Node | undefined)?.['aliasname'] as string | undefined) ?? name });
}

/** The conditions that are all true if this condition is. */
function conjunctsOf(condition: unknown): unknown[] {
  const and = isNode(condition) ? (condition['BoolExpr'] as Node | undefined) : undefined;
  if (and?.['boolop'] !== 'AND_EXPR') return [condition];
  return (and['args'] as unknown[]).flatMap(conjunctsOf);
}

/** Whether a condition is `organizer_id = $1`, or the same in two rows: `(organizer_id, id) = ($1, $2)`. */
function comparesOrganizer(condition: unknown, alias: string, isOnlyTable: boolean): boolean {
  const comparison = isNode(condition) ? (condition['A_Expr'] as Node | undefined) : undefined;
  if (comparison?.['kind'] !== 'AEXPR_OP' || operatorOf(comparison) !== '=') return false;
  const { lexpr: left, rexpr: right } = comparison;
  const rows = [left, right].map((side) =>
    isNode(side) ? (side['RowExpr'] as Node | undefined)?.['args'] : undefined,
  );
  const [leftRow, rightRow] = rows as (unknown[] | undefined)[];
  if (leftRow !== undefined && rightRow !== undefined)
    return leftRow.some((item, index) => isOrganizerColumn(item, alias, isOnlyTable) && isParameter(rightRow[index]));
  return (
    (isOrganizerColumn(left, alias, isOnlyTable) && isParameter(right)) ||
    (isOrganizerColumn(right, alias, isOnlyTable) && isParameter(left))
  );
}

function operatorOf(comparison: Node): unknown {
  const [name] = comparison['name'] as { String: { sval: string } }[];
  return name?.String.sval;
}

/** @param alias the table; null for any */
function isOrganizerColumn(expression: unknown, alias: string | null, isOnlyTable: boolean): boolean {
  const column = isNode(expression) ? (expression['ColumnRef'] as Node | undefined) : undefined;
  if (column === undefined) return false;
  const names = (column['fields'] as { String?: { sval: string } }[]).map((field) => field.String?.sval);
  if (names.at(-1) !== 'organizer_id') return false;
  return names.length === 1 ? isOnlyTable : alias === null || names[0] === alias;
}

function isParameter(expression: unknown): boolean {
  if (!isNode(expression)) return false;
  if ('TypeCast' in expression) return isParameter((expression['TypeCast'] as Node)['arg']);
  return 'ParamRef' in expression || 'A_Const' in expression;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
