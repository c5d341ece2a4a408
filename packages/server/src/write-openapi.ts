import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { apiTypes } from './api-types.ts';
import { buildApp } from './app.ts';
import { deployments } from './deployments/index.ts';
import { dashboardApi } from './planes/dashboard.ts';
import { systemClock } from './platform/clock.ts';
import { deriveSecrets } from './platform/crypto.ts';
import { openDatabase } from './platform/database/open.ts';
import type { ApiDescription } from './platform/http/openapi.ts';
import { MemoryLimiter } from './platform/limits/memory-limiter.ts';
import { createLogTo } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import type { ServedDeployment } from './server-parts.ts';

/**
 * The OpenAPI document of a deployment with the default limits, as it is stored in `openapi/`. The application does not listen
 * and does not connect to its database.
 *
 * @param part the description of planes that have a separate document; null for the document of the API
 */
export async function openApiDocument(
  deployment: Pick<ServedDeployment, 'load'>,
  part: ApiDescription | null = null,
): Promise<string> {
  const { config, parts } = await deployment.load({ BASE_URL: 'https://tickets.example.com' });
  const db = openDatabase(config);
  const services = { db, clock: systemClock, secrets: deriveSecrets('unused') };
  const app = await buildApp({
    config,
    description: parts.description,
    planes: parts.createPlanes(services).planes,
    services,
    limiter: new MemoryLimiter(systemClock),
    log: createLogTo('silent', { write: () => {} }),
    metrics: createMetrics(),
  });
  const document = await app.openApiDocument(part);
  await app.close();
  return `${JSON.stringify(document, null, 2)}\n`;
}

interface Webhook {
  readonly summary: string;
  readonly description: string;
  readonly requestBody: {
    readonly content: { readonly 'application/json': { readonly schema: Reference; example: object } };
  };
}
interface Reference {
  readonly $ref: string;
}
interface NamedSchema {
  readonly description: string;
  readonly properties: { readonly data: Reference };
}

/** The page about event types. `document` is of a deployment that has all event types. */
export function webhookPage(document: string, baselineDocument: string): string {
  const { webhooks, components } = JSON.parse(document) as {
    webhooks: Record<string, { post: Webhook }>;
    components: { schemas: Record<string, NamedSchema> };
  };
  const { webhooks: baselineTypes } = JSON.parse(baselineDocument) as { webhooks: object };
  const types = Object.entries(webhooks).map(([type, { post }]) => {
    const { schema, example } = post.requestBody.content['application/json'];
    const nameOf = ({ $ref }: Reference) => $ref.split('/').at(-1)!;
    const name = nameOf(components.schemas[nameOf(schema)]!.properties.data);
    const data = `\`${name}\`: ${components.schemas[name]!.description}`;
    return { ...post, type, example, data, note: type in baselineTypes ? '' : ' (extended only)' };
  });
  const rows = types.map(
    ({ type, description, data, note }) =>
      `| [\`${type}\`](#${type.replace('.', '')})${note} | ${description} | ${data} |`,
  );
  const examples = types.map(
    ({ type, summary, example }) =>
      `### ${type}\n\n${summary}.\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
  );
  return `<!-- Written by "npm run openapi" from the schemas of the API. Do not edit. -->

# Event types

All event types that an endpoint can receive. The OpenAPI documents contain the same schemas under \`webhooks\`.

| type | when | \`data\` |
| --- | --- | --- |
${rows.join('\n')}

## Examples

${examples.join('\n\n')}
`;
}

/** Writes the OpenAPI documents, and the files that are generated from them. With `--check`, it reports the files that differ. */
async function writeOpenApi(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const [baseline, extended] = [
    await openApiDocument(deployments.baseline),
    await openApiDocument(deployments.extended),
  ];
  const files = {
    'openapi/baseline.json': baseline,
    'openapi/extended.json': extended,
    'docs/webhook-events.md': webhookPage(extended, baseline),
    'packages/shared/src/api.ts': apiTypes(extended),
    'packages/shared/src/dashboard-api.ts': apiTypes(await openApiDocument(deployments.extended, dashboardApi)),
  };
  for (const [file, content] of Object.entries(files)) {
    if (!values.check) await writeFile(file, content);
    else if ((await readFile(file, 'utf8').catch(() => '')) !== content) {
      console.error(`${file} does not match the routes and schemas. Run "npm run openapi" and commit it.`);
      process.exitCode = 1;
    }
  }
}

if (import.meta.main) await writeOpenApi();
