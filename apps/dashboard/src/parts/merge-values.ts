type Values = Readonly<Record<string, unknown>>;

/** The values of inputs by path, such as `venue.city`. A list is one value. */
export function valuesByPath(values: Values, prefix = ''): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(values).flatMap(([name, value]): (readonly [string, unknown])[] => {
      const path = `${prefix}${name}`;
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isObject ? [...valuesByPath(value as Values, `${path}.`)] : [[path, value]];
    }),
  );
}

/** Whether inputs with these values show the same. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

interface Merged {
  /** The new values of the inputs that the user has not changed. */
  readonly taken: ReadonlyMap<string, unknown>;
  /** The new stored values of the inputs that the user has also changed. */
  readonly conflicts: ReadonlyMap<string, unknown>;
  readonly hasUnsaved: boolean;
}

/**
 * Compares the values of a form with a newer version of what it edits.
 *
 * @param before the stored values that the form has shown
 * @param entered the values of the inputs
 * @param stored the values of the newer version
 */
export function mergeValues(before: Values, entered: Values, stored: Values): Merged {
  const beforeByPath = valuesByPath(before);
  const enteredByPath = valuesByPath(entered);
  const isUnsaved = (path: string) => !isSame(enteredByPath.get(path), beforeByPath.get(path));
  const changed = [...valuesByPath(stored)].filter(
    ([path, value]) => !isSame(value, beforeByPath.get(path)) && !isSame(value, enteredByPath.get(path)),
  );
  return {
    taken: new Map(changed.filter(([path]) => !isUnsaved(path))),
    conflicts: new Map(changed.filter(([path]) => isUnsaved(path))),
    hasUnsaved: isChanged(before, entered),
  };
}

/** Whether the values of a form were changed. The sequence of the fields does not matter. */
export function isChanged(before: Values, entered: Values): boolean {
  const beforeByPath = valuesByPath(before);
  return [...valuesByPath(entered)].some(([path, value]) => !isSame(value, beforeByPath.get(path)));
}

/** The fields whose values have changed. */
export function changedFields<V extends Record<string, unknown>>(before: V, after: V): Partial<V> {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(value, before[name])),
  ) as Partial<V>;
}
