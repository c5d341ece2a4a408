import type { Json } from './openapi-components.ts';

const prefix = '#/components/schemas/';

/** The direction of a body: sent by a caller, or by the server. */
export type Direction = 'request' | 'response';

interface Schema extends Json {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
}

/** The objects of all schemas, each once in the document, under the name that is its `$id`. */
export class NamedSchemas {
  readonly components: Record<string, Schema> = {};
  /** The `example` of named objects: values in place of the examples of their fields. */
  readonly #examples = new Map<string, unknown>();

  /**
   * The schema with references in place of its objects. Objects of responses can have further fields, since a later version
   * can add some.
   *
   * @throws Error if an object has no name, or the name of a different object
   */
  collect<T>(part: T, direction: Direction): T {
    if (Array.isArray(part)) return part.map((one) => this.collect(one, direction)) as T;
    if (!isObject(part)) return part;
    const { $id: name, ...fields } = part;
    const { example, ...rest } = fields;
    const schema = withNullAsType(
      Object.fromEntries(
        Object.entries(name === undefined ? fields : rest).map(([key, value]) => [key, this.collect(value, direction)]),
      ),
    );
    if (schema.type !== 'object' || schema.properties === undefined) return schema as T;
    if (typeof name !== 'string') {
      throw new Error(`An object of the API has no name: ${JSON.stringify(schema).slice(0, 300)}`);
    }
    if (direction === 'response') delete schema['additionalProperties'];
    const known = this.components[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two different objects of the API are named ${name}.`);
    }
    this.components[name] = schema;
    if (example !== undefined) this.#examples.set(name, example);
    return { $ref: prefix + name } as T;
  }

  /**
   * An example of a collected schema, composed of the examples of its parts.
   *
   * @param given values in place of them: an object with some of the fields, or an array with an entry for each item
   */
  sample(part: object, given?: unknown): unknown {
    const schema = part as Schema;
    if (schema.$ref !== undefined) return this.#sampleNamed(schema.$ref.slice(prefix.length), given);
    const { examples, anyOf, properties, items } = schema;
    if (given === undefined && examples !== undefined) return examples[0];
    if (anyOf?.[0] !== undefined && given !== null) return this.sample(anyOf[0], given);
    if (Array.isArray(given) && items !== undefined) return given.map((one) => this.sample(items, one));
    if (isObject(given) && properties !== undefined) return this.#sampleFields(properties, given);
    if (given !== undefined) return given;
    if (schema['default'] !== undefined) return schema['default'];
    const [type] = [schema.type].flat();
    if (type === 'array') return items === undefined ? [] : [this.sample(items)];
    if (type === 'boolean') return false;
    if (type === 'integer' || type === 'number') return schema['minimum'] ?? 0;
    if (schema.enum !== undefined) return schema.enum[0];
    return [schema.type].flat().includes('null') ? null : 'text';
  }

  #sampleNamed(name: string, given: unknown): unknown {
    const schema = this.components[name];
    if (schema === undefined) throw new Error(`No object of the API is named ${name}.`);
    if (given === undefined && schema.examples !== undefined) return schema.examples[0];
    const example = this.#examples.get(name);
    return this.sample(schema, { ...(isObject(example) ? example : {}), ...(isObject(given) ? given : {}) });
  }

  #sampleFields(fields: Readonly<Record<string, Schema>>, given: Json): Json {
    return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, this.sample(field, given[name])]));
  }
}

/** `anyOf` one type and null, in the short form with a list of types. */
function withNullAsType(schema: Json): Json & Schema {
  const { anyOf, ...rest } = schema as Schema;
  const [one, other] = anyOf ?? [];
  if (anyOf?.length !== 2 || other?.type !== 'null') return schema;
  if (typeof one?.type !== 'string' || one.enum !== undefined) return schema;
  return { ...rest, ...one, type: [one.type, 'null'] };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
