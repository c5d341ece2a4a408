import { parseAst } from 'vitest/node';

/** A place where source text names a table of the database. */
export interface TableUse {
  /** The name of a table. If it is in a variable imported from another feature, the name of that variable. */
  readonly table: string;
  readonly access: 'read' | 'write';
  readonly line: number;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

type Access = TableUse['access'];

/** Methods of the query builder whose first argument is a table. */
const builderMethods: ReadonlyMap<string, Access> = new Map([
  ...['selectFrom', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin', 'from', 'using'].map(
    (method) => [method, 'read'] as const,
  ),
  ...['insertInto', 'replaceInto', 'mergeInto', 'updateTable', 'deleteFrom'].map(
    (method) => [method, 'write'] as const,
  ),
]);
/** Builder methods with the same names as methods of built-in JavaScript classes, whose arguments are not tables. */
const commonMethods: ReadonlySet<string> = new Set(['from', 'using']);
/** Functions that write to the table that is one of their arguments. */
const writingFunctions: ReadonlySet<string> = new Set(['insertMany', 'updateMany', 'deleteInBatches']);
/** Names of variables for a database or a transaction. A function with such an argument can build SQL with its other arguments. */
const databaseNames = /^(?:db|tx|trx)$/;
/** TypeScript nodes that contain a value. */
const valueOfType: ReadonlySet<string> = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);
const systemTable = /^(?:kysely|pg|sqlite)_/;

/** The placeholder for an interpolated value in the text of a template. */
const placeholder = '\u0000';
const sqlStart = /^\s*(?:select|insert into|update|delete from|with)\s/;
const commonTableExpression =
  /(?:\bwith(?:\s+recursive)?|,)\s+([a-z_]+)(?:\s*\([a-z_,\s]*\))?\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/g;
const tableName = `(?:[a-z_][a-z0-9_]*|${placeholder})(?:\\s+as\\s+\\w+)?`;
const clause = new RegExp(
  [
    `\\b(?<word>insert\\s+into|merge\\s+into)\\s+(?<names>${tableName})`,
    // `for update` is a lock, `do update` is part of an insert, and `distinct from` is a comparison.
    `(?<!\\b(?:for|key|do)\\s+)\\b(?<word>delete\\s+from|update)\\s+(?:only\\s+)?(?<names>${tableName})`,
    `(?<!\\bdistinct\\s+)\\b(?<word>from|join|using)\\s+(?:only\\s+|lateral\\s+)?(?<names>${tableName}(?:\\s*,\\s*${tableName})*)(?!\\w|\\s*\\()`,
  ].join('|'),
  'gi',
);

/**
 * Finds the tables that the SQL of a file uses: in calls of the query builder, in `sql` templates and in other SQL text. A
 * string that equals the name of a table is also a use, because it can be passed to a function that builds SQL. Types are
 * ignored.
 *
 * @param tables the known tables; SQL that uses an unknown name, which is not a common table expression, is also reported
 * @returns the uses, sorted by their position in the file
 */
export function findTableUses(source: string, tables: ReadonlySet<string>): TableUse[] {
  const program = parseAst(source, { lang: 'ts' }) as unknown as Node;
  const finder = new Finder(source, tables);
  finder.visit(program);
  return finder.uses();
}

class Finder {
  readonly #source: string;
  readonly #tables: ReadonlySet<string>;
  readonly #found: { table: string; access: Access | null; start: number }[] = [];
  /** Strings of one word that can be the name of a table, but can also have another meaning. */
  readonly #words: { table: string; start: number }[] = [];
  /** Names imported from another feature. */
  readonly #imported = new Set<string>();
  readonly #commonTableExpressions = new Set<string>();
  /** Whether the file has statements with table names in variables, and whether one of these statements writes. */
  #variableAccess: 'none' | Access = 'none';

  constructor(source: string, tables: ReadonlySet<string>) {
    this.#source = source;
    this.#tables = tables;
  }

