import { type Language, languageOfTag } from '#messages/languages';
import { parseTimestamp } from '../../../platform/clock.ts';
import { lineError } from '../parse-line.ts';
import type { OrderLine } from '../schema.ts';
import { parseDecimal } from './exact-amount.ts';
import { asObject, asObjects, asText, type JsonObject } from './json-fields.ts';
import { combineUnits, type LineAttendee, type SoldUnit } from './order-items.ts';
import type { PretixCatalog, PretixOffer } from './pretix-catalog.ts';
import { type PretixMoney, readPretixMoney } from './pretix-money.ts';
import { attendeeFieldsOf, cut, externalIdOf, nameOfHolder, type SourceContext, settledElsewhere } from './source.ts';
import type { LineAnswer } from './source-questions.ts';

const maxBibLength = 50;

interface Position {
  readonly id: string;
  readonly offer: PretixOffer;
  readonly price: number;
  readonly listPrice: number;
  readonly tax: number;
  readonly isCancelled: boolean;
  readonly usedAt: string | null;
  readonly source: JsonObject;
}

/**
 * Converts an order of pretix to an import line.
 *
 * @returns null if the order is not imported; the reason is noted
 * @throws LineError if the order cannot be imported
 */
export function convertPretixOrder(
  order: JsonObject,
  catalog: PretixCatalog,
  context: SourceContext,
): OrderLine | null {
  const { notes } = context;
  const code = asText(order['code']);
  if (code === null) throw lineError('code', 'is missing');
  const example = `order ${code}`;
  const event = asText(order['event']);
  if (event !== null && event !== catalog.slug) throw lineError('event', `is "${event}", not "${catalog.slug}"`);
  if (order['testmode'] === true) {
    notes.left('test orders', 'they were no sales', example);
    return null;
  }
  const positions = asObjects(order['positions']).map((position) => readPosition(position, catalog, context, example));
  if (positions.length === 0) throw lineError('positions', 'are missing');
  const money = readPretixMoney(order, positions, catalog.currency, notes);
  const used = positions.filter(({ isCancelled }) => !isCancelled || money.includesCancelled);
  if (used.length === 0) {
    notes.left('orders whose positions are all cancelled', 'nothing of them was paid', example);
    return null;
  }
  const eventReference = eventOf(used, catalog);
  const isPaid = money.paidAt !== null || money.status === 'paid' || money.status === 'partially_refunded';
  const tickets = used.filter(({ offer }) => offer.kind === 'ticket');
  const attendees = new Map(tickets.map(({ id }, index) => [id, index]));
  const units = used.map((position) => unitOf(position, attendees, catalog.slug, money, isPaid));
  const { items, subtotal, discount } = combineUnits(units);
  const { platformFee, paymentFee } = money.fees;
  const total = subtotal - discount - money.discount + platformFee + paymentFee;
  const tax = used.reduce((sum, position) => sum + position.tax, 0);
  const createdAt = asText(order['datetime']);
  const language = languageOfTag(asText(order['locale']));
  noteOrder(order, used, context, example);
  return {
    type: 'order',
    externalId: externalIdOf('pretix', 'order', catalog.slug, code),
    eventId: eventReference,
    status: money.status,
    currency: catalog.currency,
    buyer: readBuyer(order, used, context, example),
    items,
    attendees: attendeesOf(used, money, isPaid, catalog, language, context, example),
    feeBreakdown: {
      subtotal,
      discount: discount + money.discount,
      platformFee,
      paymentFee,
      tax,
      total,
      organizerNet: total - platformFee - paymentFee - tax,
      paidBy: 'buyer',
    },
    ...(money.status === 'partially_refunded' || money.status === 'refunded'
      ? { refundedTotal: money.refundedTotal }
      : {}),
    ...(language === null ? {} : { language }),
    createdAt,
    updatedAt: asText(order['last_modified']) ?? createdAt,
    ...(isPaid ? { paidAt: later(money.paidAt, createdAt), paymentMethod: money.method, ...settledElsewhere } : {}),
    ...(money.status === 'pending' ? { expiresAt: asText(order['expires']) } : {}),
  };
}

