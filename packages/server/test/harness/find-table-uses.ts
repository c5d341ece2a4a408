import { parseAst } from 'vitest/node';

/** A place where source text names a table of the database. */
export interface TableUse {
  /** The table, or the name of an imported variable of another feature whose value is a table. */
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
/** Also methods of built-in JavaScript classes. Their arguments are often not tables. */
const commonMethods: ReadonlySet<string> = new Set(['from', 'using']);
/** Functions that write to the table that is one of their arguments. */
const writingFunctions: ReadonlySet<string> = new Set(['insertMany', 'updateMany', 'deleteInBatches']);
/** Names of variables for a database or a transaction. A function with such an argument can build SQL of its other arguments. */
const databaseNames = /^(?:db|tx|trx)$/;
/** Nodes of TypeScript's syntax that contain values. */
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
    // `for update` locks, `do update` belongs to an insert; `distinct from` compares.
    `(?<!\\b(?:for|key|do)\\s+)\\b(?<word>delete\\s+from|update)\\s+(?:only\\s+)?(?<names>${tableName})`,
    `(?<!\\bdistinct\\s+)\\b(?<word>from|join|using)\\s+(?:only\\s+|lateral\\s+)?(?<names>${tableName}(?:\\s*,\\s*${tableName})*)(?!\\w|\\s*\\()`,
  ].join('|'),
  'gi',
);

/**
 * Finds the tables that a file's SQL names: in calls of the query builder, in `sql` templates and other SQL text, and in any
 * string that is exactly the name of a table, since such a string can be passed to a function that builds SQL. Types are ignored.
 *
 * @param tables the known tables; in SQL, a name that is neither one of them nor a common table expression is also reported
 * @returns one use for each place, in the order of the file
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
  /** Single words that can be the name of a table, and of other things. */
  readonly #words: { table: string; start: number }[] = [];
  /** Names imported from another feature. */
  readonly #imported = new Set<string>();
  readonly #commonTableExpressions = new Set<string>();
  /** Whether the file has statements on tables whose names are in variables, and whether one of them writes. */
  #variables: 'none' | Access = 'none';

  constructor(source: string, tables: ReadonlySet<string>) {
    this.#source = source;
    this.#tables = tables;
  }

  uses(): TableUse[] {
    // A name in a variable can reach any statement of the file that takes a variable.
    const unknown: Access = this.#variables === 'write' ? 'write' : 'read';
    const words = this.#variables === 'none' ? [] : this.#words.map((word) => ({ ...word, access: unknown }));
    const uses = new Map<string, { table: string; access: Access; start: number }>();
    for (const { table, access, start } of [...this.#found, ...words]) {
      if (this.#commonTableExpressions.has(table) || systemTable.test(table)) continue;
      const place = `${start} ${table}`;
      if (uses.get(place)?.access !== 'write') uses.set(place, { table, access: access ?? unknown, start });
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
    const given = node['arguments'] as Node[];
    const called = calledName(callee);
    this.visit(callee);
    const isSqlTable = called === 'table' && isNamed(callee['object'] as Node, 'sql');
    const isBuilder = builderMethods.has(called) || isSqlTable;
    const access = builderMethods.get(called) ?? (writingFunctions.has(called) ? 'write' : null);
    const takesDatabase = given[0] !== undefined && databaseNames.test(String(given[0]['name'] ?? ''));
    for (const [index, argument] of given.entries()) {
      if (isBuilder && index === 0) this.#visitTable(argument, access, called);
      else if (takesDatabase) this.#visitName(argument, access);
      this.visit(argument);
    }
    const expression = called.startsWith('with') ? literalText(given[0]) : null;
    if (expression !== null) this.#commonTableExpressions.add(expression.replace(/\(.*/, ''));
  }

  /** The first argument of a call that takes a table, or several. */
  #visitTable(argument: Node, access: Access | null, called: string): void {
    for (const value of argument.type === 'ArrayExpression' ? (argument['elements'] as Node[]) : [argument]) {
      const table = literalText(value)?.split(' ')[0];
      if (table !== undefined) {
        if (this.#tables.has(table) || (!commonMethods.has(called) && /^[a-z_]+$/.test(table))) {
          this.#found.push({ table, access, start: value.start });
        }
      } else if (!commonMethods.has(called)) {
        this.#visitVariable(value, access);
      }
    }
  }

  /** A name of a table that is computed. */
  #visitVariable(value: Node, access: Access | null): void {
    if (access === 'write' || this.#variables === 'none') this.#variables = access ?? 'read';
    const table = value['name'];
    if (value.type !== 'Identifier' || typeof table !== 'string' || !this.#imported.has(table)) return;
    this.#found.push({ table, access, start: value.start });
  }

  /** A value that is, or selects, a name of a table. */
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
      let at = match.index + match[0].length - names.length;
      for (const part of names.split(',')) {
        const table = part.trim().split(/\s/)[0] ?? '';
        if (table === placeholder)
          this.#visitInterpolation(values[text.slice(0, at).split(placeholder).length - 1], access);
        else this.#found.push({ table, access, start });
        at += part.length + 1;
      }
    }
  }

  /** An interpolated name of a table, `sql.table(…)`. Other fragments are visited where they are defined. */
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

/** The last name of `a`, `a.b` or `this.#c`. */
function calledName(callee: Node): string {
  const named = callee.type === 'MemberExpression' ? (callee['property'] as Node) : callee;
  return typeof named['name'] === 'string' ? named['name'] : '';
}

function isNamed(node: Node | undefined, name: string): boolean {
  return node?.type === 'Identifier' && node['name'] === name;
}

function literalText(node: unknown): string | null {
  return isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null;
}
