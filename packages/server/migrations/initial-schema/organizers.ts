import type { Kysely } from 'kysely';
import { createTable } from '../../src/platform/database/create-table.ts';

/** Organizers with their fees, limits and profile, and their members, who can manage them. */
export async function createOrganizerTables(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'organizers',
    {
      id: 'text',
      slug: 'text',
      name: 'text',
      currency: 'text',
      timezone: 'text',
      platform_fee_bps: 'integer',
      platform_fee_fixed: 'integer',
      payment_fee_bps: 'integer',
      payment_fee_fixed: 'integer',
      tax_bps: 'integer',
      tax_mode: 'text',
      fees_paid_by: 'text',
      // The maximum number of unpaid units per IP address and per e-mail address; null for the default of the server.
      holds_per_address: 'integer?',
      holds_per_email: 'integer?',
      contact_email: 'text?',
      contact_phone: 'text?',
      website_url: 'text?',
      imprint_url: 'text?',
      terms_url: 'text?',
      privacy_url: 'text?',
      reply_to: 'text?',
      logo_url: 'text?',
      accent_color: 'text?',
      account_holder: 'text?',
      iban: 'text?',
      bic: 'text?',
      payment_text: 'text?',
      created_at: 'text',
      updated_at: 'text',
    },
    [
      'primary key (id)',
      'unique (slug)',
      "check (tax_mode in ('included', 'on_top'))",
      "check (fees_paid_by in ('buyer', 'organizer'))",
    ],
  );
  await createTable(
    db,
    'members',
    { organizer_id: 'text', id: 'text', email: 'text', name: 'text?', role: 'text', created_at: 'text' },
    [
      'primary key (organizer_id, id)',
      'unique (organizer_id, email)',
      'foreign key (organizer_id) references organizers (id)',
      "check (role in ('owner', 'editor', 'viewer'))",
    ],
  );
}
