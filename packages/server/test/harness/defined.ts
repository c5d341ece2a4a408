/** The value, which must not be null or undefined. */
export function defined<T>(value: T, name: string): NonNullable<T> {
  if (value === null || value === undefined) throw new Error(`${name} is not defined.`);
  return value;
}

/** The element at this index, which must exist. A negative index counts from the end. */
export function elementAt<T>(list: readonly T[], index: number): NonNullable<T> {
  return defined(list.at(index), `The element ${index} of a list of ${list.length}`);
}

/** The first element, which must exist. */
export function first<T>(list: readonly T[]): NonNullable<T> {
  return elementAt(list, 0);
}

/** The last element, which must exist. */
export function last<T>(list: readonly T[]): NonNullable<T> {
  return elementAt(list, -1);
}
