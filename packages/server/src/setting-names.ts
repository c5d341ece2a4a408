/** An environment variable whose name is probably a misspelled setting. */
export interface MisspelledSetting {
  readonly name: string;
  /** The name of the setting that was probably intended. */
  readonly suggestion: string;
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
  const knownNames: ReadonlySet<string> = new Set(settingNames);
  return Object.keys(env).flatMap((name) => {
    if (knownNames.has(name) || name.length > 40) return [];
    const upperCaseName = name.toUpperCase();
    const suggestion = settingNames.find((setting) => {
      const maxDistance = setting.length < 8 ? 1 : 2;
      // The difference in length is a lower bound of the distance, which takes much longer to compute.
      if (Math.abs(name.length - setting.length) > maxDistance) return false;
      return distance(upperCaseName, setting, maxDistance) <= maxDistance;
    });
    return suggestion === undefined ? [] : [{ name, suggestion }];
  });
}

/**
 * The number of these differences between two texts (optimal string alignment distance).
 *
 * @returns infinity if there are more than `max`
 */
function distance(a: string, b: string, max: number): number {
  const columns = [...b];
  let secondLastRow: readonly number[] = [];
  let lastRow: readonly number[] = [0, ...columns.map((_, index) => index + 1)];
  const distanceAt = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY;
  for (const [rowIndex, letter] of [...a].entries()) {
    const row = [rowIndex + 1];
    for (const [index, other] of columns.entries()) {
      const isExchanged = letter === b[index - 1] && a[rowIndex - 1] === other;
      row.push(
        Math.min(
          distanceAt(lastRow, index + 1) + 1,
          distanceAt(row, index) + 1,
          distanceAt(lastRow, index) + (letter === other ? 0 : 1),
          isExchanged ? distanceAt(secondLastRow, index - 1) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    // No later row has a smaller distance than the smallest of two successive rows.
    if (Math.min(...lastRow, ...row) > max) return Number.POSITIVE_INFINITY;
    secondLastRow = lastRow;
    lastRow = row;
  }
  return distanceAt(lastRow, columns.length);
}
