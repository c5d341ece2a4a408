import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { buildApp } from './app.ts';
import { loadConfig } from './config.ts';
import { type Deployment, deployments } from './deployments/index.ts';
import { Keyring } from './features/keys/index.ts';
import { systemClock } from './platform/clock.ts';
import { deriveSecrets } from './platform/crypto.ts';
import { openDatabase } from './platform/database/open.ts';
import { MemoryLimiter } from './platform/limits/memory-limiter.ts';
import { createLogTo } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';

/**
 * The OpenAPI document of a deployment with the default limits, as it is kept in `openapi/`. The application is made
 * without listening, and its database is never connected to.
 */
export async function openApiDocument(deployment: Deployment): Promise<string> {
  const config = loadConfig({ BASE_URL: 'https://tickets.example.com' });
  const db = openDatabase(config);
  const app = await buildApp({
    config,
    deployment,
    services: { db, clock: systemClock, secrets: deriveSecrets('no request is answered') },
    keyring: new Keyring(db, systemClock),
    limiter: new MemoryLimiter(systemClock),
    log: createLogTo('silent', { write: () => {} }),
    metrics: createMetrics(),
  });
  const { body } = await app.inject('/openapi.json');
  await app.close();
  return `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
}

/** Writes the documents into `openapi/`, or with `--check` tells of those that differ. */
async function writeOpenApi(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  for (const deployment of Object.values(deployments)) {
    const file = `openapi/${deployment.name}.json`;
    const document = await openApiDocument(deployment);
    if (!values.check) await writeFile(file, document);
    else if ((await readFile(file, 'utf8').catch(() => '')) !== document) {
      console.error(`${file} is not what the routes say. Run "npm run openapi" and commit it.`);
      process.exitCode = 1;
    }
  }
}

if (import.meta.main) await writeOpenApi();
