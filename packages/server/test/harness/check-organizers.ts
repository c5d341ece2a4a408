import { copiedTables } from '../../src/platform/database/sharding.ts';
import { type OrganizerException, organizerExceptions } from '../organizer-exceptions.ts';
import { collectedStatements, type ProductStatement } from './product-statements.ts';

/** The statements that were checked in this process. */
const checked = new Set<ProductStatement>();

/**
 * Checks the statements that the product has built for PostgreSQL in this process: each table that belongs to an organizer is compared
 * with the organizer as a parameter.
 *
 * @param tables the tables whose rows always belong to an organizer
 * @throws Error with the statements that break the rule
 */
export async function checkOrganizers(tables: readonly string[]): Promise<void> {
  const statements = collectedStatements().filter((statement) => !checked.has(statement));
  if (statements.length === 0) return;
  for (const statement of statements) checked.add(statement);
  const violations = await findViolations(statements, tables, organizerExceptions);
  if (violations.length === 0) return;
  const rule = 'The organizer of each table must be a parameter, or organizer-exceptions.ts lists the statement';
  throw new Error(`${rule}:\n\n${violations.join('\n\n')}`);
}

/** Returns a description of each statement that breaks the rule and is no exception. */
export async function findViolations(
  statements: readonly ProductStatement[],
  tables: readonly string[],
  exceptions: readonly OrganizerException[],
): Promise<string[]> {
  const { tablesWithoutOrganizer } = await import('./organizer-rule.ts');
  const tenantTables = new Set(tables.filter((table) => !Object.hasOwn(copiedTables, table)));
  const isException = (text: string) => exceptions.some((exception) => text.includes(exception.text));
  return statements.flatMap(({ text, file }) => {
    const found = isException(text.replaceAll(/\s+/g, ' ')) ? [] : tablesWithoutOrganizer(text, tenantTables);
    return found.length === 0 ? [] : [`${file} does not compare the organizer of ${found.join(', ')}: ${text}`];
  });
}
