import { OperatorError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import {
  addHold,
  lockHold,
  type OutgoingKind,
  outgoingKinds,
  readHolds,
  removeHold,
} from '../../platform/queue/holds.ts';
import type { Origin } from '../../platform/scope.ts';
import { recordServiceAudit } from '../audit/index.ts';
import { dropWaitingMails, readMailQueue } from '../mail/index.ts';
import { countWaitingPayments, dropWaitingPayments } from '../payments/index.ts';
import { cancelWaitingDeliveries, readWebhookQueue } from '../webhooks/index.ts';

/** How much of a kind waits, and whether it is held. */
export interface OutgoingState {
  readonly kind: OutgoingKind;
  /** RFC 3339; null if it is sent as usual. */
  readonly heldSince: string | null;
  /** Counting stops at 10,000. */
  readonly waiting: number;
}

const countWaiting: Readonly<Record<OutgoingKind, (db: Db, clock: Clock) => Promise<number>>> = {
  mails: async (db, clock) => (await readMailQueue(db, clock)).queue.waiting,
  webhooks: async (db, clock) => (await readWebhookQueue(db, clock)).queue.waiting,
  payments: countWaitingPayments,
};

const dropWaiting: Readonly<Record<OutgoingKind, (tx: Db, now: string) => Promise<number>>> = {
  mails: dropWaitingMails,
  webhooks: cancelWaitingDeliveries,
  payments: dropWaitingPayments,
};

/** The state of each kind of what leaves the service. */
export async function listOutgoing(db: Db, clock: Clock): Promise<OutgoingState[]> {
  const holds = await readHolds(db);
  return Promise.all(
    outgoingKinds.map(async (kind) => ({
      kind,
      heldSince: holds.get(kind) ?? null,
      waiting: await countWaiting[kind](db, clock),
    })),
  );
}

/** Holds these kinds in every process, from the next second, until `releaseOutgoing`. A kind that is held already is not changed. */
export async function holdOutgoing(
  db: Db,
  kinds: readonly OutgoingKind[],
  clock: Clock,
  origin: Origin,
): Promise<void> {
  const at = timestamp(clock.now());
  await db.transaction().execute(async (tx) => {
    for (const kind of kinds) {
      if (!(await addHold(tx, kind, at))) continue;
      await recordServiceAudit(tx, { ...origin, action: 'outgoing.hold', subject: kind, details: {}, at });
    }
  });
}

/** Releases these kinds: what waits is sent, and what follows too. A kind that is not held is not changed. */
export async function releaseOutgoing(
  db: Db,
  kinds: readonly OutgoingKind[],
  clock: Clock,
  origin: Origin,
): Promise<void> {
  const at = timestamp(clock.now());
  await db.transaction().execute(async (tx) => {
    for (const kind of kinds) {
      if (!(await removeHold(tx, kind))) continue;
      await recordServiceAudit(tx, { ...origin, action: 'outgoing.release', subject: kind, details: {}, at });
    }
  });
}

/**
 * Drops what waits of these kinds, all or nothing. They remain held. E-mails and refunds become failed, so they can be sent again one by
 * one; deliveries become cancelled, so they can be replayed.
 *
 * @returns how much was dropped of each kind
 * @throws OperatorError `invalid_state` if a kind is not held
 */
export async function dropOutgoing(
  db: Db,
  kinds: readonly OutgoingKind[],
  clock: Clock,
  origin: Origin,
): Promise<{ kind: OutgoingKind; dropped: number }[]> {
  const at = timestamp(clock.now());
  return db.transaction().execute(async (tx) => {
    const results: { kind: OutgoingKind; dropped: number }[] = [];
    for (const kind of kinds) {
      if (!(await lockHold(tx, kind))) throw notHeld(kind);
      const dropped = await dropWaiting[kind](tx, at);
      const details = { quantity: dropped };
      await recordServiceAudit(tx, { ...origin, action: 'outgoing.drop', subject: kind, details, at });
      results.push({ kind, dropped });
    }
    return results;
  });
}

function notHeld(kind: OutgoingKind): OperatorError {
  return new OperatorError(
    `Nothing was dropped: ${kind} are not held, so they are being sent. Hold them first with "outgoing hold ${kind}".`,
    'invalid_state',
  );
}
