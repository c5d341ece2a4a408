import type { Json } from './openapi-components.ts';

const prefix = '#/components/schemas/';

/** Whether a body is sent by a caller or by the server. */
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

/** Collects the objects of all schemas. Each is one component of the document; its name is its `$id`. */
export class NamedSchemas {
  readonly components: Record<string, Schema> = {};
  /** The `example` of named objects: values that replace the examples of their fields. */
  readonly #examples = new Map<string, unknown>();

  /**
   * Collects the objects of a schema and replaces them with references. Objects of responses allow further fields, because a
   * later version of the API can add fields.
   *
   * @throws Error if an object has no name, or if another object has the same name
   */
  collect<T>(part: T, direction: Direction): T {
    if (Array.isArray(part)) return part.map((item) => this.collect(item, direction)) as T;
    if (!isObject(part)) return part;
    const { $id: name, ...fields } = part;
    const { example, ...fieldsWithoutExample } = fields;
    const schema = withNullAsType(
      Object.fromEntries(
        Object.entries(name === undefined ? fields : fieldsWithoutExample).map(([key, value]) => [
          key,
          this.collect(value, direction),
        ]),
      ),
    );
    if (schema.type !== 'object' || schema.properties === undefined) return schema as T;
    if (typeof name !== 'string') {
      throw new Error(`An object of the API has no name: ${JSON.stringify(schema).slice(0, 300)}`);
    }
    if (direction === 'response') delete schema['additionalProperties'];
    const existingSchema = this.components[name];
    if (existingSchema !== undefined && JSON.stringify(existingSchema) !== JSON.stringify(schema)) {
      throw new Error(`Two different objects of the API are named ${name}.`);
    }
    this.components[name] = schema;
    if (example !== undefined) this.#examples.set(name, example);
    return { $ref: prefix + name } as T;
  }

  /**
   * Builds an example of a collected schema from the examples of its parts.
   *
   * @param override replaces these examples: an object with some of the fields, an array with one entry per item, or a value. A field
   *   that is undefined is left out
   */
  sample(part: object, override?: unknown): unknown {
    const schema = part as Schema;
    if (schema.$ref !== undefined) return this.#sampleNamed(schema.$ref.slice(prefix.length), override);
    const { examples, anyOf, properties, items } = schema;
    if (override === undefined && examples !== undefined) return examples[0];
    if (anyOf?.[0] !== undefined && override !== null) return this.sample(anyOf[0], override);
    if (Array.isArray(override) && items !== undefined) return override.map((item) => this.sample(items, item));
    if (isObject(override) && properties !== undefined) return this.#sampleFields(properties, override);
    if (override !== undefined) return override;
    if (schema['default'] !== undefined) return schema['default'];
    const [type] = [schema.type].flat();
    if (type === 'array') return items === undefined ? [] : [this.sample(items)];
    if (type === 'boolean') return false;
    if (type === 'integer' || type === 'number') return schema['minimum'] ?? 0;
    if (schema.enum !== undefined) return schema.enum[0];
    return [schema.type].flat().includes('null') ? null : 'text';
  }

  #sampleNamed(name: string, override: unknown): unknown {
    const schema = this.components[name];
    if (schema === undefined) throw new Error(`No object of the API is named ${name}.`);
    if (override === undefined && schema.examples !== undefined) return schema.examples[0];
    const example = this.#examples.get(name);
    return this.sample(schema, { ...(isObject(example) ? example : {}), ...(isObject(override) ? override : {}) });
  }

  #sampleFields(fields: Readonly<Record<string, Schema>>, override: Json): Json {
    const present = Object.entries(fields).filter(([name]) => !(name in override) || override[name] !== undefined);
    return Object.fromEntries(present.map(([name, field]) => [name, this.sample(field, override[name])]));
  }
}

/** Replaces `anyOf` of one type and null with the short form, a list of types. */
function withNullAsType(schema: Json): Json & Schema {
  const { anyOf, ...otherKeywords } = schema as Schema;
  const [valueSchema, nullSchema] = anyOf ?? [];
  if (anyOf?.length !== 2 || nullSchema?.type !== 'null') return schema;
  if (typeof valueSchema?.type !== 'string' || valueSchema.enum !== undefined) return schema;
  return { ...otherKeywords, ...valueSchema, type: [valueSchema.type, 'null'] };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
