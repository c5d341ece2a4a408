import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import { decrypt, type Secrets } from '../../platform/crypto.ts';
import { adapterOf, type Db } from '../../platform/database/dialect.ts';
import type { Logger } from '../../platform/log.ts';
import { failureCode, failurePlace } from '../../platform/mail/failure.ts';
import { type MailMessage, MailRefused, type MailTransport } from '../../platform/mail/transport.ts';
import { type ClaimedMail, claimDue, giveBack, leaseMs, markFailed, postpone, removeMail } from './leases.ts';
import type { MailKind, Renderers } from './mail.ts';
import { mailChannel } from './queue-mail.ts';
import { retryDelayMs } from './schedule.ts';

/** How often the worker looks by itself, whether it heard of anything or not. */
const lookPauseMs = 1_000;
const claimedMax = 20;
const inFlightMax = 5;
/** A mail is begun only with this much of its lease left: longer than a transport takes. */
const sendMsMax = 75_000;
/** Mails under way at the end get this long. */
const stopMsMax = 5_000;
const settlePauseMs = 500;

/** How a turn of a mail ended: `dropped` where there was nothing to tell any more; `postponed` ones come again. */
export type MailOutcome = 'sent' | 'dropped' | 'expired' | 'postponed' | 'failed';

export interface MailWorkerOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'mailKey'>;
  readonly log: Logger;
  readonly metrics?: { countMail(kind: MailKind, outcome: MailOutcome): void };
  /** Stays open: its owner closes it after the worker has stopped. */
  readonly transport: MailTransport;
  readonly renderers: Renderers;
}

export interface MailWorker {
  /** Ends when what was under way has ended, after a few seconds at most; the rest is given back. */
  stop(): Promise<void>;
}

/**
 * Sends what is queued until it is stopped. Any number of workers, in any number of processes, share the work: each claims
 * mails for two minutes and sends them with no transaction open. What a worker that dies had claimed is due again
 * when that time ends; a mail may arrive twice where it died between the server's answer and its own note of it.
 */
export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const worker = new Worker(options);
  worker.start();
  return worker;
}

type Verdict = { outcome: 'sent' | 'dropped' | 'expired' } | { outcome: 'failed'; error: unknown };

class Worker implements MailWorker {
  readonly #options: MailWorkerOptions;
  /** Claimed, in the order of their turns. */
  #waiting: ClaimedMail[] = [];
  /** By the monotonic clock: what still waits then may be somebody else's any moment. */
  #waitingEndsMs = 0;
  readonly #inFlight = new Map<string, { mail: ClaimedMail; work: Promise<void> }>();
  #mustLook = true;
  #isStopping = false;
  #hasEnded = false;
  #isFailing = false;
  #bell = Promise.withResolvers<void>();
  #running = Promise.resolve();
  #stopped: Promise<void> | null = null;
  #ends: (() => Promise<void>)[] = [];

  constructor(options: MailWorkerOptions) {
    this.#options = options;
  }

