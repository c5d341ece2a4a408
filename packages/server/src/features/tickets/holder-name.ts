import { sql } from 'kysely';
import { type FieldError, fieldError } from '../../errors/index.ts';
import type { JsonFields } from '../../platform/database/dialect.ts';

/** The name of a holder in a request: undivided, or as first and last name. */
interface HolderNameInput {
  readonly holderName?: string | null | undefined;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
}

/** The name of a holder as it is stored: a divided name is the first name, a space, and the last name. */
export interface HolderName {
  readonly holderName: string | null;
  /** Number of characters (code points) of the first name; null if the name is not divided. */
  readonly firstNameLength: number | null;
}

/** The name that is stored for a valid input. */
export function holderNameOf({ holderName = null, firstName, lastName }: HolderNameInput): HolderName {
  if (firstName == null || lastName == null) return { holderName, firstNameLength: null };
  const first = firstName.trim();
  return { holderName: `${first} ${lastName.trim()}`, firstNameLength: [...first].length };
}

/**
 * The errors of a name: first and last name belong together, and an undivided name beside them must be the same.
 *
 * @param path the path of the object with the name, with a point at its end
 */
export function holderNameErrors(input: HolderNameInput, path = ''): FieldError[] {
  const { holderName, firstName, lastName } = input;
  if (firstName == null && lastName == null) return [];
  const missing = (['firstName', 'lastName'] as const).filter((name) => !input[name]?.trim());
  if (missing.length > 0) return missing.map((name) => fieldError(path + name, 'required', {}));
  const isOther = holderName != null && holderName !== holderNameOf({ firstName, lastName }).holderName;
  return isOther ? [fieldError(`${path}holderName`, 'computed', {})] : [];
}

/** The first and the last name of a stored name; null if it is not divided. */
export function partsOfName({
  holderName,
  firstNameLength,
}: HolderName): Record<'firstName' | 'lastName', string> | null {
  if (holderName === null || firstNameLength === null) return null;
  const characters = [...holderName];
  // A server of the previous version changes the name alone.
  if (characters[firstNameLength] !== ' ') return null;
  return {
    firstName: characters.slice(0, firstNameLength).join(''),
    lastName: characters.slice(firstNameLength + 1).join(''),
  };
}

/**
 * The JSON of the first and the last name of the holder of a ticket; null if the name is not divided.
 *
 * @param alias the alias of `tickets` in the statement
 */
export function nameParts(alias: string): JsonFields {
  const name = sql.ref(`${alias}.holder_name`);
  const length = sql`cast(${sql.ref(`${alias}.first_name_length`)} as integer)`;
  const part = (text: ReturnType<typeof sql>) =>
    sql`case when substr(${name}, ${length} + 1, 1) = ' ' then ${text} end`;
  return {
    firstName: part(sql`substr(${name}, 1, ${length})`),
    lastName: part(sql`substr(${name}, ${length} + 2)`),
  };
}
