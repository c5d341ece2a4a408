import { sql } from 'kysely';
import type { Language } from '#messages/languages';
import type { AgeRule } from '#shared/questions/age-rule';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { byLanguage, textIn } from '../../platform/translations.ts';
import { type FeePolicy, feePolicyFields, type HoldLimits, hasPaymentInstructions } from '../organizers/index.ts';
import { type AskedQuestion, askedQuestions } from '../questions/index.ts';
import { findOrganizerOfEvent } from './organizer-of-event.ts';
import { effectiveMaxPerOrder, maxAddonsPerOrder } from './per-order.ts';

/** The current state of a ticket type or an add-on. The lines of a cart are checked against it. */
export interface CartOffer {
  readonly kind: 'ticket' | 'addon';
  readonly id: string;
  /** The name that the order keeps. */
  readonly name: string;
  /** The name in the language of the buyer. */
  readonly shownName: string;
  readonly status: 'active' | 'archived';
  /** Minor units of the event's currency. */
  readonly price: number;
  /** Number of available units; null: unlimited. */
  readonly unitsLeft: number | null;
  readonly minPerOrder: number;
  readonly maxPerOrder: number;
  /** RFC 3339; null: as soon as the event is published. */
  readonly salesStartAt: string | null;
  /** RFC 3339. If no time is set, the end of the event. */
  readonly salesEndAt: string;
  readonly unitsPerPurchase: number;
  /** Whether an add-on is bought for each ticket holder. Then `maxPerOrder` is the maximum for each of them. */
  readonly isOfHolder?: boolean;
  /** Whether a ticket needs the name of its holder; null: it is optional. */
  readonly holderName?: 'required' | 'none' | null;
  /** The rule about the age of the holder of a ticket. */
  readonly ageRule?: AgeRule | null;
  /** Raised when the offer or the currency of its event changes, and when its event is archived. */
  readonly version: number;
}

/** An event with the offers in a cart, and the data for pricing them. */
export interface CartEvent {
  readonly organizerId: string;
  readonly id: string;
  /** Only published events are sold. `suspended`: the organizer is suspended. */
  readonly status: 'draft' | 'published' | 'archived' | 'suspended';
  /** RFC 3339. */
  readonly startsAt: string;
  /** IANA name. */
  readonly timezone: string;
  readonly currency: string;
  readonly feePolicy: FeePolicy;
  /** Whether the organizer has an IBAN or a payment text. */
  readonly hasPaymentInstructions: boolean;
  /** Whether the organizer is a sandbox. */
  readonly isSandbox: boolean;
  /** How many visitors the waiting room of the event admits in a minute; null: it has none. */
  readonly admitPerMinute: number | null;
  /** Whether the first and the last name of holders are asked apart; null: names have one field. */
  readonly nameFields: 'firstAndLast' | null;
  /** The language of its texts that have no translation. */
  readonly defaultLanguage: Language;
  /** The limits of unpaid units that the organizer has set. */
  readonly holdLimits: HoldLimits;
  /** By id. */
  readonly offers: ReadonlyMap<string, CartOffer>;
}

/** An event with the questions that the persons of an order are asked. */
export interface EventToOrder extends CartEvent {
  readonly questions: readonly AskedQuestion[];
}

interface Row {
  status: CartEvent['status'];
  starts_at: string;
  timezone: string;
  currency: string;
  fee_policy: string;
  has_payment_instructions: boolean | number;
  is_sandbox: boolean | number;
  admit_per_minute: number | null;
  name_fields: CartEvent['nameFields'];
  default_language: Language;
  holds_per_address: number | null;
  holds_per_email: number | null;
  ticket_types: string;
  addons: string;
  /** Only of an event to order from. */
  questions?: string;
}

interface CartQuery {
  readonly organizerId: string;
  readonly eventId: string;
  readonly ticketTypeIds: unknown;
  readonly addonIds: unknown;
}

const readCartEvent = byLanguage((language) => eventStatement(language, { questions: false }));
const readEventToOrder = byLanguage((language) => eventStatement(language, { questions: true }));

