import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import { type Clock, isTimeZone, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import { isCurrency } from '../../platform/money.ts';
import type { Origin } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { getOrganizer, type Organizer } from './queries.ts';
import { claimSlug, slugErrors, withUniqueSlug } from './slugs.ts';

export interface NewOrganizer {
  readonly name: string;
  readonly slug: string;
  readonly currency: string;
  readonly timezone: string;
}

/**
 * Creates an organizer. It has no fees or taxes until a fee policy is set.
 *
 * @param origin the actor and the request, for the audit log
 * @throws ApiError `invalid_settings` if a field is invalid. It has a field error for each invalid field.
 * @throws ApiError `organizer_slug_taken` if another organizer has or had the slug
 */
export async function createOrganizer(
  db: Db,
  clock: Clock,
  newOrganizer: NewOrganizer,
  origin: Origin,
): Promise<Organizer> {
  const fields: FieldError[] = [];
  if (newOrganizer.name.trim() === '' || newOrganizer.name.length > 200) {
    fields.push(fieldError('name', 'not_a_name', {}));
  }
  fields.push(...slugErrors(newOrganizer.slug));
  if (!isCurrency(newOrganizer.currency)) {
    fields.push(fieldError('currency', 'not_a_currency', {}));
  }
  if (!isTimeZone(newOrganizer.timezone)) {
    fields.push(fieldError('timezone', 'not_a_time_zone', {}));
  }
  if (fields.length > 0) {
    throw new ApiError('invalid_settings', {}, { fields });
  }
  const now = timestamp(clock.now());
  const id = newId('org', clock.now());
  const { slug, currency, timezone } = newOrganizer;
  await withUniqueSlug(db, slug, async (tx) => {
    await claimSlug(tx, id, slug);
    await tx
      .insertInto('organizers')
      .values({
        id,
        ...newOrganizer,
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
        mail_greeting: null,
        return_origins: null,
        holds_per_address: null,
        holds_per_email: null,
        clock_offset_ms: 0,
        version: 0,
        created_at: now,
        updated_at: now,
      })
      .execute();
    const details = { slug, currency, timezone };
    await recordAudit(tx, { organizerId: id, origin }, { action: 'organizer.create', subject: id, details, at: now });
  });
  return getOrganizer(db, newOrganizer.slug);
}
