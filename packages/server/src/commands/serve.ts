import cluster from 'node:cluster';
import { buildApp } from '../app.ts';
import { type Config, requireMail } from '../config.ts';
import { backgroundJobs } from '../deployments/background-jobs.ts';
import { deployments } from '../deployments/index.ts';
import { Keyring } from '../features/keys/index.ts';
import { connectProviders } from '../features/payments/index.ts';
import { systemClock } from '../platform/clock.ts';
import { ready, superviseProcesses } from '../platform/cluster.ts';
import { deriveSecrets, loadMasterKey } from '../platform/crypto.ts';
import { describeDatabase, openDatabase } from '../platform/database/open.ts';
import { claimDataDir, shareDataDir } from '../platform/database/serve-lock.ts';
import { assertPortIsFree, listen, listenForOperator } from '../platform/http/listen.ts';
import { operationServer } from '../platform/http/operations.ts';
import { Lifecycle } from '../platform/lifecycle.ts';
import { openLimiter } from '../platform/limits/open-limiter.ts';
import { createLog, type Log } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { onStopSignal } from '../platform/signals.ts';
import { announceStart } from './announce-start.ts';
import { prepare, type ServeOptions, warnOfSettings, warnOfUnpayable } from './prepare.ts';

/** A shutdown that takes longer ends without the rest. Process managers kill after 10 s. */
const shutdownMsMax = 9_000;

/**
 * Runs the server until SIGTERM or SIGINT. Then it answers the requests in progress, for at most 10 s, and exits.
 *
 * @throws ApiError, Error if it cannot start; the message says what to do
 */
export async function serve(config: Config, options: ServeOptions): Promise<void> {
  requireMail(config);
  const paymentProviders = await connectProviders(config.payments);
  const jobs = backgroundJobs(config, paymentProviders);
  if (cluster.isPrimary) {
    if (config.databaseUrl === null) claimDataDir(config.dataDir);
    if (options.role !== 'worker') await assertPortIsFree(config);
    await prepare(config, jobs, options);
    if (options.processes > 1) {
      await superviseProcesses(options.processes, () => announce(config, options));
      process.exit(0);
    }
  } else if (config.databaseUrl === null) shareDataDir(config.dataDir);

  const log = createLog(config.logLevel, options.json ? 2 : 1);
  exitOnUncaughtException(log);
  const metrics = createMetrics();
  const lifecycle = new Lifecycle(log.logger);
  const db = openDatabase(config, metrics.observeDatabase);
  await lifecycle.start({ name: 'database', start: () => ({ stop: () => db.destroy() }) });
  const { limiter, stop } = await openLimiter({ ...config, ...options }, systemClock, log.logger);
  await lifecycle.start({ name: 'rate limiter', start: () => ({ stop }) });
  const secrets = deriveSecrets(loadMasterKey(config.masterKey, config.dataDir));
  const services = { db, clock: systemClock, secrets };
  if (cluster.isPrimary || cluster.worker?.id === 1) {
    warnOfSettings(config, log.logger);
    await warnOfUnpayable(config, db, log.logger);
  }
  const simulated = config.payments.find(({ method }) => !method.movesMoney);
  if (config.production && simulated !== undefined) {
    log.logger.warn(`PAYMENTS has ${simulated.method.name}: whoever chooses it gets tickets without paying`);
  }

  // From here on a signal does not exit the process at once: requests in progress are finished first.
  const stopSignal = nextStopSignal();
  const { metricsAddress } = config;
  if (metricsAddress !== null) {
    const server = operationServer({ db, metrics, isStopping: () => lifecycle.isStopping });
    await lifecycle.start({ name: 'operator server', start: () => listenForOperator(server, metricsAddress) });
  }
  if (options.role !== 'worker') {
    const keyring = new Keyring(db, systemClock);
    const app = await buildApp({
      config,
      deployment: deployments[config.deployment],
      services,
      paymentProviders,
      keyring,
      limiter,
      log,
      metrics,
      operations: config.production || config.metricsAddress !== null ? 'none' : 'full',
    });
    await lifecycle.start({ name: 'server', start: () => listen(app, config) });
    await lifecycle.start(keyring.component());
  }
  if (options.role !== 'api') {
    const context = { ...services, log: log.logger, metrics };
    for (const job of jobs) await lifecycle.start({ name: job.name, start: () => job.start(context) });
  }

  log.logger.info(
    summaryOf(config, options),
    options.role === 'worker' ? 'worker started' : `listening on http://${config.host}:${config.port}`,
  );
  if (cluster.isWorker) process.send?.(ready);
  else await announce(config, options);

  log.logger.info({ signal: await stopSignal }, 'stopping');
  const isComplete = await lifecycle.stop(shutdownMsMax);
  if (isComplete) log.logger.info('stopped');
  else log.logger.warn('exiting with requests or jobs still in progress');
  log.flush();
  process.exit(0);
}

function summaryOf(config: Config, { role }: ServeOptions) {
  return { url: config.baseUrl, deployment: config.deployment, role, database: describeDatabase(config) };
}

/** With these, nothing but errors is printed. */
const quietLogLevels = ['fatal', 'error', 'silent'];

/** With `--json`, the one value on standard output; else, in development, where to go from here. */
async function announce(config: Config, options: ServeOptions): Promise<void> {
  if (options.json) {
    process.stdout.write(`${JSON.stringify(summaryOf(config, options))}\n`);
    return;
  }
  const isQuiet = config.production || options.role === 'worker' || quietLogLevels.includes(config.logLevel);
  if (!isQuiet) await announceStart(config, process.stdout);
}

/** The next signal that asks this process to stop. */
function nextStopSignal(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  onStopSignal(resolve);
  return promise;
}

function exitOnUncaughtException({ logger, flush }: Log): void {
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception');
    flush();
    process.exit(1);
  });
}
