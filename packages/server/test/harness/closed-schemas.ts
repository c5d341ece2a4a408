/** Copies a schema. In the copy, objects with properties allow no additional properties. */
export function rejectUnknownFields<T>(part: T): T {
  if (Array.isArray(part)) return part.map(rejectUnknownFields) as T;
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, rejectUnknownFields(value)]));
  return (copy['type'] === 'object' && 'properties' in copy ? { ...copy, additionalProperties: false } : copy) as T;
}
