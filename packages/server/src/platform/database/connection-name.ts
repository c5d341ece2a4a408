import { migrationFiles } from '../../../migrations/index.ts';

const schemaNumberPattern = / schema (\d{4})$/;

/** The name of a connection to PostgreSQL (`application_name`), with the number of the last migration of this program. */
export function connectionName(purpose: string): string {
  return `${purpose} schema ${schemaNumber()}`;
}

/** The number of the last migration of the program that has a connection of this name; null if the name does not contain it. */
export function schemaNumberIn(name: string): string | null {
  return schemaNumberPattern.exec(name)?.[1] ?? null;
}

/**
 * The number of the last migration of a program.
 *
 * @param files its migrations, by default those of this program
 */
export function schemaNumber(files: Readonly<Record<string, unknown>> = migrationFiles): string {
  return Object.keys(files).sort().at(-1)!.slice(0, 4);
}
