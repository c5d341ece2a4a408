import cluster from 'node:cluster';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { backlogMax, buildApp } from '../app.ts';
import { type Config, requireMail } from '../config.ts';
import { deployments } from '../deployments/index.ts';
import { checkoutPayments, mailRenderers, receivePayment, unpayableOrganizers } from '../features/checkout/index.ts';
import { Keyring } from '../features/keys/index.ts';
import { endMailLeases, startMailWorker } from '../features/mail/index.ts';
import { expireOrders, removeAbandonedOrders } from '../features/orders/index.ts';
import { howToBePaid } from '../features/organizers/index.ts';
import { removeOldCodes } from '../features/otp/index.ts';
import { endPaymentLeases, makeClosings, makeRefunds, type ReceivedMoney } from '../features/payments/index.ts';
import { endAllLeases, startWebhookWorker } from '../features/webhooks/index.ts';
import { systemClock, timestamp } from '../platform/clock.ts';
import { ready, superviseProcesses } from '../platform/cluster.ts';
import { deriveSecrets, loadMasterKey } from '../platform/crypto.ts';
import type { Db } from '../platform/database/dialect.ts';
import { migrate } from '../platform/database/migrate.ts';
import { describeDatabase, openDatabase } from '../platform/database/open.ts';
import { claimDataDir } from '../platform/database/serve-lock.ts';
import { invalidState } from '../platform/errors.ts';
import { removeOldAnswers } from '../platform/http/idempotency.ts';
import type { Limiter } from '../platform/limits/limiter.ts';
import { MemoryLimiter } from '../platform/limits/memory-limiter.ts';
import { createLog, type Log, type Logger } from '../platform/log.ts';
import type { MailTransport } from '../platform/mail/transport.ts';
import { createMetrics } from '../platform/metrics.ts';
import { repeat } from '../platform/repeat.ts';
import { explained } from './runtime.ts';

/** Holds end within this of their time (their stock must be back within 5 s). */
const expiryPauseMs = 1_000;
/** Providers are asked for what is due this often. */
const paymentPauseMs = 1_000;
/** Answers that are kept for repeated requests are looked through this often. */
const purgePauseMs = 60_000;

export interface ServeOptions {
  readonly role: 'all' | 'api' | 'worker';
  readonly processes: number;
  readonly demo?: boolean;
  /** Standard output gets one JSON value, the log goes to standard error. */
  readonly json?: boolean;
}

/**
 * Runs the server until SIGTERM or SIGINT: then requests under way are answered, within 10 s, and the process ends.
 *
 * @throws ApiError, Error whose message tells what to do, where it cannot start
 */
export async function serve(config: Config, options: ServeOptions): Promise<void> {
  requireMail(config);
  if (cluster.isPrimary) {
    const release = config.databaseUrl === null ? claimDataDir(config.dataDir) : () => {};
    await prepare(config, options);
    if (options.processes > 1) {
      if (options.role !== 'worker') await probePort(config);
      await superviseProcesses(options.processes, () => announce(config, options));
      release();
      return;
    }
  }
  await run(config, options);
}

/** What is done once, before any process answers. */
async function prepare(config: Config, options: ServeOptions): Promise<void> {
  const db = openDatabase(config);
  try {
    await migrate(db);
    loadMasterKey(config.masterKey, config.dataDir);
    // This server is alone on its folder: nobody is doing what was under way when the last one ended.
    if (config.databaseUrl === null) await endLeases(db, timestamp(systemClock.now()));
    if (options.demo && !config.production) {
      const { announceDemo } = await import('./announce-demo.ts');
      await announceDemo(db, config, systemClock, options.json ? process.stderr : process.stdout);
    }
  } catch (error) {
    throw explained(error, db);
  } finally {
    await db.destroy();
  }
}

async function endLeases(db: Db, now: string): Promise<void> {
  await endAllLeases(db, now);
  await endMailLeases(db, now);
  await endPaymentLeases(db, now);
}

type End = () => Promise<void> | void;

async function run(config: Config, options: ServeOptions): Promise<void> {
  const log = createLog(config.logLevel, options.json ? 2 : 1);
  const signal = firstSignal();
  dieOfUncaught(log);
  const metrics = createMetrics();
  const db = openDatabase(config, metrics.observeDatabase);
  const { limiter, stopLimiter } = await chooseLimiter(config, options, log.logger);
  const keyring = new Keyring(db, systemClock);
  const services = { db, clock: systemClock, secrets: deriveSecrets(loadMasterKey(config.masterKey, config.dataDir)) };
  const payments = await checkoutPayments(config);
  if (config.production && config.payments.methods.includes('test')) {
    log.logger.warn('PAYMENTS has test: whoever chooses it gets tickets without paying');
  }
  const unpayable = await unpayableOrganizers(db, config.payments.methods);
  if (unpayable.length > 0) {
    log.logger.warn({ organizers: unpayable }, `orders of organizers cannot be paid. ${howToBePaid}`);
  }
  // What ends together, so that a slow caller takes no time from the webhooks under way; and what they all need, after it.
  const ends: End[] = [];
  const lasts: End[] = [];

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
    ends.push(repeat('remove old answers', purgePauseMs, log.logger, () => removeOldAnswers(db, systemClock.now())));
    ends.push(
      repeat('remove abandoned orders', purgePauseMs, log.logger, () => removeAbandonedOrders(db, systemClock.now())),
    );
    ends.push(repeat('remove old codes', purgePauseMs, log.logger, () => removeOldCodes(db, systemClock.now())));
    const receiving = { ...services, log: log.logger };
    const work = {
      ...receiving,
      providers: payments.providers,
      receive: (organizerId: string, paymentId: string, money: ReceivedMoney) =>
        receivePayment(receiving, organizerId, paymentId, money),
    };
    ends.push(repeat('refunds', paymentPauseMs, log.logger, () => makeRefunds(work)));
    ends.push(repeat('payments to close', paymentPauseMs, log.logger, () => makeClosings(work)));
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
  else announce(config, options);
  await stop(await signal, { ends, lasts }, log);
}

function summaryOf(config: Config, { role }: ServeOptions) {
  return { url: config.baseUrl, deployment: config.deployment, role, database: describeDatabase(config) };
}

/** With `--json`, the one value on standard output, as soon as the server is there. */
function announce(config: Config, options: ServeOptions): void {
  if (options.json) process.stdout.write(`${JSON.stringify(summaryOf(config, options))}\n`);
}

/** Tells of a port that is in use before several processes find out, each for itself. */
async function probePort(config: Config): Promise<void> {
  const probe = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  probe.once('error', (error) => reject(listenError(error, config)));
  probe.listen(config.port, config.host, () => probe.close(() => resolve()));
  await promise;
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
  const folder = join(dataDir, 'outbox');
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
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(signal));
  return promise;
}

function dieOfUncaught({ logger, flush }: Log): void {
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
