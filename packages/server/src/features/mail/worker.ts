import type { ServiceClock } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Logger } from '../../platform/log.ts';
import { failureCode, firstStackFrame } from '../../platform/mail/failure.ts';
import { type MailMessage, MailRejected, type MailTransport } from '../../platform/mail/transport.ts';
import { retryDelayMs } from '../../platform/queue/retry-schedule.ts';
import { WorkLoop } from '../../platform/queue/work-loop.ts';
import { inSpan } from '../../platform/telemetry/spans.ts';
import { type ClaimedMail, claimDueMails, finishMails, mailTables, markMailFailed, postponeMail } from './leases.ts';
import type { MailKind, MailOutcome, PrepareMessage, Renderers } from './mail.ts';
import { mailChannel } from './queue-mail.ts';
import { mailRetries } from './schedule.ts';

const pollMs = 1_000;
/**
 * The maximum number of e-mails of each table that are rendered, sent and recorded at the same time. No more are claimed, and those
 * about orders have a number of their own, so codes do not wait for them, and they do not wait for codes. An e-mail takes a dozen turns
 * of the event loop, so a busy server needs many to send 100 a second.
 */
const maxInFlight = 16;
/** The time that `stop` waits for e-mails in flight. */
const drainTimeoutMs = 5_000;

export interface MailWorkerOptions {
  readonly db: Db;
  readonly clock: ServiceClock;
  readonly secrets: Pick<Secrets, 'mailKey'>;
  readonly log: Logger;
  readonly metrics?: { countMail(kind: MailKind, outcome: MailOutcome): void };
  /** The caller closes the transport after the worker has stopped. */
  readonly transport: MailTransport;
  readonly renderers: Renderers;
  readonly prepareMessage: PrepareMessage;
}

export interface MailWorker {
  /** Waits a few seconds for e-mails in flight, and records their results. */
  stop(): Promise<void>;
}

/**
 * Starts a worker that sends queued e-mails until it is stopped. Any number of workers, in any number of processes, share the
 * queue. Each worker claims e-mails under a lease and sends them without an open transaction. If a worker crashes, its e-mails are
 * due again when their lease expires. If it crashes after the mail server has accepted an e-mail and before this is recorded, the
 * e-mail is sent twice.
 */
export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const worker = new Worker(options);
  worker.start();
  return worker;
}

/** What happened to a claimed e-mail, at a time of the clock of its organizer. */
interface MailResult {
  readonly mail: ClaimedMail;
  readonly outcome: MailOutcome;
  readonly nowMs: number;
  /** Null unless the outcome is `postponed` or `failed`. */
  readonly error: string | null;
  /** The time until the next attempt, if the outcome is `postponed`. */
  readonly delayMs: number;
}

class Worker implements MailWorker {
  readonly #options: MailWorkerOptions;
  readonly #loop: WorkLoop;
  /** The claimed e-mails whose results are not recorded. While the database is unavailable, they prevent that more are sent. */
  readonly #inFlight = new Map<string, ClaimedMail>();
  /** The results of some of them. Those of all e-mails that end during a statement are recorded together. */
  readonly #results: MailResult[] = [];
  #stopping: Promise<void> | null = null;

  constructor(options: MailWorkerOptions) {
    this.#options = options;
    const { db, log } = options;
    this.#loop = new WorkLoop({
      db,
      log,
      queue: 'mails',
      channel: mailChannel,
      pollMs,
      processQueue: () => this.#processQueue(),
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    await this.#loop.stop();
    await this.#loop.drain(() => this.#results.length === this.#inFlight.size, drainTimeoutMs);
    try {
      await this.#recordResults();
    } catch (error) {
      const message = 'Results of mails were not recorded, the mails are sent again when their leases expire';
      this.#options.log.warn({ err: error as Error }, message);
    }
    // It is unknown whether the e-mails still in flight will be sent. They are due again when their lease expires.
  }

