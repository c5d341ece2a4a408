/**
 * Converts only ASCII letters to lower case, like `lower()` in SQLite, and like `lower()` in PostgreSQL with the collation "C", which
 * all text columns have.
 */
export function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
