import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify';
import { type ErrorCode, errorCodes } from '../../errors/index.ts';
import { programVersion } from '../program-folder.ts';
import { codeSamples } from './code-samples.ts';
import { openResponses } from './open-responses.ts';
import { errorResponse, headerComponents, type Json, reference } from './openapi-components.ts';
import { describeOperation, errorsByStatus, isAuthenticated, type Operation } from './openapi-operations.ts';
import { NamedSchemas } from './openapi-schemas.ts';
import type { PlaneDescription } from './plane.ts';
import { problemSchema } from './problem.ts';

/** The parts of the document that are not generated from the routes. */
export interface ApiDescription {
  readonly title: string;
  readonly summary: string;
  readonly description: (planes: readonly PlaneDescription[]) => string;
  readonly tags: readonly {
    readonly name: string;
    readonly description: string;
    readonly externalDocs?: { readonly description: string; readonly url: string };
  }[];
  /** The method of the clients for each operation, by its id. Without one, the operation has no samples. */
  readonly clientMethods?: Readonly<Record<string, string>>;
  readonly webhooks: (schemas: NamedSchemas) => Promise<WebhookDocumentation>;
}

/** The documentation of a deployment. */
export interface DeploymentDescription extends ApiDescription {
  /** The folder of its pages in the build of the documentation site. */
  readonly siteFolder: 'baseline' | 'extended';
  /** The APIs that have documents of their own, by the paths of these documents. */
  readonly otherApis: Readonly<Record<string, ApiDescription>>;
}

/** The part of the document about webhooks. */
export interface WebhookDocumentation {
  /** Path items by event type. */
  readonly webhooks: Readonly<Record<string, { readonly post: Json & { readonly tags: readonly string[] } }>>;
  /** The components to which the path items refer. */
  readonly parameters: Json;
  readonly responses: Json;
}

/** A registered route. */
export interface DocumentedRoute {
  readonly url: string;
  readonly method: string;
  readonly schema: FastifySchema;
  readonly config: FastifyContextConfig;
}

/** Collects the routes that are registered after this call, except the routes that are hidden from the document. */
export function collectRoutes(app: FastifyInstance): readonly DocumentedRoute[] {
  const routes: DocumentedRoute[] = [];
  app.addHook('onRoute', ({ url, method, schema, config = {} }) => {
    if (schema === undefined || schema.hide || method === 'HEAD') return;
    if (schema.operationId === undefined) throw new Error(`${method} ${url} has no operationId.`);
    routes.push({ url, method: String(method).toLowerCase(), schema, config });
  });
  return routes;
}

/** Builds the OpenAPI 3.1 document. */
export async function openApiDocument(
  api: ApiDescription,
  routes: readonly DocumentedRoute[],
  { baseUrl, planes }: { baseUrl: string; planes: readonly PlaneDescription[] },
): Promise<Json> {
  const schemas = new NamedSchemas();
  const errors: Json = {};
  const usedCodes = new Set<ErrorCode>();
  const paths: Record<string, Record<string, Operation>> = {};
  const usedParts = { securitySchemes: {} as Json, tags: new Set<string>() };
  for (const route of routes) {
    const plane = planes.find(({ prefix }) => route.url.startsWith(`${prefix}/`));
    const operation = describeOperation(route, plane, schemas);
    for (const codes of errorsByStatus(route, plane)) {
      const { name, response } = errorResponse(codes, { baseUrl, announce: plane?.announceLimits ?? false });
      errors[name] = response;
      for (const code of codes) usedCodes.add(code);
      operation.responses[errorCodes[codes[0]].status] = reference('responses', name);
    }
    if (plane !== undefined && isAuthenticated(route, plane)) {
      Object.assign(usedParts.securitySchemes, { [plane.name]: plane.scheme, ...plane.alternatives });
    }
    for (const tag of route.schema.tags ?? []) usedParts.tags.add(tag);
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
    const clientMethod = api.clientMethods?.[String(operation['operationId'])];
    if (clientMethod !== undefined) {
      const method = route.method.toUpperCase();
      operation['x-codeSamples'] = codeSamples(operation, { method, path, baseUrl, clientMethod });
    }
    paths[path] = { ...paths[path], [route.method]: operation };
  }
  schemas.collect(problemSchema(usedCodes), 'response');
  const { webhooks, ...webhookComponents } = await api.webhooks(schemas);
  for (const { post } of Object.values(webhooks)) for (const tag of post.tags) usedParts.tags.add(tag);
  const responses = sortByName({ ...errors, ...webhookComponents.responses });
  const documentText = JSON.stringify([paths, responses]);
  return openResponses({
    openapi: '3.1.1',
    info: {
      title: api.title,
      summary: api.summary,
      description: api.description(planes),
      version: programVersion(),
      contact: { name: 'The operator of this service', url: baseUrl },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: { description: 'Every error, and how to handle it', url: `${baseUrl}/docs/errors` },
    servers: [
      {
        url: baseUrl,
        description: baseUrl.startsWith('https:') ? 'Production' : 'Local, for tests',
        'x-internal': false,
      },
    ],
    tags: api.tags.filter(({ name }) => usedParts.tags.has(name)),
    paths,
    webhooks,
    components: {
      securitySchemes: usedParts.securitySchemes,
      schemas: sortByName(schemas.components),
      responses,
      parameters: webhookComponents.parameters,
      headers: Object.fromEntries(
        Object.entries(headerComponents).filter(([name]) => documentText.includes(`"#/components/headers/${name}"`)),
      ),
    },
  });
}

/** Sorts components by name. */
function sortByName<T>(components: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(components).sort(([nameA], [nameB]) => (nameA < nameB ? -1 : 1)));
}
