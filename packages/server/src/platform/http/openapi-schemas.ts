import type { Json } from './openapi-components.ts';

const prefix = '#/components/schemas/';

/**
 * The keyword that carries a schema's name through `@fastify/swagger`, which gives schemas that have an `$id` names of
 * its own.
 */
const nameKeyword = 'x-name';

/** Whether a schema describes what callers send or what the service sends. */
export type Direction = 'request' | 'response';

/** A copy of a route's schema whose `$id`s are kept under another keyword. */
export function keepNames<T>(part: T): T {
  if (Array.isArray(part)) return part.map(keepNames) as T;
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name === '$id' && typeof value === 'string' ? nameKeyword : name,
      keepNames(value),
    ]),
  ) as T;
}

/** Collects the objects of all routes' schemas under their names, so that the document has each of them once. */
export class NamedSchemas {
  readonly schemas: Record<string, Json> = {};
  /** What an example of a named object shows in place of the examples of its fields. */
  readonly #examples = new Map<string, Json>();

  /**
   * The schema with a reference in place of every object in it. Schemas of responses are open: a client must accept
   * fields that a later version adds.
   *
   * @throws Error where an object has no name, or two different objects have the same one
   */
  collect<T>(part: T, direction: Direction): T {
    if (Array.isArray(part)) return part.map((one) => this.collect(one, direction)) as T;
    if (typeof part !== 'object' || part === null) return part;
    const { [nameKeyword]: name, ...schema } = part as Json;
    const example = name === undefined ? undefined : schema['example'];
    if (example !== undefined) delete schema['example'];
    const collected = withNullAsType(
      Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, this.collect(value, direction)])),
    );
    if (collected['type'] !== 'object' || collected['properties'] === undefined) return collected as T;
    if (typeof name !== 'string') {
      throw new Error(`An object of the API has no name: ${JSON.stringify(collected).slice(0, 300)}`);
    }
    if (direction === 'response') delete collected['additionalProperties'];
    const known = this.schemas[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(collected)) {
      throw new Error(`Two different objects of the API are named ${name}.`);
    }
    this.schemas[name] = collected;
    if (example !== undefined) this.#examples.set(name, example as Json);
    return { $ref: prefix + name } as T;
  }

  /**
   * A value that the schema describes, made of the examples of its parts.
   *
   * @param given what it has in place of them: an object tells of some of its fields, an array of each of its items
   */
  sample(schema: Json, given?: unknown): unknown {
    if (typeof schema['$ref'] === 'string') {
      const name = schema['$ref'].slice(prefix.length);
      const whole = this.schemas[name]!;
      if (given === undefined && whole['examples'] !== undefined) return (whole['examples'] as unknown[])[0];
      return this.sample(whole, { ...this.#examples.get(name), ...(given as Json | undefined) });
    }
    const { examples, anyOf, properties, items } = schema as {
      examples?: unknown[];
      anyOf?: Json[];
      properties?: Record<string, Json>;
      items?: Json;
    };
    if (given === undefined && examples !== undefined) return examples[0];
    if (anyOf !== undefined && given !== null) return this.sample(anyOf[0]!, given);
    if (Array.isArray(given) && items !== undefined) return given.map((one) => this.sample(items, one));
    if (isObject(given) && properties !== undefined) return this.#sampleObject(properties, given);
    if (given !== undefined) return given;
    if (schema['default'] !== undefined) return schema['default'];
    switch ([schema['type']].flat()[0]) {
      case 'array':
        return [this.sample(items!)];
      case 'boolean':
        return false;
      case 'integer':
      case 'number':
        return schema['minimum'] ?? 0;
      default:
        return [schema['enum'] ?? (isNullable(schema) ? null : 'text')].flat()[0];
    }
  }

  #sampleObject(fields: Readonly<Record<string, Json>>, given: Json): Json {
    return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, this.sample(field, given[name])]));
  }
}

/** `anyOf` a schema and null, said shorter where the schema has one type. */
function withNullAsType(schema: Json): Json {
  const { anyOf, ...rest } = schema as { anyOf?: Json[] };
  const [one, none] = anyOf ?? [];
  if (anyOf?.length !== 2 || none?.['type'] !== 'null') return schema;
  if (typeof one?.['type'] !== 'string' || one['enum'] !== undefined) return schema;
  return { ...rest, ...one, type: [one['type'], 'null'] };
}

function isNullable(schema: Json): boolean {
  return [schema['type']].flat().includes('null');
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
