import type { Db } from '../../platform/database/dialect.ts';
import { type OrganizerProfile, readOrganizerProfile } from './profile.ts';
import { type FeePolicy, readOrganizer } from './queries.ts';
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
}

/** Reads the settings of an organizer. */
export async function readOrganizerSettings(db: Db, organizerId: string): Promise<OrganizerSettings> {
  const { slug, name, currency, timezone, feePolicy } = await readOrganizer(db, organizerId);
  const { name: _, ...profile } = await readOrganizerProfile(db, organizerId);
  return { slug, name, currency, timezone, profile, feePolicy, holdLimits: await readHoldLimits(db, organizerId) };
}
