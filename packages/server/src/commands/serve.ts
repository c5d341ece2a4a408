import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:net';
import { backlogMax, buildApp } from '../app.ts';
import { type Config, requireMail } from '../config.ts';
import { deployments } from '../deployments/index.ts';
import { checkoutPayments, mailRenderers, receivePayment } from '../features/checkout/index.ts';
import { Keyring } from '../features/keys/index.ts';
import { startMailWorker } from '../features/mail/index.ts';
import { expireOrders, purgeAbandonedOrders } from '../features/orders/index.ts';
import { purgeCodes } from '../features/otp/index.ts';
import { processClosings, processRefunds, type ReceivedMoney } from '../features/payments/index.ts';
import { loadWebhookWorker } from '../features/webhooks/index.ts';
import { systemClock } from '../platform/clock.ts';
import { ready, superviseProcesses } from '../platform/cluster.ts';
import { deriveSecrets, loadMasterKey } from '../platform/crypto.ts';
import { describeDatabase, openDatabase } from '../platform/database/open.ts';
import { claimDataDir, shareDataDir } from '../platform/database/serve-lock.ts';
import { invalidState } from '../platform/errors.ts';
import { purgeIdempotencyRecords } from '../platform/http/idempotency.ts';
import { operationServer } from '../platform/http/operations.ts';
import type { Limiter } from '../platform/limits/limiter.ts';
import { MemoryLimiter } from '../platform/limits/memory-limiter.ts';
import { createLog, type Log, type Logger } from '../platform/log.ts';
import type { MailTransport } from '../platform/mail/transport.ts';
import { createMetrics } from '../platform/metrics.ts';
import { repeat } from '../platform/repeat.ts';
import { onStopSignal } from '../platform/signals.ts';
import { announceStart } from './announce-start.ts';
import { outboxFolder, prepare, type ServeOptions, warnOfSettings, warnOfUnpayable } from './prepare.ts';

/** Holds end within this of their time (their stock must be back within 5 s). */
const expiryPauseMs = 1_000;
/** Providers are asked for what is due this often. */
const paymentPauseMs = 1_000;
/** Answers that are kept for repeated requests are looked through this often. */
const purgePauseMs = 60_000;

/**
 * Runs the server until SIGTERM or SIGINT: then requests under way are answered, within 10 s, and the process ends.
 *
 * @throws ApiError, Error whose message tells what to do, where it cannot start
 */
export async function serve(config: Config, options: ServeOptions): Promise<void> {
  requireMail(config);
  if (cluster.isPrimary) {
    if (config.databaseUrl === null) claimDataDir(config.dataDir);
    if (options.role !== 'worker') await probePort(config);
    await prepare(config, options);
    if (options.processes > 1) {
      await superviseProcesses(options.processes, () => announce(config, options));
      process.exit(0);
    }
  } else if (config.databaseUrl === null) shareDataDir(config.dataDir);
  await run(config, options);
}

type End = () => Promise<void> | void;

async function run(config: Config, options: ServeOptions): Promise<void> {
  const log = createLog(config.logLevel, options.json ? 2 : 1);
  exitOnUncaughtException(log);
  const metrics = createMetrics();
  const db = openDatabase(config, metrics.observeDatabase);
  const { limiter, stopLimiter } = await chooseLimiter(config, options, log.logger);
  const keyring = new Keyring(db, systemClock);
  const services = { db, clock: systemClock, secrets: deriveSecrets(loadMasterKey(config.masterKey, config.dataDir)) };
  const payments = await checkoutPayments(config);
  if (cluster.isPrimary || cluster.worker!.id === 1) {
    warnOfSettings(config, log.logger);
    await warnOfUnpayable(config, db, log.logger);
  }
  if (config.production && config.payments.methods.includes('test')) {
    log.logger.warn('PAYMENTS has test: whoever chooses it gets tickets without paying');
  }
  // What ends together, so that a slow caller takes no time from the webhooks under way; and what they all need, after it.
  const ends: End[] = [];
  const lasts: End[] = [];

  // From here on a signal does not end the process at once: requests under way are finished first.
  const signal = firstSignal();
  let isStopping = false;
  if (config.metricsAddress !== null) {
    const server = operationServer({ db, metrics, isStopping: () => isStopping });
    await listenForOperator(server, config.metricsAddress);
    lasts.push(() => closeServer(server));
  }
  if (options.role !== 'worker') {
    const app = await buildApp({
      config,
      deployment: deployments[config.deployment],
      services,
      payments,
      keyring,
      limiter,
      log,
      metrics,
      operations: config.production || config.metricsAddress !== null ? 'none' : 'full',
    });
    await app
      .listen({ host: config.host, port: config.port, backlog: backlogMax })
      .catch((error: NodeJS.ErrnoException) => {
        throw listenError(error, config);
      });
    keyring.start();
    ends.push(() => app.close());
    lasts.push(() => keyring.stop());
  }
  if (options.role !== 'api') {
    ends.push(repeat('expire orders', expiryPauseMs, log.logger, () => expireOrders(db, systemClock)));
    ends.push(
      repeat('remove old answers', purgePauseMs, log.logger, () => purgeIdempotencyRecords(db, systemClock.now())),
    );
    ends.push(
      repeat('remove abandoned orders', purgePauseMs, log.logger, () => purgeAbandonedOrders(db, systemClock.now())),
    );
    ends.push(repeat('remove old codes', purgePauseMs, log.logger, () => purgeCodes(db, systemClock.now())));
    const receiving = { ...services, log: log.logger };
    const work = {
      ...receiving,
      providers: payments.providers,
      receive: (organizerId: string, paymentId: string, money: ReceivedMoney) =>
        receivePayment(receiving, organizerId, paymentId, money),
    };
    ends.push(repeat('refunds', paymentPauseMs, log.logger, () => processRefunds(work)));
    ends.push(repeat('payments to close', paymentPauseMs, log.logger, () => processClosings(work)));
    const transport = await chooseTransport(config, log.logger);
    const mails = startMailWorker({
      ...services,
      log: log.logger,
      metrics,
      transport,
      renderers: mailRenderers({ ...services, baseUrl: config.baseUrl }),
    });
    ends.push(() => mails.stop());
    lasts.push(() => transport.close());
    const { startWebhookWorker } = await loadWebhookWorker();
    const worker = startWebhookWorker({
      ...services,
      log: log.logger,
      metrics,
      brand: config.brand,
      allowPrivateNetworks: config.webhooks.allowPrivateNetworks,
    });
    ends.push(() => worker.stop());
  }
  lasts.push(stopLimiter, () => db.destroy());

  log.logger.info(
    summaryOf(config, options),
    options.role === 'worker' ? 'working' : `listening on http://${config.host}:${config.port}`,
  );
  if (cluster.isWorker) process.send!(ready);
  else await announce(config, options);
  const stoppedBy = await signal;
  isStopping = true;
  await stop(stoppedBy, { ends, lasts }, log);
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

/** Fails where the port is in use: before anything is written, and once for all processes. */
async function probePort(config: Config): Promise<void> {
  const probe = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  probe.once('error', (error) => reject(listenError(error, config)));
  probe.listen(config.port, config.host, () => probe.close(() => resolve()));
  await promise;
}

async function listenForOperator(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const address = `METRICS_ADDRESS ${host.includes(':') ? `[${host}]` : host}:${port}`;
    throw invalidState(`${address} cannot be listened on: ${(error as Error).message}`);
  }
}

