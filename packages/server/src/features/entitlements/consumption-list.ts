import { sql } from 'kysely';
import { defineList } from '../../platform/database/page.ts';
import { reversedAtOf } from './return-units.ts';

/** Lists consumptions, the newest first. Sorting by id also sorts by creation time. */
export const listConsumptions = defineList('consumptions', {
  table: 'consumptions',
  fields: (_db, organizerId) => ({
    id: sql`t.id`,
    entitlementId: sql`t.entitlement_id`,
    units: sql`t.units`,
    ref: sql`t.ref`,
    createdAt: sql`t.created_at`,
    reversedAt: reversedAtOf(organizerId, 't'),
  }),
  newestFirst: [['id', 'id']],
  filters: {
    ref: (value) => sql`t.ref = ${value}`,
    entitlementId: (value) => sql`t.entitlement_id = ${value}`,
  },
  plans: [
    { name: 'the consumption with this ref', when: ['ref'], residual: ['entitlementId'], sorts: true },
    { name: 'one entitlement', when: ['entitlementId'], residual: [], sorts: true },
  ],
});
