/** An environment variable whose name is probably a misspelled setting. */
export interface MisspelledSetting {
  readonly name: string;
  /** The name of the setting that was probably intended. */
  readonly suggestion: string;
}

/** Longer names are not misspelled settings, and comparing them would take long. */
const maxNameLength = 40;

/**
 * Finds environment variables whose names are probably misspelled settings: they differ from a setting by at most one character, or
 * two if the name of the setting has 8 characters or more. A missing, an additional or a wrong character and two transposed
 * characters count as one difference each. Case does not count. The suggestion is the setting with the fewest differences.
 *
 * @param settingNames the names of all settings
 */
export function misspelledSettings(
  env: Readonly<Record<string, string | undefined>>,
  settingNames: readonly string[],
): MisspelledSetting[] {
  const knownNames: ReadonlySet<string> = new Set(settingNames);
  return Object.keys(env).flatMap((name) => {
    if (knownNames.has(name) || name.length > maxNameLength) return [];
    const suggestion = nearestSetting(name.toUpperCase(), settingNames);
    return suggestion === null ? [] : [{ name, suggestion }];
  });
}

/** The setting with the fewest differences from a name, the first one if several have as few; null if none is near enough. */
function nearestSetting(name: string, settingNames: readonly string[]): string | null {
  let nearest: string | null = null;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (const setting of settingNames) {
    const maxDistance = setting.length < 8 ? 1 : 2;
    // The distance is at least the difference in length, and takes much longer to compute.
    if (Math.abs(name.length - setting.length) > maxDistance) continue;
    const settingDistance = distance(name, setting, maxDistance);
    if (settingDistance > maxDistance || settingDistance >= nearestDistance) continue;
    nearest = setting;
    nearestDistance = settingDistance;
  }
  return nearest;
}

/**
 * The optimal string alignment distance of two texts: the number of insertions, deletions, substitutions and transpositions.
 *
 * @returns the distance, or `Infinity` if it is greater than `max`
 */
function distance(a: string, b: string, max: number): number {
  const rows = [...a];
  const columns = [...b];
  let secondLastRow: readonly number[] = [];
  let lastRow: readonly number[] = [0, ...columns.map((_, index) => index + 1)];
  const distanceAt = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY;
  for (const [rowIndex, letter] of rows.entries()) {
    const row = [rowIndex + 1];
    for (const [index, other] of columns.entries()) {
      const isTransposed = letter === columns[index - 1] && rows[rowIndex - 1] === other;
      row.push(
        Math.min(
          distanceAt(lastRow, index + 1) + 1,
          distanceAt(row, index) + 1,
          distanceAt(lastRow, index) + (letter === other ? 0 : 1),
          isTransposed ? distanceAt(secondLastRow, index - 1) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    // Distances in later rows are at least the minimum of the last two rows.
    if (Math.min(...lastRow, ...row) > max) return Number.POSITIVE_INFINITY;
    secondLastRow = lastRow;
    lastRow = row;
  }
  return distanceAt(lastRow, columns.length);
}
