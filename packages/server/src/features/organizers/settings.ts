import type { Db } from '../../platform/database/dialect.ts';
import { type OrganizerProfile, readOrganizerProfile } from './profile.ts';
import { type FeePolicy, readOrganizer } from './queries.ts';
import { readReverseWithinSeconds } from './reversal-time.ts';
import { type HoldLimits, readHoldLimits } from './set-hold-limits.ts';

/** All settings of an organizer. */
export interface OrganizerSettings {
  readonly slug: string;
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
  readonly profile: Omit<OrganizerProfile, 'name'>;
  readonly feePolicy: FeePolicy;
  readonly holdLimits: HoldLimits;
  /** The time within which a bar can reverse a consumption. */
  readonly reverseWithinSeconds: number;
  readonly suspendedAt: string | null;
  readonly createdAt: string;
}

/** Reads the settings of an organizer. */
export async function readOrganizerSettings(db: Db, organizerId: string): Promise<OrganizerSettings> {
  const { id: _, ...organizer } = await readOrganizer(db, organizerId);
  const { name, ...profile } = await readOrganizerProfile(db, organizerId);
  return {
    ...organizer,
    name,
    profile,
    holdLimits: await readHoldLimits(db, organizerId),
    reverseWithinSeconds: await readReverseWithinSeconds(db, organizerId),
  };
}