function closeServer(server: Server): void {
  server.close();
  server.closeAllConnections();
}

async function chooseLimiter(
  config: Config,
  options: ServeOptions,
  log: Logger,
): Promise<{ limiter: Limiter; stopLimiter: () => void }> {
  const memory = new MemoryLimiter(systemClock);
  if (config.redisUrl !== null) {
    const { RedisLimiter } = await import('../platform/limits/redis-limiter.ts');
    const redis = new RedisLimiter(config.redisUrl, memory, log);
    redis.start();
    return { limiter: redis, stopLimiter: () => redis.stop() };
  }
  if (options.processes > 1) log.warn('each process counts its rate limits by itself: set REDIS_URL to share them');
  return { limiter: memory, stopLimiter: () => {} };
}

/** Where mails go: to a server, or as files into a folder, which the start says. */
async function chooseTransport(config: Config, log: Logger): Promise<MailTransport> {
  const { smtpUrl, mailFrom, dataDir, baseUrl } = config;
  const from = mailFrom ?? `tickets@${new URL(baseUrl).hostname}`;
  // Loaded where it is used: a process that only answers need not hold it.
  if (mailFrom === null && smtpUrl !== null) log.warn({ from }, 'MAIL_FROM is not set: mails come from this address');
  if (smtpUrl !== null) return (await import('../platform/mail/smtp.ts')).smtpTransport(smtpUrl, from);
  const folder = outboxFolder(dataDir);
  log.warn({ folder }, 'SMTP_URL is not set: mails are written as .eml files and not sent');
  return (await import('../platform/mail/outbox.ts')).outboxTransport(folder, from);
}

function listenError(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return invalidState(`PORT ${port} on ${host} is in use. Stop what uses it, or set PORT to another.`);
    case 'EACCES':
      return invalidState(`PORT ${port} may not be used by this user. Set PORT to one above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return invalidState(`HOST ${host} is not an address of this machine.`);
    default:
      return error;
  }
}

/** Requests under way get this long to be answered. */
const drainMsMax = 9_000;

/** The first of the signals that ask a process to stop; from now on none of them ends it by itself. */
function firstSignal(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  onStopSignal(resolve);
  return promise;
}

function exitOnUncaughtException({ logger, flush }: Log): void {
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught');
    flush();
    process.exit(1);
  });
}

async function stop(
  signal: string,
  { ends, lasts }: { ends: readonly End[]; lasts: readonly End[] },
  { logger, flush }: Log,
): Promise<never> {
  logger.info({ signal }, 'stopping');
  setTimeout(() => {
    logger.warn('requests were still under way');
    flush();
    process.exit(0);
  }, drainMsMax).unref();
  const finish = async (end: End) => {
    try {
      await end();
    } catch (error) {
      logger.warn({ err: error as Error }, 'could not end cleanly');
    }
  };
  await Promise.all(ends.map(finish));
  for (const last of lasts) await finish(last);
  logger.info('stopped');
  flush();
  process.exit(0);
}
