import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { deployments } from './deployments/index.ts';
import { Keyring } from './features/keys/index.ts';
import { systemClock } from './platform/clock.ts';
import { deriveSecrets, loadMasterKey } from './platform/crypto.ts';
import { migrate } from './platform/database/migrate.ts';
import { openDatabase } from './platform/database/open.ts';
import { MemoryLimiter } from './platform/limits/memory-limiter.ts';
import { RedisLimiter } from './platform/limits/redis-limiter.ts';
import { createLog } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';

export async function serve(config: Config): Promise<FastifyInstance> {
  const log = createLog(config.logLevel);
  const metrics = createMetrics();
  const db = openDatabase(config, metrics.observeDatabase);
  await migrate(db);
  const memory = new MemoryLimiter(systemClock);
  const redis = config.redisUrl === null ? null : new RedisLimiter(config.redisUrl, memory, log.logger);
  redis?.start();
  const keyring = new Keyring(db, systemClock);
  keyring.start();
  const app = await buildApp({
    config,
    deployment: deployments[config.deployment],
    services: { db, clock: systemClock, secrets: deriveSecrets(loadMasterKey(config.masterKey, config.dataDir)) },
    keyring,
    limiter: redis ?? memory,
    log: log.logger,
    metrics,
  });
  await app.listen({ host: config.host, port: config.port });
  return app;
}
