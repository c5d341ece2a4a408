import type { Json } from './openapi-components.ts';

/** An object that has a name in the document. */
export interface Resource {
  readonly name: string;
  /**
   * What its schema must have: fields, `name!` (a field that must be given), `id=evt` (an `id` with this prefix),
   * `#Event` (a reference to that resource).
   */
  readonly marks: readonly string[];
  /** What an example shows of its fields in place of the fields' own, as far down as it says. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** All that an example shows, where most fields may be left out. */
  readonly sent?: Readonly<Record<string, unknown>>;
}

const prefix = '#/components/schemas/';

/** Collects the named objects of the routes' schemas, so that the document has each of them once. */
export class ResourceSchemas {
  readonly schemas: Record<string, Json> = {};
  readonly #resources: readonly Resource[];

  /** @param resources of two that fit, the first names the schema */
  constructor(resources: readonly Resource[]) {
    this.#resources = resources;
  }

  /** The schema, with a reference in place of every named object in it, and `null` as a type among others. */
  lift<T>(part: T): T {
    if (Array.isArray(part)) return part.map((one) => this.lift(one)) as T;
    if (typeof part !== 'object' || part === null) return part;
    const lifted = withNullAsType(
      Object.fromEntries(Object.entries(part).map(([name, value]) => [name, this.lift(value)])),
    );
    const name = this.#nameOf(lifted);
    if (name === undefined) return lifted as T;
    const known = this.schemas[name];
    // Another schema of that name stays where it is.
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(lifted)) return lifted as T;
    this.schemas[name] = lifted;
    return { $ref: prefix + name } as T;
  }

  #nameOf(schema: Json): string | undefined {
    const fields = schema['properties'] as Record<string, Json> | undefined;
    if (schema['type'] !== 'object' || fields === undefined) return undefined;
    const marks = new Set(Object.keys(fields));
    for (const name of (schema['required'] ?? []) as string[]) marks.add(`${name}!`);
    const idPattern = String(fields['id']?.['pattern'] ?? '');
    if (idPattern !== '') marks.add(`id=${idPattern.slice(1, 4)}`);
    for (const [, name] of JSON.stringify(fields).matchAll(/"#\/components\/schemas\/(\w+)"/g)) marks.add(`#${name}`);
    return this.#resources.find((resource) => resource.marks.every((mark) => marks.has(mark)))?.name;
  }

  /**
   * A value that the schema describes, made of the examples of its parts.
   *
   * @param given what it has in place of them: an object tells of some of its fields, an array of each of its items
   */
  sample(schema: Json, given?: unknown): unknown {
    if (typeof schema['$ref'] === 'string') {
      const name = schema['$ref'].slice(prefix.length);
      const { example = {}, sent } = this.#resources.find((resource) => resource.name === name)!;
      if (sent !== undefined) return sent;
      return this.sample(this.schemas[name]!, { ...example, ...(given as Json | undefined) });
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
      case 'object':
        return this.#sampleObject(properties!, {});
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
