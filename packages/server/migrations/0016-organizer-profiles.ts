import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** How buyers reach an organizer, what its pages and mails look like, and where money is transferred to. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'organizers', {
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
  });
}
