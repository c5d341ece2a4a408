import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Command } from 'commander';
import { apiTypes } from './api-types.ts';
import { buildApp } from './app.ts';
import { commandsPage } from './commands/commands-page.ts';
import { webhookPage } from './deployments/documentation.ts';
import { deployments } from './deployments/index.ts';
import { dashboardApi } from './planes/dashboard.ts';
import { gateApi } from './planes/gate.ts';
import { systemClock } from './platform/clock.ts';
import { deriveSecrets } from './platform/crypto.ts';
import { openDatabase } from './platform/database/open.ts';
import { errorsPage } from './platform/http/errors-page.ts';
import type { ApiDescription } from './platform/http/openapi.ts';
import { MemoryLimiter } from './platform/limits/memory-limiter.ts';
import { createLogTo } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import type { ServedDeployment } from './server-parts.ts';

/** The URL of the server in generated documents. */
const exampleUrl = 'https://tickets.example.com';

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
  const { config, parts } = await deployment.load({ BASE_URL: exampleUrl });
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

/** The page about the commands of the extended deployment, which has all commands. */
async function commandLinePage(): Promise<string> {
  const program = new Command('organizer');
  for (const addCommands of new Set(Object.values(deployments.extended.commands))) await addCommands(program);
  return commandsPage(program);
}

/** Writes the OpenAPI documents, and the files that are generated from them. With `--check`, it reports the files that differ. */
async function writeOpenApi(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const [baseline, extended] = [
    await openApiDocument(deployments.baseline),
    await openApiDocument(deployments.extended),
  ];
  const gate = await openApiDocument(deployments.extended, gateApi);
  // Loaded only here, because it needs the TypeScript compiler.
  const { clientDocument } = await import('../../sdk/client-document.ts');
  const { generateTypes } = await import('../../sdk/generate-types.ts');
  const { generatePython } = await import('../../sdk-python/generate.ts');
  const client = clientDocument(extended, gate);
  const files = {
    'openapi/baseline.json': baseline,
    'openapi/extended.json': extended,
    'openapi/gate.json': gate,
    'docs/cli.md': await commandLinePage(),
    'docs/errors.md': errorsPage(exampleUrl),
    'docs/webhook-events.md': await webhookPage(),
    'packages/sdk/src/api.ts': await generateTypes(client),
    ...generatePython(client),
    'packages/shared/src/api.ts': apiTypes(extended),
    'packages/shared/src/gate-api.ts': apiTypes(gate),
    'packages/shared/src/dashboard-api.ts': apiTypes(await openApiDocument(deployments.extended, dashboardApi)),
  };
  for (const [file, content] of Object.entries(files)) {
    if (!values.check) await writeFile(file, content);
    else if ((await readFile(file, 'utf8').catch(() => '')) !== content) {
      console.error(`${file} does not match the routes, schemas and commands. Run "npm run openapi" and commit it.`);
      process.exitCode = 1;
    }
  }
}

if (import.meta.main) await writeOpenApi();
