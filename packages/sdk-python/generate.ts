import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const header = '# Written by "npm run openapi" from the documents in openapi/. Do not edit.\n';
const packageFolder = join(import.meta.dirname, 'src/organizer_sdk');

/** A schema of the document, as far as the Python types need it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly 'x-extensible-enum'?: readonly string[];
  readonly description?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    in?: string;
    name: string;
    description?: string;
    required?: boolean;
    schema: Schema;
  }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Longer enumerations are text. */
const maxLiterals = 50;

/** Whether a type belongs to a response or to a request. Requests also accept times as text. */
type Direction = 'response' | 'request';

/**
 * The files of the Python package that are generated, by their paths in the repository.
 *
 * @param json the document of `clientDocument`
 */
export function generatePython(json: string): Record<string, string> {
  const document: Document = JSON.parse(json);
  const folder = 'packages/sdk-python/src/organizer_sdk';
  const modules = readdirSync(join(packageFolder, '_async')).filter((name) => name.endsWith('.py'));
  return {
    [`${folder}/models.py`]: models(document),
    [`${folder}/params.py`]: params(document),
    ...Object.fromEntries(
      modules.map((name) => {
        const source = readFileSync(join(packageFolder, '_async', name), 'utf8');
        return [`${folder}/_sync/${name}`, synchronous(source, name)];
      }),
    ),
  };
}

/** Schemas that the package has in another form: errors, and `WebhookEvent`, which is the union of all types in Python. */
const replaced: readonly string[] = ['Problem', 'FieldError', 'WebhookEvent'];

/** The pydantic models of all schemas of responses and webhooks. */
function models({ components: { schemas }, webhooks }: Document): string {
  const classes = Object.entries(schemas)
    .filter(([name, schema]) => !isRequest(schema) && !/(Page|Feed)$/.test(name) && !replaced.includes(name))
    .map(([name, schema]) => {
      const fields = Object.entries(schema.properties ?? {}).map(([field, fieldSchema]) => {
        const isRequired = schema.required?.includes(field) ?? false;
        const type = `${typeOf(fieldSchema, 'response')}${isRequired || isNullable(fieldSchema) ? '' : ' | None'}`;
        return `    ${snakeCase(field)}: ${type} = ${isRequired ? 'absent' : 'None'}\n${docstring(fieldSchema, 4)}`;
      });
      return `class ${name}(Model):\n${docstring(schema, 4)}${docstring(schema, 4) && '\n'}${fields.join('')}`;
    });
  const types = Object.entries(webhooks).map(
    ([type, { post }]) => [type, refName(post.requestBody?.content['application/json'].schema)] as const,
  );
  const union = types.map(([type, name]) => `    Annotated[${name}, Tag("${type}")]\n    | `).join('');
  return `${header}# Amounts are integers in minor units.
from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Discriminator, SkipValidation, Tag

from ._model import Model, absent


${classes.join('\n\n')}

class UnknownWebhook(Model):
    """A webhook event of a type that this version of the package does not know."""

    id: str = absent
    type: str = absent
    api_version: str = absent
    created_at: datetime = absent
    sequence: int = absent
    data: Any = None


_webhook_types = frozenset(
    (
${types.map(([type]) => `        "${type}",\n`).join('')}    )
)


def _webhook_type(value: Any) -> str:
    kind = value.get("type") if isinstance(value, dict) else getattr(value, "type", None)
    return kind if isinstance(kind, str) and kind in _webhook_types else "unknown"


WebhookEvent = Annotated[
    ${union.trimStart()}Annotated[UnknownWebhook, Tag("unknown")],
    Discriminator(_webhook_type),
]
"""A webhook event. Each type has a class."""
`;
}

/** The typed dictionaries of the bodies and the query parameters of requests. */
function params({ components: { schemas }, paths }: Document): string {
  const bodies = Object.entries(schemas)
    .filter(([, schema]) => isRequest(schema))
    .map(([name, schema]) => typedDictionary(name, schema));
  const queries = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .map(({ operationId, parameters = [] }) => {
      const query = parameters.filter((parameter) => parameter.in === 'query');
      if (query.length === 0) return '';
      const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
      return typedDictionary(name, {
        properties: Object.fromEntries(
          query.map(({ name: field, schema, description }) => [
            field,
            { ...withSingleValue(schema), ...(description && { description }) },
          ]),
        ),
        required: query.filter(({ required }) => required).map(({ name: field }) => field),
      });
    });
  return `${header}from __future__ import annotations

from datetime import datetime
from typing import Literal, Sequence, TypedDict

from typing_extensions import Required


${[...bodies, ...queries.filter((query) => query !== '')].join('\n\n')}`;
}

