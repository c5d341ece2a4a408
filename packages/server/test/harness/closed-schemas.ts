/** A copy of a schema in which no object may have fields that it does not name. */
export function closed<T>(part: T): T {
  if (Array.isArray(part)) return part.map(closed) as T;
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, closed(value)]));
  return (copy['type'] === 'object' && 'properties' in copy ? { ...copy, additionalProperties: false } : copy) as T;
}
