import type { ApiRequest } from '#sdk';

type JsonObject = { readonly [name: string]: unknown };

/** The parts of an OpenAPI document (version 3.1) from which tools are made. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonObject>> };
}

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonObject }>> };
  readonly responses: Readonly<Record<string, { readonly content?: JsonObject }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonObject;
}

/** A tool of an assistant: one operation of the API. */
export interface ApiTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The JSON Schema of the arguments: the parameters of the path and the query by their names, and the `body`. */
  readonly inputSchema: JsonObject;
  /** The names of all arguments. The schema does not reject others. */
  readonly argumentNames: readonly string[];
  readonly isRead: boolean;
  /** Whether a repeated call with the same arguments has no further effect. */
  readonly isIdempotent: boolean;
  /** The request for these arguments, which match the schema. */
  readonly requestFor: (args: Readonly<Record<string, unknown>>) => ApiRequest;
}

const methods = { get: 'GET', post: 'POST', patch: 'PATCH' } as const;
const organizerApi = '/api/v1/';

/** Makes a tool of each operation for secret keys, except streams: a tool returns one result. */
export function toolsOf(document: OpenApiDocument): ApiTool[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(methods).flatMap(([key, method]) => {
      const operation = operations[key];
      if (!path.startsWith(organizerApi) || operation?.operationId === undefined || isStream(operation)) return [];
      return [toolOf(document, { path, method, operation })];
    }),
  );
}

function isStream({ responses }: Operation): boolean {
  return Object.values(responses).some(({ content }) => content !== undefined && 'text/event-stream' in content);
}

function toolOf(
  document: OpenApiDocument,
  { path, method, operation }: { path: string; method: ApiRequest['method']; operation: Operation },
): ApiTool {
  const { operationId = '', summary = operationId, description = '', parameters = [], requestBody } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const hasKey = parameters.some(({ name }) => name === 'idempotency-key');
  const body = requestBody?.content['application/json']?.schema;
  const inputs = [...inPath, ...inQuery];
  const properties: JsonObject = {
    ...Object.fromEntries(inputs.map((parameter) => [parameter.name, describedSchema(parameter)])),
    ...(body === undefined ? {} : { body }),
  };
  const required = [
    ...inputs.filter((parameter) => parameter.required === true).map(({ name }) => name),
    ...(body === undefined ? [] : ['body']),
  ];
  const schema = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
  return {
    name: operationId,
    title: summary,
    description: `${summary}\n\n${description}`,
    inputSchema: plainSchema(schema, document.components.schemas),
    argumentNames: Object.keys(properties),
    isRead: method === 'GET',
    // A consumption is counted once for each `ref`. A POST with an Idempotency-Key gets a new key with each call.
    isIdempotent: !hasKey,
    requestFor: (args) => ({
      method,
      path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(args[name]))),
      query: Object.fromEntries(inQuery.map(({ name }) => [name, args[name]])),
      ...(args['body'] === undefined ? {} : { body: args['body'] as object }),
      ...(hasKey ? { idempotencyKey: crypto.randomUUID() } : { isRepeatable: true }),
    }),
  };
}

function describedSchema({ schema, description }: Parameter): JsonObject {
  return description === undefined ? schema : { ...schema, description };
}

const componentPrefix = '#/components/schemas/';

/**
 * The keywords that all assistants accept. Some reject the whole list of tools because of another one, such as `$ref`, `default`,
 * `examples` or `additionalProperties`. The service checks the arguments again.
 */
const keywords = new Set([
  ...['type', 'description', 'enum', 'anyOf', 'properties', 'required', 'items', 'minimum', 'maximum'],
  ...['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems'],
]);

/**
 * A schema of the document without references, and with only these keywords. A type that can be null is a choice of two schemas.
 *
 * @throws Error if a component contains itself
 */
function plainSchema(
  schema: JsonObject,
  components: OpenApiDocument['components']['schemas'],
  parents: readonly string[] = [],
): JsonObject {
  const { $ref, type, format, description } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.slice(componentPrefix.length);
    if (parents.includes(name)) throw new Error(`The schema ${name} contains itself, so a tool cannot have it.`);
    const { [name]: component = {} } = components;
    return {
      ...plainSchema(component, components, [...parents, name]),
      ...(description === undefined ? {} : { description }),
    };
  }
  const convert = (part: unknown) => plainSchema(part as JsonObject, components, parents);
  if (Array.isArray(type)) {
    const { description: _, ...rest } = schema;
    const choices = type.map((name) => (name === 'null' ? { type: name } : convert({ ...rest, type: name })));
    return { ...(description === undefined ? {} : { description }), anyOf: choices };
  }
  const converted = Object.entries(schema)
    .filter(([keyword]) => keywords.has(keyword))
    .map(([keyword, value]) => {
      if (keyword === 'items') return [keyword, convert(value)];
      if (keyword === 'anyOf') return [keyword, (value as unknown[]).map(convert)];
      if (keyword !== 'properties') return [keyword, value];
      return [
        keyword,
        Object.fromEntries(Object.entries(value as JsonObject).map(([name, part]) => [name, convert(part)])),
      ];
    });
  return { ...Object.fromEntries(converted), ...(format === 'date-time' ? { format } : {}) };
}
