import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../platform/database/dialect.ts';
import { type IfMatch, parseIfMatch, type Versioned } from '../../platform/http/entity-tags.ts';
import type { OrganizerServices } from '../../platform/http/plane.ts';
import { sendVersioned } from '../../platform/http/send-json.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { parseTranslations, type TranslationsPatch } from '../../platform/translations.ts';
import { type OrganizerProfile, toProfile } from './profile.ts';
import { type FeePolicy, toOrganizer } from './queries.ts';
import { toReverseWithinSeconds } from './reversal-time.ts';
import { type HoldLimits, toHoldLimits } from './set-hold-limits.ts';

/** All settings of an organizer. */
interface OrganizerSettings {
  readonly slug: string;
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
  readonly profile: Omit<OrganizerProfile, 'name'>;
  readonly translations: TranslationsPatch;
  readonly feePolicy: FeePolicy;
  readonly holdLimits: HoldLimits;
  /** The time within which a bar can reverse a consumption. */
  readonly reverseWithinSeconds: number;
  /** How many days after an event the personal data of its buyers and ticket holders is removed; null: it is kept. */
  readonly personalDataDays: number | null;
  readonly suspendedAt: string | null;
  readonly createdAt: string;
}

/** The settings of an organizer with their version, from one row. */
async function readOrganizerSettings(db: Db, organizerId: string): Promise<Versioned> {
  const row = await db.selectFrom('organizers').selectAll().where('id', '=', organizerId).executeTakeFirstOrThrow();
  const { id, ...organizer } = toOrganizer(row);
  const { name, ...profile } = toProfile(row);
  const settings: OrganizerSettings = {
    ...organizer,
    name,
    profile,
    translations: parseTranslations(row.translations),
    holdLimits: toHoldLimits(row),
    reverseWithinSeconds: toReverseWithinSeconds(row),
    personalDataDays: row.personal_data_days,
  };
  return { id, version: row.version, json: JSON.stringify(settings) };
}

/** Sends the settings of an organizer, with their entity tag. */
export async function sendOrganizerSettings(reply: FastifyReply, db: Db, organizerId: string): Promise<void> {
  return sendVersioned(reply, await readOrganizerSettings(db, organizerId));
}

type SetSetting<T> = (db: Db, scope: RequestScope, value: T, ifMatch: IfMatch | null) => Promise<unknown>;

/** Returns a function that changes a setting as a request asks, and sends all settings. */
export function settingChange({ db, scopeOf }: OrganizerServices) {
  return async <T>(request: FastifyRequest, reply: FastifyReply, value: T, set: SetSetting<T>): Promise<void> => {
    const scope = scopeOf(request);
    await set(db, scope, value, parseIfMatch(request.headers['if-match']));
    return sendOrganizerSettings(reply, db, scope.organizerId);
  };
}
