import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import type { JsonBody } from '../platform/database/dialect.ts';
import { type Output, table, wholeNumber, withJson } from './runtime.ts';

/** The maximum number of rows without `--limit` and `--all`. */
const defaultLimit = 50;
/** The maximum number of rows with `--all`. */
const maxRows = 1_000_000;

/** Rows of a list, newest first. */
export interface Rows<T> {
  readonly rows: readonly T[];
  /** Whether the list has more rows. */
  readonly hasMore: boolean;
}

interface Page<T> {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
}

/** Adds the options of every command that lists rows. */
export function withListOptions(command: Command): Command {
  return withJson(command)
    .option(
      '--limit <number>',
      `maximum number of rows, newest first (default: ${defaultLimit})`,
      wholeNumber(1, maxRows),
    )
    .option('--all', 'list all rows');
}

/**
 * Reads a list of the API page by page.
 *
 * @param read returns a page of the list as JSON
 * @param maxPageRows the maximum number of rows in a page
 */
export async function readRows<T>(
  options: { limit?: number; all?: boolean },
  maxPageRows: number,
  read: (query: { limit: number; cursor?: string }, cursorKey: KeyObject) => Promise<JsonBody>,
): Promise<Rows<T>> {
  // A random key, because cursors are used only within this process.
  const cursorKey = createSecretKey(randomBytes(32));
  const rowsToRead = options.all ? maxRows : (options.limit ?? defaultLimit);
  const rows: T[] = [];
  let cursor: string | null = null;
  do {
    const limit = Math.min(maxPageRows, rowsToRead - rows.length);
    const body: JsonBody = await read({ limit, ...(cursor === null ? {} : { cursor }) }, cursorKey);
    const page = JSON.parse(body.toString()) as Page<T>;
    rows.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null && rows.length < rowsToRead);
  return { rows, hasMore: cursor !== null };
}

/** Formats rows as a table. If there are more rows, a line on standard error says so. */
export function formatRows<T>(
  { rows, hasMore }: Rows<T>,
  head: readonly string[],
  cells: (row: T) => readonly (string | number | null)[],
): Output {
  const hint = hasMore ? 'There are more rows: use --limit or --all.' : '';
  return { stdout: table(head, rows.map(cells)), stderr: hint };
}