function eventStatement(language: Language | null, include: { readonly questions: boolean }) {
  return statement<CartQuery, Row>((db, param) => {
    const { array, object, json, isInList, boolean } = dialectOf(db);
    const commonFields = {
      id: sql`c.id`,
      name: sql`c.name`,
      shownName: textIn(db, 'c', 'name', language),
      status: sql`c.status`,
      price: sql`c.price`,
      unitsLeft: sql`c.quantity - c.sold - c.reserved`,
      version: sql`c.version`,
    };
    const eventEnd = sql`coalesce(e.ends_at, e.starts_at)`;
    const offersFrom = (table: string, ids: ReturnType<typeof sql>) => sql`from ${sql.table(table)} as c
    where c.organizer_id = ${param('organizerId')} and c.event_id = e.id and ${isInList(sql`c.id`, ids)}`;
    const ticketTypes = object({
      ...commonFields,
      kind: sql.lit('ticket'),
      minPerOrder: sql`c.min_per_order`,
      maxPerOrder: effectiveMaxPerOrder,
      salesStartAt: sql`c.sales_start_at`,
      salesEndAt: sql`coalesce(c.sales_end_at, ${eventEnd})`,
      unitsPerPurchase: sql.lit(1),
      holderName: sql`c.holder_name`,
      ageRule: json(sql`c.age_rule`),
    });
    const addons = object({
      ...commonFields,
      kind: sql.lit('addon'),
      minPerOrder: sql.lit(1),
      maxPerOrder: sql`case when c.assigned_to = 'holder' then coalesce(c.max_per_holder, 1) else ${sql.lit(maxAddonsPerOrder)} end`,
      isOfHolder: boolean(sql`coalesce(c.assigned_to = 'holder', false)`),
      salesStartAt: sql`null`,
      salesEndAt: eventEnd,
      unitsPerPurchase: sql`c.units_per_purchase`,
    });
    return sql<Row>`select case when o.suspended_at is null then e.status else 'suspended' end as status, e.starts_at, e.timezone,
      e.currency, e.admit_per_minute, e.name_fields, e.default_language,
      cast(${object(feePolicyFields('o'))} as text) as fee_policy,
      ${hasPaymentInstructions('o')} as has_payment_instructions, o.sandbox_of is not null as is_sandbox, o.holds_per_address, o.holds_per_email,
      cast(${array(ticketTypes, offersFrom('ticket_types', param('ticketTypeIds')), sql`c.id`)} as text) as ticket_types,
      cast(${array(addons, offersFrom('addons', param('addonIds')), sql`c.id`)} as text) as addons
      ${include.questions ? sql`, cast(${askedQuestions(db, param('organizerId'), sql`e.id`)} as text) as questions` : sql``}
    from events as e join organizers as o on o.id = e.organizer_id
    where e.organizer_id = ${param('organizerId')} and e.id = ${param('eventId')}`;
  });
}

/** The ids of the ticket types and add-ons in a cart. */
interface CartIds {
  readonly ticketTypeIds: readonly string[];
  readonly addonIds: readonly string[];
}

/**
 * Finds an event of any organizer, with the offers in a cart.
 *
 * @param language the language of the buyer; null if the names are not shown to buyers, or are in the default language
 * @returns null if there is no event with this id; ids of offers that the event does not have are ignored
 */
export async function findCartEvent(
  db: Db,
  eventId: string,
  ids: CartIds,
  language: Language | null = null,
): Promise<CartEvent | null> {
  const { event } = (await find(db, readCartEvent(language), eventId, ids)) ?? {};
  return event ?? null;
}

/** Like `findCartEvent`, with the questions of the event. */
export async function findEventToOrder(
  db: Db,
  eventId: string,
  ids: CartIds,
  language: Language | null = null,
): Promise<EventToOrder | null> {
  const found = await find(db, readEventToOrder(language), eventId, ids);
  return found && { ...found.event, questions: JSON.parse(found.questions!) as AskedQuestion[] };
}

async function find(
  db: Db,
  read: ReturnType<typeof eventStatement>,
  eventId: string,
  ids: CartIds,
): Promise<{ event: CartEvent; questions: string | undefined } | null> {
  const organizerId = await findOrganizerOfEvent(db, eventId);
  if (organizerId === null) return null;
  const { listOf } = dialectOf(db);
  const [row] = await read(db, {
    organizerId,
    eventId,
    ticketTypeIds: listOf(ids.ticketTypeIds),
    addonIds: listOf(ids.addonIds),
  });
  if (row === undefined) return null;
  const offers = [row.ticket_types, row.addons].flatMap((json) => JSON.parse(json) as CartOffer[]);
  const event = {
    organizerId,
    status: row.status,
    id: eventId,
    startsAt: row.starts_at,
    timezone: row.timezone,
    currency: row.currency,
    feePolicy: JSON.parse(row.fee_policy) as FeePolicy,
    hasPaymentInstructions: Boolean(row.has_payment_instructions),
    isSandbox: Boolean(row.is_sandbox),
    admitPerMinute: row.admit_per_minute,
    nameFields: row.name_fields,
    defaultLanguage: row.default_language,
    holdLimits: { perAddress: row.holds_per_address, perEmail: row.holds_per_email },
    offers: new Map(offers.map((offer) => [offer.id, offer])),
  };
  return { event, questions: row.questions };
}