  uses(): TableUse[] {
    // A table name in a variable can be used by any statement with a table name in a variable.
    const possibleAccess: Access = this.#variableAccess === 'write' ? 'write' : 'read';
    const words =
      this.#variableAccess === 'none' ? [] : this.#words.map((word) => ({ ...word, access: possibleAccess }));
    const uses = new Map<string, { table: string; access: Access; start: number }>();
    for (const { table, access, start } of [...this.#found, ...words]) {
      if (this.#commonTableExpressions.has(table) || systemTable.test(table)) continue;
      const key = `${start} ${table}`;
      if (uses.get(key)?.access !== 'write') uses.set(key, { table, access: access ?? possibleAccess, start });
    }
    return [...uses.values()]
      .sort((a, b) => a.start - b.start)
      .map(({ table, access, start }) => ({ table, access, line: this.#source.slice(0, start).split('\n').length }));
  }

  visit(node: Node): void {
    if (node.type.startsWith('TS') && !valueOfType.has(node.type)) return;
    switch (node.type) {
      case 'ImportDeclaration':
        this.#visitImport(node);
        return;
      case 'ExportNamedDeclaration':
        if (isNode(node['declaration'])) this.visit(node['declaration']);
        return;
      case 'ExportAllDeclaration':
        return;
      case 'CallExpression':
        this.#visitCall(node);
        return;
      case 'TaggedTemplateExpression':
        this.#visitTemplate(node['quasi'] as Node, isNamed(node['tag'] as Node, 'sql'));
        return;
      case 'TemplateLiteral':
        this.#visitTemplate(node, false);
        return;
      case 'Literal':
        this.#visitText(node);
        return;
      case 'Property':
        this.#visitProperty(node);
        return;
      case 'MemberExpression':
        this.visit(node['object'] as Node);
        // `row['orders']` reads a field.
        if (node['computed'] === true && literalText(node['property']) === null) this.visit(node['property'] as Node);
        return;
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
        this.visit(node['expression'] as Node);
        return;
    }
    for (const child of childrenOf(node)) this.visit(child);
  }

  #visitImport(node: Node): void {
    const from = literalText(node['source']) ?? '';
    if (!from.startsWith('../') || from.includes('/platform/')) return;
    for (const specifier of node['specifiers'] as Node[]) {
      this.#imported.add((specifier['local'] as Node)['name'] as string);
    }
  }

  #visitProperty(node: Node): void {
    const key = node['key'] as Node;
    const value = node['value'] as Node;
    if (node['computed'] === true) this.visit(key);
    if (/table$/i.test(String(key['name'] ?? ''))) this.#visitName(value, null);
    this.visit(value);
  }

  #visitCall(node: Node): void {
    const callee = node['callee'] as Node;
    const args = node['arguments'] as Node[];
    const functionName = calledName(callee);
    this.visit(callee);
    const isSqlTable = functionName === 'table' && isNamed(callee['object'] as Node, 'sql');
    const isBuilder = builderMethods.has(functionName) || isSqlTable;
    const access = builderMethods.get(functionName) ?? (writingFunctions.has(functionName) ? 'write' : null);
    const takesDatabase = args[0] !== undefined && databaseNames.test(String(args[0]['name'] ?? ''));
    for (const [index, argument] of args.entries()) {
      if (isBuilder && index === 0) this.#visitTable(argument, access, functionName);
      else if (takesDatabase && index === 1 && access === 'write' && argument.type === 'Identifier') {
        this.#visitVariable(argument, access);
      } else if (takesDatabase) this.#visitName(argument, access);
      this.visit(argument);
    }
    const expression = functionName.startsWith('with') ? literalText(args[0]) : null;
    if (expression !== null) this.#commonTableExpressions.add(expression.replace(/\(.*/, ''));
  }

  /** Visits the first argument of a call, which is one table or an array of tables. */
  #visitTable(argument: Node, access: Access | null, functionName: string): void {
    for (const value of argument.type === 'ArrayExpression' ? (argument['elements'] as Node[]) : [argument]) {
      const table = literalText(value)?.split(' ')[0];
      if (table !== undefined) {
        if (this.#tables.has(table) || (!commonMethods.has(functionName) && /^[a-z_]+$/.test(table))) {
          this.#found.push({ table, access, start: value.start });
        }
      } else if (!commonMethods.has(functionName)) {
        this.#visitVariable(value, access);
      }
    }
  }

  /** Visits an expression whose value is the name of a table. */
  #visitVariable(value: Node, access: Access | null): void {
    if (access === 'write' || this.#variableAccess === 'none') this.#variableAccess = access ?? 'read';
    const table = value['name'];
    if (value.type !== 'Identifier' || typeof table !== 'string' || !this.#imported.has(table)) return;
    this.#found.push({ table, access, start: value.start });
  }

  /** Visits a value that can be the name of a table, or a condition that selects one of two names. */
  #visitName(value: Node, access: Access | null): void {
    if (value.type === 'ConditionalExpression') {
      this.#visitName(value['consequent'] as Node, access);
      this.#visitName(value['alternate'] as Node, access);
    }
    const table = literalText(value);
    if (table !== null && this.#tables.has(table)) this.#found.push({ table, access, start: value.start });
  }

  #visitTemplate(template: Node, isSql: boolean): void {
    const parts = (template['quasis'] as Node[]).map((part) => (part['value'] as { cooked: string }).cooked);
    const values = template['expressions'] as Node[];
    const text = parts.join(placeholder);
    if (isSql || sqlStart.test(text)) this.#readSql(text, template.start, values);
    for (const value of values) this.visit(value);
  }

  #visitText(node: Node): void {
    const text = literalText(node) ?? '';
    const [, table = ''] = /^([a-z_]+)(?: as [a-z_]+)?$/.exec(text) ?? [];
    if (!this.#tables.has(table)) {
      if (sqlStart.test(text)) this.#readSql(text, node.start, []);
    } else if (this.#found.every(({ start }) => start !== node.start)) {
      if (table.includes('_')) this.#found.push({ table, access: null, start: node.start });
      else this.#words.push({ table, start: node.start });
    }
  }

