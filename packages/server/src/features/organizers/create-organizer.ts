import { type Clock, isTimeZone, timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { type FieldError, invalidRequest, invalidState } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { isCurrency } from '../../platform/money.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';
import { getOrganizer, type Organizer } from './queries.ts';

export interface NewOrganizer {
  readonly name: string;
  readonly slug: string;
  readonly currency: string;
  readonly timezone: string;
}

/**
 * Creates an organizer, without fees or taxes until a policy is set.
 *
 * @param origin who creates it, for the audit
 * @throws ApiError `invalid_request` naming each wrong field, `invalid_state` where the slug is taken
 */
export async function createOrganizer(
  db: Db,
  clock: Clock,
  given: NewOrganizer,
  origin: AuditOrigin,
): Promise<Organizer> {
  const fields: FieldError[] = [];
  if (given.name.trim() === '' || given.name.length > 200) {
    fields.push({ path: 'name', message: 'must have 1 to 200 characters' });
  }
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(given.slug)) {
    fields.push({ path: 'slug', message: 'must be 1 to 63 lower-case letters, digits and inner hyphens' });
  }
  if (!isCurrency(given.currency)) {
    fields.push({ path: 'currency', message: 'must be an ISO 4217 code such as EUR' });
  }
  if (!isTimeZone(given.timezone)) {
    fields.push({ path: 'timezone', message: 'must be an IANA time zone such as Europe/Berlin' });
  }
  if (fields.length > 0) {
    throw invalidRequest(`The ${fields.map(({ path, message }) => `${path} ${message}`).join('; the ')}.`, fields);
  }
  const now = timestamp(clock.now());
  const id = newId('org', clock.now());
  const { slug, currency, timezone } = given;
  try {
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('organizers')
        .values({
          id,
          ...given,
          platform_fee_bps: 0,
          platform_fee_fixed: 0,
          payment_fee_bps: 0,
          payment_fee_fixed: 0,
          tax_bps: 0,
          tax_mode: 'included',
          fees_paid_by: 'buyer',
          contact_email: null,
          contact_phone: null,
          website_url: null,
          imprint_url: null,
          terms_url: null,
          privacy_url: null,
          reply_to: null,
          logo_url: null,
          accent_color: null,
          account_holder: null,
          iban: null,
          bic: null,
          payment_text: null,
          holds_per_address: null,
          holds_per_email: null,
          created_at: now,
          updated_at: now,
        })
        .execute();
      const details = { slug, currency, timezone };
      await recordAudit(tx, id, { ...origin, action: 'organizer.create', subject: id, details, at: now });
    });
  } catch (error) {
    if (dialectOf(db).classifyError(error) !== 'unique') throw error;
    throw invalidState(`An organizer with the slug "${given.slug}" exists already. Choose another slug.`);
  }
  return getOrganizer(db, given.slug);
}
