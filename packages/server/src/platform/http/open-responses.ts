import type { Json } from './openapi-components.ts';

/** The largest length of ids, codes, cursors and tokens that the documentation promises. */
const maxLength = 255;

interface Operation extends Json {
  readonly responses: Json;
}

interface Components extends Json {
  readonly schemas: Readonly<Record<string, Json>>;
}

interface Document extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Components;
}

/**
 * Opens the texts of responses and webhooks, so that a client that validates them accepts those of later versions: `enum` becomes
 * `x-extensible-enum`, `pattern` becomes `x-extensible-pattern`, and up to 255 characters are valid. A text with a single value, such
 * as the type of a webhook, stays as it is. So do requests: they are the schemas that reject unknown fields.
 */
export function openResponses<T extends Document>(document: T): T {
  const { schemas, ...otherComponents } = document.components;
  return {
    ...document,
    paths: mapValues(document.paths, (item) =>
      mapValues(item, (operation) => ({ ...operation, responses: open(operation.responses) })),
    ),
    components: {
      ...open(otherComponents),
      schemas: mapValues(schemas, (schema) => (schema['additionalProperties'] === false ? schema : open(schema))),
    },
  };
}

function open<T>(part: T): T {
  if (Array.isArray(part)) return part.map(open) as T;
  if (typeof part !== 'object' || part === null) return part;
  return openText(mapValues(part as Json, open)) as T;
}

function openText(schema: Json): Json {
  const { enum: values, pattern, ...others } = schema;
  const isText = [schema['type']].flat().includes('string');
  if (!isText || 'format' in schema || (Array.isArray(values) && values.length === 1)) return schema;
  return {
    ...others,
    ...(values === undefined ? {} : { 'x-extensible-enum': values }),
    ...(pattern === undefined ? {} : { 'x-extensible-pattern': pattern }),
    maxLength: Math.max(maxLength, Number(schema['maxLength'] ?? 0)),
  };
}

function mapValues<V>(values: Readonly<Record<string, V>>, change: (value: V) => V): Record<string, V> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