  #readSql(text: string, start: number, values: readonly Node[]): void {
    for (const { 1: expression = '' } of text.matchAll(commonTableExpression)) {
      this.#commonTableExpressions.add(expression);
    }
    for (const match of text.matchAll(clause)) {
      const { word = '', names = '' } = match.groups as Record<string, string | undefined>;
      const access = /^(?:from|join|using)/i.test(word) ? 'read' : 'write';
      let position = match.index + match[0].length - names.length;
      for (const part of names.split(',')) {
        const table = part.trim().split(/\s/)[0] ?? '';
        if (table === placeholder)
          this.#visitInterpolation(values[text.slice(0, position).split(placeholder).length - 1], access);
        else this.#found.push({ table, access, start });
        position += part.length + 1;
      }
    }
  }

  /** Visits an interpolated table name, `sql.table(…)`. Other fragments are visited at their definition. */
  #visitInterpolation(value: Node | undefined, access: Access): void {
    if (value?.type !== 'CallExpression' || calledName(value['callee'] as Node) !== 'table') return;
    const [argument] = value['arguments'] as Node[];
    if (argument !== undefined && literalText(argument) === null) this.#visitVariable(argument, access);
    else if (argument !== undefined) this.#visitName(argument, access);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

/** The name of the called function: the last name of `a`, `a.b` or `this.#c`. */
function calledName(callee: Node): string {
  const nameNode = callee.type === 'MemberExpression' ? (callee['property'] as Node) : callee;
  return typeof nameNode['name'] === 'string' ? nameNode['name'] : '';
}

function isNamed(node: Node | undefined, name: string): boolean {
  return node?.type === 'Identifier' && node['name'] === name;
}

function literalText(node: unknown): string | null {
  return isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null;
}
