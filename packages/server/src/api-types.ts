/** The keywords of JSON Schema that the API's schemas use and that a type can express. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly 'x-extensible-enum'?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
}

const header = `// Written by "npm run openapi" from the schemas of the API. Do not edit.
// Times are strings in the format of RFC 3339, amounts are integers in minor units.
`;

/**
 * The source of a module with the TypeScript types of all named schemas of an OpenAPI document. All properties are readonly.
 *
 * @param document an OpenAPI 3.1 document as JSON
 * @throws Error if a schema has a type that this function does not support
 */
export function apiTypes(document: string): string {
  const { components } = JSON.parse(document) as { components: { schemas: Record<string, Schema> } };
  const types = Object.entries(components.schemas).map(([name, schema]) =>
    schema.properties === undefined || Object.keys(schema.properties).length === 0
      ? `export type ${name} = ${typeOf(schema, '')};\n`
      : `export interface ${name} ${typeOf(schema, '')}\n`,
  );
  return [header, ...types].join('\n');
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.anyOf !== undefined) return schema.anyOf.map((branch) => typeOf(branch, indent)).join(' | ');
  const values = schema.enum ?? schema['x-extensible-enum'];
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  return [schema.type ?? 'unknown']
    .flat()
    .map((type) => namedType(type, schema, indent))
    .join(' | ');
}

function namedType(type: string, schema: Schema, indent: string): string {
  const { items = {}, properties, required = [], additionalProperties } = schema;
  switch (type) {
    case 'integer':
      return 'number';
    case 'number':
    case 'string':
    case 'boolean':
    case 'null':
    case 'unknown':
      return type;
    case 'array':
      return `ReadonlyArray<${typeOf(items, indent)}>`;
    case 'object': {
      if (properties === undefined) {
        const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown';
        return `Readonly<Record<string, ${values}>>`;
      }
      if (Object.keys(properties).length === 0) return 'Readonly<Record<string, never>>';
      const inner = `${indent}  `;
      const lines = Object.entries(properties).map(
        ([name, property]) =>
          `${inner}readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(property, inner)};\n`,
      );
      return `{\n${lines.join('')}${indent}}`;
    }
    default:
      throw new Error(`A schema has the type "${type}", which is not supported here.`);
  }
}