/** A parameter that can have several values has one value or a sequence. */
function withSingleValue(schema: Schema): Schema {
  return schema.type === 'array' && schema.items !== undefined ? { anyOf: [schema.items, schema] } : schema;
}

/** The maps whose keys are not converted: `UNCONVERTED` of the client, and the options in `translations`. */
const unconverted: readonly string[] = ['metadata', 'answers', 'translations', 'options'];

function typedDictionary(name: string, schema: Schema): string {
  const fields = Object.entries(schema.properties ?? {}).map(([field, fieldSchema]) => {
    // The client converts the names of all fields, also the keys of a map, except of these.
    if (typeof fieldSchema.additionalProperties === 'object' && !unconverted.includes(field))
      throw new Error(`${name}.${field} is a map, which the Python client cannot send.`);
    const type = typeOf(fieldSchema, 'request');
    const isRequired = schema.required?.includes(field);
    return `    ${snakeCase(field)}: ${isRequired ? `Required[${type}]` : type}\n${docstring(fieldSchema, 4)}`;
  });
  const description = docstring(schema, 4);
  return `class ${name}(TypedDict, total=False):\n${description}${description && '\n'}${fields.join('')}`;
}

/** Requests reject unknown fields, responses do not. */
function isRequest({ additionalProperties }: Schema): boolean {
  return additionalProperties === false;
}

function isNullable({ type, anyOf = [] }: Schema): boolean {
  return [type].flat().includes('null') || anyOf.some((option) => option.type === 'null');
}

function typeOf(schema: Schema, direction: Direction): string {
  const { $ref, anyOf, items, additionalProperties, format } = schema;
  if ($ref !== undefined) return refName(schema);
  if (anyOf !== undefined) {
    const options = anyOf.filter(({ type }) => type !== 'null').map((option) => typeOf(option, direction));
    return [...options, ...(isNullable(schema) ? ['None'] : [])].join(' | ');
  }
  const [type] = [schema.type].flat().filter((name) => name !== 'null');
  const suffix = isNullable(schema) ? ' | None' : '';
  // Currencies are text: programs have them in variables.
  const values = schema.enum ?? schema['x-extensible-enum'];
  if (values !== undefined && values.length <= maxLiterals) {
    // A newer service can return more values.
    const literal = `Literal[${values.map((value) => `"${value}"`).join(', ')}]`;
    return `${direction === 'response' ? `SkipValidation[${literal}]` : literal}${suffix}`;
  }
  if (type === 'array' && items !== undefined)
    return `${direction === 'response' ? 'list' : 'Sequence'}[${typeOf(items, direction)}]${suffix}`;
  if (type === 'object') {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties, direction) : 'Any';
    return `dict[str, ${values}]${suffix}`;
  }
  if (format === 'date-time') return `${direction === 'response' ? 'datetime' : 'datetime | str'}${suffix}`;
  const name = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' }[type ?? ''];
  if (name === undefined) throw new Error(`The generator does not know the type of ${JSON.stringify(schema)}.`);
  return `${name}${suffix}`;
}

function refName(schema: Schema | undefined): string {
  return schema?.$ref?.split('/').at(-1) ?? '';
}

/** @throws Error if `to_camel` of pydantic would not return the original name */
function snakeCase(name: string): string {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (!/^[a-z]+[0-9]*(_[a-z]+)*$/.test(snake))
    throw new Error(`The name ${name} cannot be converted to snake case and back.`);
  return snake;
}

/** The description of a schema as a docstring; empty if it has none. */
function docstring({ description }: Schema, indent: number): string {
  if (description === undefined) return '';
  const margin = ' '.repeat(indent);
  const text = description
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', '\\"\\"\\"')
    .replace(/"$/, '\\"')
    .replaceAll(/\n(?=.)/g, `\n${margin}`);
  return `${margin}"""${text}"""\n`;
}

/** The words of asynchronous code, and those of blocking code. */
const words: readonly (readonly [RegExp, string])[] = [
  [/\basync (def|with|for)\b/g, '$1'],
  [/\bawait /g, ''],
  [/\basynccontextmanager\b/g, 'contextmanager'],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\basyncio\b/g, 'time'],
  [/\b__a(iter|enter|exit)__/g, '__$1__'],
  [/\ba(close|iter_bytes|read)\b/g, '$1'],
  [/\b_async\b/g, '_sync'],
];

/** The blocking variant of an asynchronous module. */
function synchronous(source: string, name: string): string {
  const text = words.reduce((result, [pattern, replacement]) => result.replaceAll(pattern, replacement), source);
  return `# Written by "npm run openapi" from _async/${name}. Do not edit.\n${text}`;
}