  async #processQueue(): Promise<void> {
    await this.#recordResults();
    const { db, clock } = this.#options;
    const inFlight = [...this.#inFlight.values()];
    const free = mailTables.map((table) => ({
      table,
      limit: maxInFlight - inFlight.filter((mail) => mail.table === table).length,
    }));
    if (free.every(({ limit }) => limit === 0) || !this.#loop.consumePollRequest()) return;
    for (const { table, limit } of free) {
      const claimed = await claimDueMails(db, clock, table, limit);
      if (claimed.length === limit) this.#loop.requestPoll();
      for (const mail of claimed) if (!this.#renewInFlight(mail)) this.#start(mail);
    }
  }

  /**
   * Returns whether this worker is already sending an e-mail. It can claim such an e-mail again if the system clock was set forward
   * and the lease therefore expired early. Then the result of the e-mail is recorded under the new lease.
   */
  #renewInFlight({ id, leaseExpiresAt }: ClaimedMail): boolean {
    const inFlight = this.#inFlight.get(id);
    if (inFlight !== undefined) inFlight.leaseExpiresAt = leaseExpiresAt;
    return inFlight !== undefined;
  }

  #start(mail: ClaimedMail): void {
    this.#inFlight.set(mail.id, mail);
    this.#attempt(mail)
      .catch((error) => this.#failureOf(mail, error))
      .then((result) => {
        this.#results.push(result);
        this.#loop.wakeUp();
      });
  }

  async #attempt(mail: ClaimedMail): Promise<MailResult> {
    const { transport, prepareMessage, log } = this.#options;
    const ended = (outcome: 'sent' | 'dropped' | 'expired') => {
      return { mail, outcome, nowMs: this.#nowOf(mail), error: null, delayMs: 0 };
    };
    if (mail.expires_at !== null && Date.parse(mail.expires_at) <= this.#nowOf(mail)) {
      log.warn(logDetails(mail), 'Mail expired before it was sent');
      return ended('expired');
    }
    const rendered = await this.#render(mail);
    const message = rendered && (await prepareMessage(mail.organizer_id, rendered));
    if (message === null) return ended('dropped');
    await inSpan('send mail', { 'mail.id': mail.id, 'mail.kind': mail.kind }, () => transport.send(mail.id, message));
    return ended('sent');
  }

  #failureOf(mail: ClaimedMail, error: unknown): MailResult {
    const { log } = this.#options;
    const isRejected = error instanceof MailRejected;
    const code = isRejected ? error.message : failureCode(error);
    const delayMs = isRejected ? null : retryDelayMs(mailRetries, mail.attempt_count + 1, Math.random());
    const details = { ...logDetails(mail), code, at: firstStackFrame(error) };
    const result = { mail, nowMs: this.#nowOf(mail), error: code };
    if (delayMs === null) {
      log.error(details, 'Mail failed and is not retried');
      return { ...result, outcome: 'failed', delayMs: 0 };
    }
    if (mail.attempt_count === 0) log.warn(details, 'Mail failed and will be retried');
    return { ...result, outcome: 'postponed', delayMs };
  }

  /** The time of the clock by which the e-mail was queued and claimed. */
  #nowOf({ organizer_id }: ClaimedMail): number {
    const { clock } = this.#options;
    return (organizer_id === null ? clock : clock.of(organizer_id)).now();
  }

  async #render(mail: ClaimedMail): Promise<MailMessage | null> {
    const { id, kind, organizer_id, order_number, amount, currency, payload, note, created_at } = mail;
    const { renderers, secrets } = this.#options;
    return renderers[kind]({
      id,
      kind,
      organizerId: organizer_id,
      orderNumber: order_number,
      money: amount === null || currency === null ? null : { amount, currency },
      note,
      payload: payload === null ? null : JSON.parse(secrets.mailKey.open(payload, id)),
      createdAt: created_at,
    });
  }

  /** If this fails, all results are recorded again later. Recording a result twice has no effect. */
  async #recordResults(): Promise<void> {
    const { db, metrics } = this.#options;
    const results = [...this.#results];
    await finishMails(
      db,
      results.filter(({ error }) => error === null),
    );
    for (const { mail, outcome, nowMs, error, delayMs } of results) {
      if (error === null) continue;
      if (outcome === 'failed') await markMailFailed(db, mail, error, nowMs);
      else await postponeMail(db, mail, error, nowMs + delayMs, nowMs);
    }
    this.#results.splice(0, results.length);
    for (const { mail, outcome } of results) {
      this.#inFlight.delete(mail.id);
      metrics?.countMail(mail.kind, outcome);
    }
  }
}

/** The e-mail in log lines, without the address of its recipient. */
function logDetails({ id, kind, organizer_id, order_number }: ClaimedMail) {
  return {
    mailId: id,
    kind,
    ...(organizer_id === null ? {} : { organizerId: organizer_id }),
    ...(order_number === null ? {} : { orderNumber: order_number }),
  };
}
