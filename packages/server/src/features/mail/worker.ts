import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import { decrypt, type Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Logger } from '../../platform/log.ts';
import { failureCode, failurePlace } from '../../platform/mail/failure.ts';
import { type MailMessage, MailRejected, type MailTransport } from '../../platform/mail/transport.ts';
import { retryDelayMs } from '../../platform/queue/retry-schedule.ts';
import { WorkLoop } from '../../platform/queue/work-loop.ts';
import {
  type ClaimedMail,
  claimDueMails,
  deleteMail,
  mailQueue,
  markMailFailed,
  postponeMail,
  releaseMail,
} from './leases.ts';
import type { MailKind, Renderers } from './mail.ts';
import { mailChannel } from './queue-mail.ts';
import { mailRetries } from './schedule.ts';

const pollMs = 1_000;
const claimMax = 20;
const inFlightMax = 5;
/** A mail is started only if its lease lasts longer than this, which is longer than a transport takes. */
const sendMsMax = 75_000;
/** After `stop`, mails in flight have this long. */
const drainMsMax = 5_000;
const recordRetryMs = 500;

/** The outcome of one attempt to send a mail: `dropped` if its renderer returned null, `postponed` if it is retried. */
export type MailOutcome = 'sent' | 'dropped' | 'expired' | 'postponed' | 'failed';

export interface MailWorkerOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'mailKey'>;
  readonly log: Logger;
  readonly metrics?: { countMail(kind: MailKind, outcome: MailOutcome): void };
  /** The caller closes it after the worker has stopped. */
  readonly transport: MailTransport;
  readonly renderers: Renderers;
}

export interface MailWorker {
  /** Waits a few seconds for mails in flight. Mails that were not started are released. */
  stop(): Promise<void>;
}

/**
 * Sends queued mails until it is stopped. Any number of workers, in any number of processes, share the queue: each claims
 * mails under a lease and sends them without an open transaction. If a worker crashes, its mails are due again when the
 * lease expires. If it crashed after the mail server accepted a mail and before that was recorded, the mail is sent twice.
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
  /** Mails that are claimed and not started, in the order in which they became due. */
  #claimed: ClaimedMail[] = [];
  /** Claimed mails are not started after this time of the monotonic clock. */
  #startBeforeMs = 0;
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
      runTurn: () => this.#runTurn(),
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
    await this.#releaseClaimed();
    await this.#loop.drain(() => this.#inFlight.size === 0, drainMsMax);
    // It is not known whether the mails still in flight are sent: they are due again when their lease expires.
    this.#isStopped = true;
  }

  async #releaseClaimed(): Promise<void> {
    try {
      for (const mail of this.#claimed.splice(0)) await releaseMail(this.#options.db, mail);
    } catch (error) {
      this.#options.log.warn({ err: error as Error }, 'Unsent mails were not released, their leases will expire');
    }
  }

  /** Starts as many mails as can be in flight at the same time. */
  async #runTurn(): Promise<void> {
    const { db, clock } = this.#options;
    while (this.#inFlight.size < inFlightMax && !this.#loop.isStopping) {
      if (this.#claimed.length === 0 && this.#loop.consumePollRequest()) await this.#claim();
      if (this.#loop.isStopping) return;
      const mail = this.#claimed.shift();
      if (mail === undefined) return;
      if (clock.monotonicNow() > this.#startBeforeMs) await releaseMail(db, mail);
      else this.#start(mail);
    }
  }

  async #claim(): Promise<void> {
    const { db, clock } = this.#options;
    const startMs = clock.monotonicNow();
    const claimed = await claimDueMails(db, clock.now(), claimMax);
    this.#claimed = claimed.filter((mail) => !this.#renewInFlight(mail));
    this.#startBeforeMs = startMs + mailQueue.leaseMs - sendMsMax;
    if (claimed.length === claimMax) this.#loop.requestPoll();
  }

  /** Whether this worker is already sending a mail: its lease expires early if the clock is set forward. */
  #renewInFlight({ id, leaseExpiresAt }: ClaimedMail): boolean {
    const inFlight = this.#inFlight.get(id);
    if (inFlight !== undefined) inFlight.leaseExpiresAt = leaseExpiresAt; // Its result is recorded under the new lease.
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
    // Another mail starts only after the result is recorded. Otherwise, while the database cannot be written, more and
    // more mails would be sent that are sent again later.
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
    const { clock, transport } = this.#options;
    try {
      if (mail.expires_at !== null && Date.parse(mail.expires_at) <= clock.now()) return { outcome: 'expired' };
      const message = await this.#render(mail);
      if (message === null) return { outcome: 'dropped' };
      await transport.send(mail.id, message);
      return { outcome: 'sent' };
    } catch (error) {
      return { outcome: 'failed', error };
    }
  }

  async #render(mail: ClaimedMail): Promise<MailMessage | null> {
    const { id, kind, organizer_id, order_number, amount, currency, payload, created_at } = mail;
    const { renderers, secrets } = this.#options;
    return renderers[kind]({
      id,
      kind,
      organizerId: organizer_id,
      orderNumber: order_number,
      money: amount === null || currency === null ? null : { amount, currency },
      payload: payload === null ? null : JSON.parse(decrypt(secrets.mailKey, payload, id)),
      createdAt: created_at,
    });
  }

  /** @param isFirstTry whether to log the result: a retry after a failed commit does not log it again */
  async #record(mail: ClaimedMail, result: AttemptResult, isFirstTry: boolean): Promise<void> {
    const { db, log, metrics } = this.#options;
    if (result.outcome === 'failed') return this.#recordFailure(mail, result.error, isFirstTry);
    if (result.outcome === 'expired' && isFirstTry) {
      log.warn({ mailId: mail.id, kind: mail.kind }, 'Mail expired before it was sent');
    }
    await deleteMail(db, mail);
    metrics?.countMail(mail.kind, result.outcome);
  }

  async #recordFailure(mail: ClaimedMail, error: unknown, isFirstTry: boolean): Promise<void> {
    const { db, clock, log, metrics } = this.#options;
    const nowMs = clock.now();
    const isRejected = error instanceof MailRejected;
    const code = isRejected ? error.message : failureCode(error);
    const delayMs = isRejected ? null : retryDelayMs(mailRetries, mail.attempt_count + 1, Math.random());
    const details = { mailId: mail.id, kind: mail.kind, code, at: failurePlace(error) };
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
