import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceClock } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Logger } from '../../platform/log.ts';
import { failureCode, firstStackFrame } from '../../platform/mail/failure.ts';
import { type MailMessage, MailRejected, type MailTransport } from '../../platform/mail/transport.ts';
import { retryDelayMs } from '../../platform/queue/retry-schedule.ts';
import { WorkLoop } from '../../platform/queue/work-loop.ts';
import { inSpan } from '../../platform/telemetry/spans.ts';
import { type ClaimedMail, claimDueMails, deleteMail, markMailFailed, markMailSent, postponeMail } from './leases.ts';
import type { MailKind, PrepareMessage, Renderers } from './mail.ts';
import { mailChannel } from './queue-mail.ts';
import { mailRetries } from './schedule.ts';

const pollMs = 1_000;
const maxInFlight = 5;
/** After an e-mail was sent, others are claimed when as many can be sent at once: a claim costs as much as the record of an e-mail. */
const minClaimSize = 3;
/** The time that `stop` waits for e-mails in flight. */
const drainTimeoutMs = 5_000;
const recordRetryMs = 500;

/** The outcome of an attempt to send an e-mail. `dropped`: its renderer returned null. `postponed`: it will be retried. */
export type MailOutcome = 'sent' | 'dropped' | 'expired' | 'postponed' | 'failed';

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
  /** Waits a few seconds for e-mails in flight. */
  stop(): Promise<void>;
}

/**
 * Starts a worker that sends queued e-mails until it is stopped. Any number of workers, in any number of processes, share the
 * queue. Each worker claims as many e-mails as it can send at once, under a lease, and sends them without an open transaction. So none
 * waits in memory, and a one-time code is claimed before e-mails that were queued earlier. If a worker crashes, its e-mails are
 * due again when their lease expires. If it crashes after the mail server has accepted an e-mail and before this is recorded, the
 * e-mail is sent twice.
 */
export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const worker = new Worker(options);
  worker.start();
  return worker;
}

type AttemptResult = { outcome: 'sent' | 'dropped' | 'expired' } | { outcome: 'failed'; error: unknown };

class Worker implements MailWorker {
  readonly #options: MailWorkerOptions;
  readonly #loop: WorkLoop;
  /** Whether e-mails may be due that are not claimed. */
  #mayHaveDue = false;
  readonly #inFlight = new Map<string, ClaimedMail>();
  #isStopped = false;
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
    await this.#loop.drain(() => this.#inFlight.size === 0, drainTimeoutMs);
    // It is unknown whether the e-mails still in flight will be sent. They are due again when their lease expires.
    this.#isStopped = true;
  }

  /** Claims e-mails and starts to send them, up to the maximum number in flight. */
  async #processQueue(): Promise<void> {
    const isRequested = this.#loop.consumePollRequest();
    this.#mayHaveDue ||= isRequested;
    const limit = maxInFlight - this.#inFlight.size;
    if (this.#loop.isStopping || !this.#mayHaveDue || limit < (isRequested ? 1 : minClaimSize)) return;
    const { db, clock } = this.#options;
    const claimed = await claimDueMails(db, clock, limit);
    this.#mayHaveDue = claimed.length === limit;
    for (const mail of claimed) if (!this.#renewInFlight(mail)) this.#start(mail);
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
    this.#deliver(mail).finally(() => {
      this.#inFlight.delete(mail.id);
      this.#loop.wakeUp();
    });
  }

  async #deliver(mail: ClaimedMail): Promise<void> {
    const result = await this.#attempt(mail);
    // The e-mail is in flight until its result is recorded. Otherwise, while the database is unavailable, more and more e-mails
    // would be sent without a record, and sent again later.
    for (let isFirstTry = true; !this.#isStopped; isFirstTry = false) {
      try {
        await this.#record(mail, result, isFirstTry);
        return;
      } catch (error) {
        if (isFirstTry) {
          this.#options.log.warn({ err: error as Error, mailId: mail.id }, 'Database unavailable, retrying');
        }
        if (this.#loop.isStopping) return;
        await sleep(recordRetryMs);
      }
    }
  }

  async #attempt(mail: ClaimedMail): Promise<AttemptResult> {
    const { transport, prepareMessage } = this.#options;
    try {
      if (mail.expires_at !== null && Date.parse(mail.expires_at) <= this.#nowOf(mail)) return { outcome: 'expired' };
      const rendered = await this.#render(mail);
      const message = rendered && (await prepareMessage(mail.organizer_id, rendered));
      if (message === null) return { outcome: 'dropped' };
      await inSpan('send mail', { 'mail.id': mail.id, 'mail.kind': mail.kind }, () => transport.send(mail.id, message));
      return { outcome: 'sent' };
    } catch (error) {
      return { outcome: 'failed', error };
    }
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

  /** @param isFirstTry whether to log the result; a retry after a database error does not log it again */
  async #record(mail: ClaimedMail, result: AttemptResult, isFirstTry: boolean): Promise<void> {
    const { db, log, metrics } = this.#options;
    if (result.outcome === 'failed') return this.#recordFailure(mail, result.error, isFirstTry);
    if (result.outcome === 'expired' && isFirstTry) {
      log.warn(logDetails(mail), 'Mail expired before it was sent');
    }
    if (result.outcome === 'sent') await markMailSent(db, mail, this.#nowOf(mail));
    else await deleteMail(db, mail);
    metrics?.countMail(mail.kind, result.outcome);
  }

  async #recordFailure(mail: ClaimedMail, error: unknown, isFirstTry: boolean): Promise<void> {
    const { db, log, metrics } = this.#options;
    const nowMs = this.#nowOf(mail);
    const isRejected = error instanceof MailRejected;
    const code = isRejected ? error.message : failureCode(error);
    const delayMs = isRejected ? null : retryDelayMs(mailRetries, mail.attempt_count + 1, Math.random());
    const details = { ...logDetails(mail), code, at: firstStackFrame(error) };
    if (delayMs === null) {
      if (isFirstTry) log.error(details, 'Mail failed and is not retried');
      await markMailFailed(db, mail, code, nowMs);
      metrics?.countMail(mail.kind, 'failed');
      return;
    }
    if (isFirstTry && mail.attempt_count === 0) log.warn(details, 'Mail failed and will be retried');
    await postponeMail(db, mail, code, nowMs + delayMs, nowMs);
    metrics?.countMail(mail.kind, 'postponed');
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
