import cluster from 'node:cluster';
import { buildApp } from '../app.ts';
import { byOperator } from '../features/audit/index.ts';
import { SandboxClocks } from '../features/organizers/index.ts';
import { holdOutgoing } from '../features/outgoing/index.ts';
import { systemClock } from '../platform/clock.ts';
import { processNumber, reportReady, superviseProcesses } from '../platform/cluster.ts';
import type { Db } from '../platform/database/dialect.ts';
import { dialectFor, openDatabase } from '../platform/database/open.ts';
import { acquireSharedLock, lockDataDir } from '../platform/database/serve-lock.ts';
import { waitForDatabase } from '../platform/database/wait-for-database.ts';
import { assertPortIsFree, listen, listenForOperator } from '../platform/http/listen.ts';
import { probeServer } from '../platform/http/probes.ts';
import { Lifecycle } from '../platform/lifecycle.ts';
import { limitMemory } from '../platform/limit-memory.ts';
import { openLimiter } from '../platform/limits/open-limiter.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { outgoingKinds } from '../platform/queue/holds.ts';
import { stateReader } from '../platform/queue/state-reader.ts';
import { exitOnUncaughtException, nextStopSignal } from '../platform/signals.ts';
import type { ServedDeployment } from '../server-parts.ts';
import { announce, type ComposedServer, describeServer, fillWithDemo, type ServeOptions } from './announce.ts';
import { assertClock } from './assert-clock.ts';
import { loadTelemetry } from './load-telemetry.ts';
import { followRotations, loadSecrets } from './master-key.ts';
import { prepare } from './prepare.ts';
import { toOperatorError } from './runtime.ts';
import { warnAboutSettings, warnOfMissingBuilds } from './start-checks.ts';

/** The time limit of a shutdown. Process managers kill a process after 10 s. */
const shutdownTimeoutMs = 9_000;

/**
 * Runs the server until SIGTERM or SIGINT. Then it completes the requests in progress, for at most 9 s, and exits.
 *
 * @throws OperatorError, ConfigError if the server cannot start. The message says how to solve the problem.
 */
export async function serve(deployment: ServedDeployment, options: ServeOptions): Promise<void> {
  const server = { deployment, ...(await deployment.load(process.env)) };
  const { config, parts } = server;
  const rejectWithSetting = (error: unknown) => {
    throw toOperatorError(error, dialectFor(config));
  };
  let demoText = '';
  if (cluster.isPrimary) {
    try {
      if (config.databaseUrl === null) lockDataDir(config.dataDir);
    } catch (error) {
      rejectWithSetting(error);
    }
    if (options.role !== 'worker') await assertPortIsFree(config);
    const checkClock = async (db: Db) => {
      const ofPostgres = config.databaseUrl !== null;
      if (!options.acceptClock) await assertClock(db, systemClock.now(), { ofPostgres, findsJump: !options.demo });
    };
    demoText = await prepare(config, parts.jobs, checkClock, async (db) => {
      if (options.holdOutgoing) await holdOutgoing(db, outgoingKinds, systemClock, byOperator);
      return fillWithDemo(db, server, options);
    });
    if (options.processes > 1) {
      const { logger: log, flush } = createLog(config.logLevel, options.json ? 2 : 1);
      await superviseProcesses(options.processes, {
        log,
        onReady: () => announce(server, options, demoText).catch(rejectWithSetting),
      });
      flush();
      process.exit(0);
    }
  } else if (config.databaseUrl === null) acquireSharedLock(config.dataDir);
  await runProcess(server, options, demoText).catch(rejectWithSetting);
}

/** Starts the components for the role of this process, waits for a stop signal, and shuts them down. */
async function runProcess(server: ComposedServer, options: ServeOptions, demoText: string): Promise<never> {
  const { deployment, config, parts } = server;
  const { logger: log, access, flush } = createLog(config.logLevel, options.json ? 2 : 1, processNumber());
  exitOnUncaughtException({ log, flush });
  const metrics = createMetrics();
  const lifecycle = new Lifecycle(log);

  const telemetry = await loadTelemetry(config, metrics, log);
  // Started first and therefore stopped last, so that the work during the shutdown is exported too.
  if (telemetry !== null) await lifecycle.start({ name: 'telemetry', start: () => telemetry });
  const location = { ...config, isOnlyServer: cluster.isPrimary };
  const db = openDatabase(location, telemetry?.observeStatement ?? metrics.observeStatement);
  await lifecycle.start({ name: 'database', start: () => ({ stop: () => db.destroy() }) });
  await waitForDatabase(db);
  const { limiter, stop: stopLimiter } = await openLimiter({ ...config, ...options }, systemClock, log);
  await lifecycle.start({ name: 'rate limiter', start: () => ({ stop: stopLimiter }) });
  const { secrets, problem } = await loadSecrets(db, config);
  if (problem === null) await lifecycle.start({ name: 'master key', start: () => followRotations(db, secrets, log) });
  const clock = new SandboxClocks(db, systemClock);
  metrics.setStateReader(stateReader(db, clock, parts.queues));
  await lifecycle.start(clock.component());
  const services = { db, clock, secrets };
  if (cluster.isPrimary || cluster.worker?.id === 1) {
    warnAboutSettings(config, deployment.settingNames, log);
    if (options.role !== 'worker') warnOfMissingBuilds(log);
    for (const check of parts.startChecks) await check({ db, log });
  }

  // From here on, the process does not exit immediately after a stop signal. It completes requests in progress first.
  const stopSignal = nextStopSignal();
  const { metricsAddress } = config;
  if (metricsAddress !== null) {
    const probes = probeServer({ db, metrics, isStopping: () => lifecycle.isStopping });
    await lifecycle.start({ name: 'operator server', start: () => listenForOperator(probes, metricsAddress) });
  }
  limitMemory();
  if (options.role !== 'worker') {
    const { planes, components, observeRequest } = parts.createPlanes(services);
    const app = await buildApp({
      config,
      description: parts.description,
      planes,
      services,
      limiter,
      log: { logger: log, access },
      metrics,
      observeRequest,
      traceRequests: telemetry?.traceRequests ?? null,
      probes: config.production || metricsAddress !== null ? 'none' : 'full',
    });
    for (const component of components) await lifecycle.start(component);
    await lifecycle.start({ name: 'server', start: () => listen(app, config) });
  }
  if (options.role !== 'api') {
    const context = { ...services, log, metrics };
    for (const job of parts.jobs) await lifecycle.start({ name: job.name, start: () => job.start(context) });
  }

  const localUrl = `http://${config.host}:${config.port}`;
  const isListening = options.role !== 'worker';
  log.info(describeServer(server, options), isListening ? `listening on ${localUrl}` : 'worker started');
  if (cluster.isWorker) reportReady();
  else await announce(server, options, demoText);

  log.info({ signal: await stopSignal }, 'stopping');
  const isComplete = await lifecycle.stop(shutdownTimeoutMs);
  if (isComplete) log.info('stopped');
  else log.warn('exiting while requests or jobs are still in progress');
  flush();
  process.exit(0);
}
