import type { Kysely } from 'kysely';
import { createAuditTables } from './initial-schema/audit.ts';
import { createCatalogTables } from './initial-schema/catalog.ts';
import { completeSchema, isCreated } from './initial-schema/complete.ts';
import { createEntitlementTables } from './initial-schema/entitlements.ts';
import { createKeyTables } from './initial-schema/keys.ts';
import { createMailTables } from './initial-schema/mails.ts';
import { createOrderTables } from './initial-schema/orders.ts';
import { createOrganizerTables } from './initial-schema/organizers.ts';
import { createOtpTables } from './initial-schema/otp.ts';
import { createPaymentTables } from './initial-schema/payments.ts';
import { createPlatformTables } from './initial-schema/platform.ts';
import { createSettlementTables } from './initial-schema/settlements.ts';
import { createTicketTables } from './initial-schema/tickets.ts';
import { createWebhookTables } from './initial-schema/webhooks.ts';

/**
 * The schema of the first release, grouped by the owner of the tables. A table follows the tables that it refers to.
 *
 * The primary key, the unique constraints and the foreign keys of a tenant's table begin with `organizer_id`. Times are text
 * (RFC 3339, UTC, milliseconds), amounts are integers in minor units.
 *
 * A database that was created before the first release already has these tables. Only columns that it lacks are added.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (await isCreated(db)) {
    await completeSchema(db);
    return;
  }
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
