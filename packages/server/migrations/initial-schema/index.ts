import type { Kysely } from 'kysely';
import { createAuditTables } from './audit.ts';
import { createCatalogTables } from './catalog.ts';
import { createEntitlementTables } from './entitlements.ts';
import { createKeyTables } from './keys.ts';
import { createMailTables } from './mails.ts';
import { createOrderTables } from './orders.ts';
import { createOrganizerTables } from './organizers.ts';
import { createOtpTables } from './otp.ts';
import { createPaymentTables } from './payments.ts';
import { createPlatformTables } from './platform.ts';
import { createSettlementTables } from './settlements.ts';
import { createTicketTables } from './tickets.ts';
import { createWebhookTables } from './webhooks.ts';

/**
 * The schema of the first release, grouped by the owner of the tables. A table follows the tables that it refers to.
 *
 * The primary key, the unique constraints and the foreign keys of a tenant's table begin with `organizer_id`. Times are text
 * (RFC 3339, UTC, milliseconds), amounts are integers in minor units.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createOrganizerTables(db);
  await createCatalogTables(db);
  await createOrderTables(db);
  await createTicketTables(db);
  await createEntitlementTables(db);
  await createSettlementTables(db);
  await createPaymentTables(db);
  await createKeyTables(db);
  await createOtpTables(db);
  await createWebhookTables(db);
  await createMailTables(db);
  await createAuditTables(db);
  await createPlatformTables(db);
}
