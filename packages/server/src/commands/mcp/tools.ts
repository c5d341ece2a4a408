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
  const schema = {
    type: 'object',
    properties: {
      ...Object.fromEntries(inputs.map((parameter) => [parameter.name, describedSchema(parameter)])),
      ...(body === undefined ? {} : { body }),
    },
    required: [
      ...inputs.filter(({ required }) => required === true).map(({ name }) => name),
      ...(body === undefined ? [] : ['body']),
    ],
    additionalProperties: false,
  };
  return {
    name: operationId,
    title: summary,
    description: `${summary}\n\n${description}`,
    inputSchema: withDefinitions(schema, document.components.schemas),
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

/** Adds the components to which a schema refers as its own definitions. */
function withDefinitions(schema: JsonObject, components: Readonly<Record<string, JsonObject>>): JsonObject {
  const definitions: Record<string, unknown> = {};
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        if (key !== '$ref' || typeof part !== 'string' || !part.startsWith(componentPrefix))
          return [key, convert(part)];
        const name = part.slice(componentPrefix.length);
        if (!Object.hasOwn(definitions, name)) {
          definitions[name] = null; // A schema can refer to itself.
          definitions[name] = convert(components[name]);
        }
        return [key, `#/$defs/${name}`];
      }),
    );
  };
  const converted = convert(schema) as JsonObject;
  return Object.keys(definitions).length === 0 ? converted : { ...converted, $defs: definitions };
}
