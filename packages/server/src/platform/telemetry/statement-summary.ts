/** The maximum length of a summary. */
const maxLength = 255;
/** The maximum number of statements whose summaries are stored. */
const maxStored = 1_000;

/** The keyword of the statement, after common table expressions. */
const operationPattern = /^\s*(?:with\b[\s\S]*?\)\s*(?=(?:select|insert|update|delete)\b))?(\w+)/i;
/** A table after a keyword. `from f(…)` is a function, and `for update` and `do update` name no table. */
const tablePattern = /\b(?:from|join|into|(?<!\b(?:for|key|do)\s+)update)\s+"?([a-z_]+)\b"?(?!\()/gi;
/** The name of a common table expression. */
const expressionPattern = /\b([a-z_]+)(?:\([a-z_, ]*\))? as (?:materialized )?\(/gi;

const summaries = new Map<string, string>();

/** The operation and the tables of a statement, such as `update orders`, without values. */
export function summarizeStatement(text: string): string {
  const stored = summaries.get(text);
  if (stored !== undefined) return stored;
  const operation = operationPattern.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const expressions = new Set(Array.from(text.matchAll(expressionPattern), ([, name]) => name));
  const tables = Array.from(text.matchAll(tablePattern), ([, name]) => name).filter((name) => !expressions.has(name));
  const summary = [operation, ...new Set(tables)].join(' ').slice(0, maxLength);
  if (summaries.size < maxStored) summaries.set(text, summary);
  return summary;
}

/** Whether a statement changes rows or commits. */
export function isWrite(text: string): boolean {
  return /^(?:insert|update|delete|commit)\b/.test(summarizeStatement(text));
}
