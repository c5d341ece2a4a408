import { ApiError, OperatorError } from '../../errors/index.ts';
import { type Clock, type ServiceClock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Origin, RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { findSandbox, findSandboxOf, getOrganizer, insertSandbox, type Sandbox } from '../organizers/index.ts';

/** A clock can be at most this far ahead of the clock of the server: one year. */
export const maxClockOffsetMs = 365 * 24 * 60 * 60 * 1_000;

/** The state of a sandbox. */
export interface SandboxView {
  readonly slug: string;
  /** The time of its clock, RFC 3339, like all times of this interface. */
  readonly now: string;
  readonly isClockMoved: boolean;
  /** The latest time to which its clock can be moved now. */
  readonly clockLimit: string;
  /** Since when its data is being deleted; null if no reset is in progress. */
  readonly resetStartedAt: string | null;
}

/**
 * Returns the sandbox of a live organizer, and creates it if it does not exist yet. It begins without data.
 */
export async function openSandbox(db: Db, scope: RequestScope): Promise<Sandbox> {
  const { organizerId: liveId, clock } = scope;
  const existing = await findSandboxOf(db, liveId);
  if (existing !== null) return existing;
  return db.transaction().execute(async (tx) => {
    const nowMs = clock.now();
    const isNew = await insertSandbox(tx, liveId, nowMs);
    const sandbox = await findSandboxOf(tx, liveId);
    if (sandbox === null) throw new Error(`The sandbox of ${liveId} was not created.`);
    const entry = { action: 'sandbox.create', subject: sandbox.id, details: {}, at: timestamp(nowMs) } as const;
    if (isNew) await recordAudit(tx, scope, entry);
    return sandbox;
  });
}

/**
 * Returns the sandbox of the live organizer with this slug, and creates it if it does not exist yet.
 *
 * @param origin the actor and the request, for the audit log of the live organizer
 * @throws ApiError `organizer_not_found` if no organizer has this slug
 * @throws OperatorError `usage` if it is the slug of a sandbox
 */
export async function openSandboxOf(db: Db, slug: string, clock: Clock, origin: Origin): Promise<Sandbox> {
  const live = await getOrganizer(db, slug);
  if ((await findSandbox(db, live.id)) !== null) {
    throw new OperatorError(`"${slug}" is a sandbox. Use the slug of its live organizer.`, 'usage');
  }
  return openSandbox(db, { organizerId: live.id, clock, origin });
}

/**
 * The sandbox that an organizer is.
 *
 * @throws ApiError `sandbox_only` if the organizer is live
 */
export async function requireSandbox(db: Db, organizerId: string): Promise<Sandbox> {
  const sandbox = await findSandbox(db, organizerId);
  if (sandbox === null) throw new ApiError('sandbox_only', {});
  return sandbox;
}

/** Describes a sandbox for its members. */
export function viewSandbox({ slug, clockOffsetMs, resetStartedAt }: Sandbox, clock: ServiceClock): SandboxView {
  const serverMs = clock.now();
  return {
    slug,
    now: timestamp(serverMs + clockOffsetMs),
    isClockMoved: clockOffsetMs > 0,
    clockLimit: timestamp(serverMs + maxClockOffsetMs),
    resetStartedAt,
  };
}
