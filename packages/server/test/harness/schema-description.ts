import { sql } from 'kysely';
import type { TestDatabase } from './databases.ts';

/** All definitions of a database schema, as sorted lines of text. The order of columns and constraints has no effect. */
export async function describeSchema({ db, kind }: TestDatabase): Promise<string[]> {
  const { rows } = await sql.raw<{ owner: string; definition: string }>(definitions[kind]).execute(db);
  return rows
    .flatMap(({ owner, definition }) => partsOf(definition).map((part) => `${owner}: ${part}`))
    .filter((line) => !line.startsWith('kysely_'))
    .sort();
}

const definitions = {
  sqlite: `select tbl_name as owner, coalesce(sql, name) as definition from sqlite_schema`,
  postgres: `
    select table_name as owner, concat_ws(' ', column_name, data_type, 'nullable', is_nullable, 'default', column_default,
      'generated', is_generated, generation_expression) as definition
    from information_schema.columns where table_schema = 'public'
    union all
    select conrelid::regclass::text, conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select tablename, indexdef from pg_indexes where schemaname = 'public'
    union all
    select sequencename, concat_ws(' ', 'sequence', data_type, start_value, increment_by)
    from pg_sequences where schemaname = 'public'`,
} as const;

/** The columns, the constraints and the suffix of a `create table` statement. Any other definition is one part. */
function partsOf(definition: string): string[] {
  const text = definition.replaceAll(/\s+/g, ' ').trim();
  if (!/^create table /i.test(text)) return [text];
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  return [...splitAtCommas(text.slice(open + 1, close)), text.slice(close + 1).trim()];
}

/** Splits at commas outside of parentheses. */
function splitAtCommas(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}
