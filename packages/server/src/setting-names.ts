/** An environment variable whose name is probably a misspelled setting. */
export interface MisspelledSetting {
  readonly name: string;
  readonly meant: string;
}

/**
 * Environment variables whose names differ from a setting by one letter, or by two if its name has 8 letters or more. A
 * missing letter, an additional letter, a wrong letter and two exchanged letters count as one difference each.
 *
 * @param settingNames the names of all settings
 */
export function misspelledSettings(
  env: Readonly<Record<string, string | undefined>>,
  settingNames: readonly string[],
): MisspelledSetting[] {
  const known: ReadonlySet<string> = new Set(settingNames);
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || name.length > 40) return [];
    const upper = name.toUpperCase();
    const meant = settingNames.find((setting) => distance(upper, setting) <= (setting.length < 8 ? 1 : 2));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** The optimal string alignment distance: how many of these differences are between two texts. */
function distance(a: string, b: string): number {
  const columns = [...b];
  let secondLastRow: readonly number[] = [];
  let lastRow: readonly number[] = [0, ...columns.map((_, index) => index + 1)];
  const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY;
  for (const [rowIndex, letter] of [...a].entries()) {
    const row = [rowIndex + 1];
    for (const [index, other] of columns.entries()) {
      const isExchanged = letter === b[index - 1] && a[rowIndex - 1] === other;
      row.push(
        Math.min(
          at(lastRow, index + 1) + 1,
          at(row, index) + 1,
          at(lastRow, index) + (letter === other ? 0 : 1),
          isExchanged ? at(secondLastRow, index - 1) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    secondLastRow = lastRow;
    lastRow = row;
  }
  return at(lastRow, columns.length);
}
