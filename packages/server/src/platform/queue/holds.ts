import type { Db } from '../database/dialect.ts';
import type { Job } from '../job.ts';
import type { Running } from '../lifecycle.ts';
import { repeat } from '../repeat.ts';

/** What leaves the service: all e-mails, deliveries of webhooks, and requests to payment providers that move or receive money. */
export const outgoingKinds = ['mails', 'webhooks', 'payments'] as const;

export type OutgoingKind = (typeof outgoingKinds)[number];

/** The time in which a running process notices that a kind is held or released. */
const followMs = 1_000;

/** The kinds that are held, each with the time since when, RFC 3339. They are held in every process, until they are released. */
export async function readHolds(db: Db): Promise<ReadonlyMap<OutgoingKind, string>> {
  const rows = await db.selectFrom('outgoing_holds').select(['kind', 'held_at']).execute();
  return new Map(rows.map(({ kind, held_at }) => [kind, held_at]));
}

/** @returns false if the kind is held already */
export async function addHold(tx: Db, kind: OutgoingKind, at: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('outgoing_holds')
    .values({ kind, held_at: at })
    .onConflict((conflict) => conflict.column('kind').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns false if the kind is not held */
export async function removeHold(tx: Db, kind: OutgoingKind): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('outgoing_holds').where('kind', '=', kind).executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/**
 * Locks a hold until the end of the transaction, so that the kind is not released meanwhile.
 *
 * @returns false if the kind is not held
 */
export async function lockHold(tx: Db, kind: OutgoingKind): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outgoing_holds')
    .set((eb) => ({ held_at: eb.ref('held_at') }))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** A job that does not run while what it sends is held. */
export function unlessHeld(kind: OutgoingKind, job: Job): Job {
  return {
    ...job,
    start: async (context) => {
      let running: Running | null = null;
      const stopRunning = async () => {
        await running?.drain?.();
        await running?.stop?.();
        running = null;
      };
      const follow = async () => {
        const isHeld = (await readHolds(context.db)).has(kind);
        if (isHeld) await stopRunning();
        else running ??= await job.start(context);
      };
      await follow();
      const stopFollowing = repeat(`follow the hold of ${kind}`, followMs, context.log, follow);
      return {
        drain: async () => {
          await stopFollowing();
          await running?.drain?.();
        },
        stop: () => running?.stop?.(),
      };
    },
  };
}