  start(): void {
    const timer = setInterval(() => this.#look(), lookPauseMs);
    this.#ends = [
      adapterOf(this.#options.db).listen(mailChannel, () => this.#look()),
      async () => clearInterval(timer),
    ];
    this.#running = this.#run();
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#end();
    return this.#stopped;
  }

  async #end(): Promise<void> {
    this.#isStopping = true;
    this.#bell.resolve();
    await Promise.all([this.#running, ...this.#ends.map((end) => end())]);
    await this.#giveAllBack();
    const timeout = new AbortController();
    await Promise.race([
      Promise.all(Array.from(this.#inFlight.values(), ({ work }) => work)),
      sleep(stopMsMax, undefined, { signal: timeout.signal }).catch(() => {}),
    ]);
    timeout.abort();
    // Whether it was taken is not known: its lease decides.
    this.#hasEnded = true;
  }

  async #giveAllBack(): Promise<void> {
    try {
      for (const mail of this.#waiting.splice(0)) await giveBack(this.#options.db, mail);
    } catch (error) {
      this.#options.log.warn({ err: error as Error }, 'mails that were not sent are due again when their lease ends');
    }
  }

  #look(): void {
    this.#mustLook = true;
    this.#bell.resolve();
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      try {
        await this.#turn();
        this.#isFailing = false;
      } catch (error) {
        if (!this.#isFailing) this.#options.log.warn({ err: error as Error }, 'mails wait for the database');
        this.#isFailing = true;
      }
      await this.#bell.promise;
      this.#bell = Promise.withResolvers();
    }
  }

  /** Begins as many mails as there is room for. */
  async #turn(): Promise<void> {
    const { db, clock } = this.#options;
    while (this.#inFlight.size < inFlightMax && !this.#isStopping) {
      if (this.#waiting.length === 0 && this.#mustLook) {
        this.#mustLook = false;
        const claimedAtMs = clock.monotonicNow();
        const claimed = await claimDue(db, clock.now(), claimedMax, leaseMs);
        this.#waiting = claimed.filter((mail) => !this.#isInFlight(mail));
        this.#waitingEndsMs = claimedAtMs + leaseMs - sendMsMax;
        if (claimed.length === claimedMax) this.#mustLook = true;
        if (this.#isStopping) return;
      }
      const mail = this.#waiting.shift();
      if (mail === undefined) return;
      if (clock.monotonicNow() > this.#waitingEndsMs) await giveBack(db, mail);
      else this.#begin(mail);
    }
  }

  /** Whether this worker is sending a mail already, whose lease has ended early because the clock was set forward. */
  #isInFlight({ id, leaseEndsMs }: ClaimedMail): boolean {
    const underWay = this.#inFlight.get(id);
    if (underWay !== undefined) underWay.mail.leaseEndsMs = leaseEndsMs; // The new lease is the one it is settled under.
    return underWay !== undefined;
  }

  #begin(mail: ClaimedMail): void {
    const work = this.#deliver(mail).finally(() => {
      this.#inFlight.delete(mail.id);
      this.#bell.resolve();
    });
    this.#inFlight.set(mail.id, { mail, work });
  }

  async #deliver(mail: ClaimedMail): Promise<void> {
    const verdict = await this.#attempt(mail);
    // Until it is kept nothing else takes its place: what cannot be kept would be sent again and again.
    for (let isFirst = true; !this.#hasEnded; isFirst = false) {
      try {
        await this.#settle(mail, verdict, { tell: isFirst });
        return;
      } catch (error) {
        if (isFirst) this.#options.log.warn({ err: error as Error, mailId: mail.id }, 'a mail waits for the database');
        if (this.#isStopping) return;
        await sleep(settlePauseMs);
      }
    }
  }

  async #attempt(mail: ClaimedMail): Promise<Verdict> {
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

  async #render({
    id,
    kind,
    organizer_id,
    order_number,
    amount,
    currency,
    payload,
    created_at,
  }: ClaimedMail): Promise<MailMessage | null> {
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

  async #settle(mail: ClaimedMail, verdict: Verdict, options: { tell: boolean }): Promise<void> {
    const { db, log, metrics } = this.#options;
    if (verdict.outcome === 'failed') return this.#settleFailure(mail, verdict.error, options);
    if (verdict.outcome === 'expired' && options.tell) {
      log.warn({ mailId: mail.id, kind: mail.kind }, 'a mail expired before it could be sent');
    }
    await removeMail(db, mail);
    metrics?.countMail(mail.kind, verdict.outcome);
  }

  async #settleFailure(mail: ClaimedMail, error: unknown, { tell }: { tell: boolean }): Promise<void> {
    const { db, clock, log, metrics } = this.#options;
    const nowMs = clock.now();
    const code = error instanceof MailRefused ? error.message : failureCode(error);
    const delayMs = error instanceof MailRefused ? null : retryDelayMs(mail.attempt_count + 1, Math.random());
    const told = { mailId: mail.id, kind: mail.kind, code, at: failurePlace(error) };
    if (delayMs === null) {
      if (tell) log.error(told, 'a mail could not be sent and is not tried again');
      await markFailed(db, mail, code, nowMs);
      metrics?.countMail(mail.kind, 'failed');
      return;
    }
    if (tell && mail.attempt_count === 0) log.warn(told, 'a mail could not be sent yet');
    await postpone(db, mail, code, nowMs + delayMs, nowMs);
    metrics?.countMail(mail.kind, 'postponed');
  }
}
