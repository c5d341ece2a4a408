/** The fields whose values have changed. */
export function changedFields<V extends Record<string, unknown>>(before: V, after: V): Partial<V> {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name])) as Partial<V>;
}