function readPosition(source: JsonObject, catalog: PretixCatalog, { notes }: SourceContext, example: string): Position {
  const { currency } = catalog;
  const subevent = asText(source['subevent']);
  if (catalog.event(subevent) === undefined) throw lineError('subevent', `${subevent} is in no file with dates`);
  const [item, variation] = [asText(source['item']), asText(source['variation'])];
  const offer = catalog.offer(subevent, item, variation);
  if (offer === undefined) {
    throw lineError(
      'item',
      `${item}${variation === null ? '' : ` with the variation ${variation}`} is in no file with products`,
    );
  }
  const price = parseDecimal('price', asText(source['price']) ?? '', currency);
  const reduction = parseDecimal('voucher_budget_use', asText(source['voucher_budget_use']) ?? '0', currency);
  if (asText(source['voucher']) !== null) {
    notes.mapped('vouchers of orders', 'the discount of the order; the code of the voucher is not stored', example);
  }
  const entries = asObjects(source['checkins']).filter(({ type }) => type !== 'exit');
  const exits = asObjects(source['checkins']).length - entries.length;
  if (exits > 0) notes.left('exits', 'a ticket here is used or not; an exit does not make it valid again', example);
  if (entries.length > 1) notes.left('repeated entries', 'only the first entry is imported', example);
  const times = entries.flatMap(({ datetime }) => parseTimestamp(asText(datetime) ?? '') ?? []).sort();
  return {
    id: asText(source['id']) ?? '',
    offer,
    price,
    listPrice: price + Math.max(0, reduction),
    tax: parseDecimal('tax_value', asText(source['tax_value']) ?? '0', currency),
    isCancelled: source['canceled'] === true,
    usedAt: times[0] ?? null,
    source,
  };
}

/** The event of an order. An order here belongs to one event. */
function eventOf(positions: readonly Position[], catalog: PretixCatalog): string {
  const references = new Set(positions.map(({ source }) => catalog.event(asText(source['subevent']))?.reference));
  const [reference] = references;
  if (references.size !== 1 || reference === undefined) {
    throw lineError('positions', 'are for several dates of an event series; an order here has one event');
  }
  return reference;
}

/** @param attendees the index of the attendee of each ticket, by the id of its position */
function unitOf(
  { id, offer, price, listPrice, usedAt, isCancelled, source }: Position,
  attendees: ReadonlyMap<string, number>,
  slug: string,
  money: PretixMoney,
  isPaid: boolean,
): SoldUnit {
  const ref = externalIdOf('pretix', 'checkin', slug, id);
  return {
    kind: offer.kind,
    reference: offer.reference,
    price,
    listPrice,
    isRefunded: isPaid && (isCancelled || isWholeRefund(money)),
    attendee: offer.kind === 'addon' ? attendees.get(asText(source['addon_to']) ?? '') : undefined,
    use: isPaid && offer.kind === 'addon' && usedAt !== null ? { ref, createdAt: usedAt } : null,
  };
}

/** Whether all tickets of the order are void. */
function isWholeRefund({ status, isCancelledOrder }: PretixMoney): boolean {
  return status === 'refunded' || isCancelledOrder;
}

function readBuyer(
  order: JsonObject,
  positions: readonly Position[],
  context: SourceContext,
  example: string,
): OrderLine['buyer'] {
  const { notes } = context;
  const attendeeEmail = positions.map(({ source }) => asText(source['attendee_email'])).find((email) => email !== null);
  let email = asText(order['email']);
  if (email === null && attendeeEmail != null) {
    notes.mapped('orders without an e-mail address', 'the address of an attendee', example);
    email = attendeeEmail;
  }
  if (email === null && context.defaultEmail !== null) {
    notes.mapped('orders without an e-mail address', 'the address of --default-email', example);
    email = context.defaultEmail;
  }
  if (email === null) throw lineError('email', 'is missing: set an address for such orders with --default-email');
  const name = asText(asObject(order['invoice_address'])['name']);
  const phone = asText(order['phone']);
  return {
    email,
    ...(name === null ? {} : { name: cut(name, 300, 'names of buyers', notes, example) }),
    // The JSON export writes a missing number as this word.
    ...(phone === null || phone === 'None' ? {} : { phone: cut(phone, 50, 'telephone numbers', notes, example) }),
  };
}

function attendeesOf(
  positions: readonly Position[],
  money: PretixMoney,
  isPaid: boolean,
  catalog: PretixCatalog,
  language: Language | null,
  context: SourceContext,
  example: string,
): LineAttendee[] {
  const { notes } = context;
  const byId = new Map(positions.map((position) => [position.id, position]));
  const addons = Map.groupBy(
    positions.filter(({ offer }) => offer.kind === 'addon'),
    ({ source }) => asText(source['addon_to']) ?? '',
  );
  for (const [parent, rows] of addons) {
    if (byId.get(parent)?.offer.kind === 'ticket') continue;
    for (const { source } of rows) noteLostFields(source, context, example);
  }
  const tickets = positions.filter(({ offer }) => offer.kind === 'ticket');
  if (addons.size > 0)
    notes.left('QR codes of add-ons', 'an add-on here has no QR code; it is redeemed with a ticket', example);
  return tickets.map((position) => {
    const { source, offer, usedAt } = position;
    const parent = byId.get(asText(source['addon_to']) ?? '')?.source;
    const named = asText(source['attendee_name']) === null && parent !== undefined ? parent : source;
    const { answers, fields } = answersOf(position, addons.get(position.id) ?? [], catalog, language, example);
    const attendee: LineAttendee = {
      ticketTypeId: offer.reference,
      ...nameOfHolder(nameIn(named), notes, example),
      ...(answers.length > 0 ? { answers } : {}),
      ...(fields.length > 0 ? { fields: attendeeFieldsOf(fields, notes, example) } : {}),
    };
    if (!isPaid) {
      if (money.status === 'pending')
        notes.left('QR codes of unpaid orders', 'their tickets get new ones when they are paid', example);
      return attendee;
    }
    const isRefunded = position.isCancelled || isWholeRefund(money);
    const bib = readSeat(source, context, example);
    return {
      ...attendee,
      qrValue: asText(source['secret']),
      ...(bib === null ? {} : { bib }),
      status: usedAt !== null ? 'used' : isRefunded ? 'void' : 'valid',
      ...(usedAt === null ? {} : { usedAt }),
      ...(isRefunded && money.refundedAt !== null ? { refundedAt: money.refundedAt } : {}),
    };
  });
}

