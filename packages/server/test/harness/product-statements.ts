import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PostgresQueryCompiler } from 'kysely';

/** A statement of the product for PostgreSQL. */
export interface ProductStatement {
  readonly text: string;
  /** The file of `src` that has built it, for example `features/orders/queries.ts`. */
  readonly file: string;
}

const src = fileURLToPath(new URL('../../src/', import.meta.url));
/** Enough for the functions of Kysely between a statement and its caller. */
const framesMax = 60;
const frame = /(?:file:\/\/)?(\/[^\s()]+\.ts):\d+:\d+/g;

let isCollecting = false;
/** By text. */
const collected = new Map<string, ProductStatement>();

/** Collects each statement for PostgreSQL that the product builds in this process, but not those of tests. */
export function collectStatements(): void {
  if (isCollecting) return;
  isCollecting = true;
  const { compileQuery } = PostgresQueryCompiler.prototype;
  PostgresQueryCompiler.prototype.compileQuery = function (...args) {
    const compiled = compileQuery.apply(this, args);
    if (!collected.has(compiled.sql)) collect(compiled.sql);
    return compiled;
  };
}

/** All statements that were collected in this process. */
export function collectedStatements(): readonly ProductStatement[] {
  return [...collected.values()];
}

function collect(text: string): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = framesMax;
  const { stack = '' } = new Error('the call stack');
  Error.stackTraceLimit = stackTraceLimit;
  const file = callerIn(stack);
  if (file !== null) collected.set(text, { text, file });
}

/** The innermost file of the call stack outside the database's folder, which builds statements of others; null if it is a test. */
function callerIn(stack: string): string | null {
  const files = [...stack.matchAll(frame)]
    .map(({ 1: path = '' }) => path)
    .filter((path) => path !== import.meta.filename);
  const caller = files.find((path) => !path.startsWith(`${src}platform/database/`) || path.endsWith('.test.ts'));
  return caller?.startsWith(src) && !caller.endsWith('.test.ts') ? relative(src, caller) : null;
}
