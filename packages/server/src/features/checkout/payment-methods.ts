import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import type { CartEvent } from '../inventory/index.ts';
import { howToBePaid, takesTransfers } from '../organizers/index.ts';
import type { PaymentMethod } from '../payments/index.ts';
import type { CheckoutPayments, CheckoutServices } from './services.ts';

/**
 * The payment methods of an order. Above a total of 0, `manual` is offered only where the organizer has payment
 * instructions.
 */
export function offeredMethods(
  { providers }: Pick<CheckoutPayments, 'providers'>,
  organizer: { takesTransfers: boolean },
  total: number,
): PaymentMethod[] {
  const methods = providers.map(({ method }) => method);
  return methods.filter((method) => method !== 'manual' || organizer.takesTransfers || total === 0);
}

/** Logs a warning where an order cannot be paid. */
export function warnIfUnpayable({ log, payments }: CheckoutServices, event: CartEvent, total: number): void {
  if (offeredMethods(payments, event, total).length > 0) return;
  const { organizerId, id: eventId } = event;
  log.warn(
    { organizerId, eventId },
    `an order cannot be paid: its organizer has no payment instructions. ${howToBePaid}`,
  );
}

/** At most this many organizers are named. */
const namedMax = 20;

/**
 * The slugs of organizers that have tickets on sale and cannot be paid, at most 20.
 *
 * @param methods those that the operator has set
 */
export async function unpayableOrganizers(db: Db, methods: readonly PaymentMethod[]): Promise<string[]> {
  if (methods.some((method) => method !== 'manual')) return [];
  const rows = await db
    .selectFrom('organizers as o')
    .select('o.slug')
    .where(sql<boolean>`not ${takesTransfers('o')}`)
    .where(
      sql<boolean>`exists (select 1 from events as e join ticket_types as c
        on c.organizer_id = e.organizer_id and c.event_id = e.id
        where e.organizer_id = o.id and e.status = 'published' and c.status = 'active' and c.price > 0)`,
    )
    .orderBy('o.slug')
    .limit(namedMax)
    .execute();
  return rows.map(({ slug }) => slug);
}