/** The name of an attendee. Middle names are first names. */
function nameIn(source: JsonObject) {
  const parts = asObject(source['attendee_name_parts']);
  const given = [asText(parts['given_name']), asText(parts['middle_name'])].filter((part) => part !== null);
  const first = given.length === 0 ? null : given.join(' ');
  return { whole: asText(source['attendee_name']), first, last: asText(parts['family_name']) };
}

/**
 * The answers of a ticket and its add-ons, and the data without a field here. A person has one answer to a question: a second one, of an add-on, is
 * a field with the name of the add-on.
 */
function answersOf(
  ticket: Position,
  addons: readonly Position[],
  catalog: PretixCatalog,
  language: Language | null,
  example: string,
): { answers: LineAnswer[]; fields: [string, string][] } {
  const answers = new Map<string, LineAnswer>();
  const fields: [string, string][] = [];
  for (const { source, offer } of [ticket, ...addons]) {
    const prefix = source === ticket.source ? '' : `${offer.name}: `;
    const event = catalog.event(asText(source['subevent']))?.reference ?? '';
    for (const sourceAnswer of asObjects(source['answers'])) {
      const found = catalog.questions.answer(event, sourceAnswer, language, example);
      if (found === null) continue;
      if (!('answer' in found)) fields.push([prefix + found.label, found.text]);
      else if (!answers.has(found.answer.questionId)) answers.set(found.answer.questionId, found.answer);
      else fields.push([prefix + found.answer.label, found.answer.text ?? '']);
    }
    for (const [name, label] of plainFields) {
      const text = asText(source[name]);
      if (text !== null) fields.push([prefix + label, text]);
    }
  }
  return { answers: [...answers.values()], fields };
}

/** Fields of a position that become fields of an attendee. */
const plainFields = [
  ['attendee_email', 'E-mail'],
  ['company', 'Company'],
  ['street', 'Street'],
  ['zipcode', 'Postal code'],
  ['city', 'City'],
  ['state', 'State'],
  ['country', 'Country'],
] as const;

function noteLostFields(source: JsonObject, { notes }: SourceContext, example: string): void {
  if (asObjects(source['answers']).length > 0)
    notes.left('answers of add-ons without a ticket', 'only tickets have fields here', example);
}

function readSeat(source: JsonObject, { notes }: SourceContext, example: string): string | null {
  const { seat } = source;
  const guid = asText(typeof seat === 'string' ? seat : asObject(seat)['seat_guid']);
  if (guid === null) return null;
  if (guid.length > maxBibLength) {
    notes.left('seats', `their identifiers have more than ${maxBibLength} characters`, example);
    return null;
  }
  notes.mapped('seats', 'the bib of the ticket is the identifier of the seat', example);
  return guid;
}

/** Notes the data of an order that is not imported. */
function noteOrder(order: JsonObject, positions: readonly Position[], { notes }: SourceContext, example: string): void {
  const invoice = asObject(order['invoice_address']);
  if (['company', 'street', 'zipcode', 'city', 'vat_id'].some((field) => asText(invoice[field]) !== null)) {
    notes.left('invoice addresses', 'a buyer has a name, an e-mail address and a telephone number here', example);
  }
  if (asText(order['comment']) !== null) notes.left('comments on orders', 'orders have no comments here', example);
  if (order['valid_if_pending'] === true)
    notes.left('tickets that are valid before payment', 'an unpaid order has no tickets here', example);
  if (order['require_approval'] === true)
    notes.left('orders that wait for approval', 'they are imported as unpaid', example);
  for (const { source } of positions) {
    if (source['blocked'] != null)
      notes.left('blocked tickets', 'a ticket cannot be blocked here; it is imported as valid', example);
    if (asText(source['valid_from']) !== null || asText(source['valid_until']) !== null) {
      notes.left('periods in which a ticket is valid', 'a ticket here is valid until it is used', example);
    }
  }
}

function later(time: string | null, other: string | null): string | null {
  if (time === null || other === null) return time ?? other;
  const [timeMs, otherMs] = [Date.parse(time), Date.parse(other)];
  return timeMs < otherMs ? other : time;
}
