import { type Language, languageOfTag } from '#messages/languages';
import { emailForm } from '#shared/email-form';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { assertVersion, type IfMatch, versionOf } from '../../platform/http/entity-tags.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import {
  bibText,
  getEventRow,
  lockBibCounter,
  nextBibAfter,
  readTicketTypesToIssue,
  releaseBibs,
  setBibCounter,
} from '../catalog/index.ts';
import { readAddonIdsByTicket, setBuyerEmailOfEntitlements } from '../entitlements/index.ts';
import { assertDeliverableEmail } from '../otp/index.ts';
import { type AnswerChange, changeAnswers } from '../questions/index.ts';
import {
  changedTicketFields,
  findTakenBibs,
  findTicketToChange,
  holderNameErrors,
  holderNameOf,
  partsOfName,
  replaceQrCodes,
  setTicket,
  type TicketChange,
  type TicketToChange,
  touchTickets,
} from '../tickets/index.ts';
import { type LockedOrder, lockOrder, type OrderRow, offerIdOf, removedAt } from './load-order.ts';
import { indexOrders } from './search-index.ts';
import { nextLinkVersion, updateOrder } from './transition.ts';
import { changedOrderFields, emitUpdated } from './webhooks.ts';

/** The corrected values of a buyer. A missing value is not changed. */
interface BuyerCorrection {
  readonly email?: string;
  readonly name?: string | null;
  readonly phone?: string | null;
  /** By question id; null removes an answer. */
  readonly answers?: Answers;
}

type Answers = Readonly<Record<string, unknown>>;

/** The corrected values of the holder of a ticket. A missing value is not changed. */
interface HolderCorrection {
  readonly holderName?: string | null;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly bib?: string;
  readonly category?: string | null;
  /** By question id; null removes an answer. */
  readonly answers?: Answers;
}

/**
 * Corrects the buyer of an order. If the e-mail address becomes that of another mailbox, all links to the order become invalid: after
 * this, only the owner of the new e-mail address can read the order. `updatedAt` of the order and of its tickets changes, and of its
 * add-ons if the e-mail address changes. `order.updated` is emitted, and `ticket.updated` for new QR codes. No mail is sent.
 *
 * @param options.replaceQrCodes whether the valid tickets of the order get new QR codes
 * @throws ApiError `not_found`; `invalid_request` if no mail can be sent to the e-mail address; `personal_data_removed` if the
 *   personal data of the order was removed; `resource_changed` if the order is not in a version of `ifMatch`
 */
export async function correctBuyer(
  db: Db,
  scope: RequestScope,
  orderNumber: string,
  { email, name, phone, answers }: BuyerCorrection,
  options: { readonly replaceQrCodes: boolean },
  ifMatch: IfMatch | null,
): Promise<void> {
  const { organizerId } = scope;
  if (email !== undefined) assertDeliverableEmail('email', email);
  await db.transaction().execute(async (tx) => {
    const locked = await lockOrder(tx, organizerId, orderNumber);
    const { order } = locked;
    assertPersonalData(order);
    assertOrderVersion(ifMatch, order);
    const now = timestamp(scope.clock.now());
    const isOtherMailbox = email !== undefined && emailForm(email) !== emailForm(order.buyer_email);
    const ticketIds = options.replaceQrCodes ? await replaceQrCodes(tx, organizerId, order.order_number, now) : [];
    const columns = {
      ...(email === undefined ? {} : { buyer_email: email }),
      ...(name === undefined ? {} : { buyer_name: name }),
      ...(phone === undefined ? {} : { buyer_phone: phone }),
    };
    const { isBuyerAnswered } = await changeAnswersOf(tx, locked, { buyer: { path: 'answers', answers } }, {}, now);
    const links = isOtherMailbox ? { link_version: nextLinkVersion } : {};
    await updateOrder(tx, order, { ...columns, ...links }, now);
    await indexOrders(tx, organizerId, [order.order_number]);
    await touchTickets(tx, organizerId, order.order_number, now);
    if (email !== undefined) await setBuyerEmailOfEntitlements(tx, organizerId, order.order_number, email, now);
    const fields = correctedFields({ email, name, phone, answers });
    const changed = [...changedOrderFields(order, columns), ...(isBuyerAnswered ? (['buyer.answers'] as const) : [])];
    const change = { fields: changed, ticketFields: ['qrValue'] as const, ticketIds };
    await emitUpdated(tx, order, change, now);
    const details = { fields, ...(options.replaceQrCodes ? { tickets: ticketIds.length } : {}) };
    await recordAudit(tx, scope, { action: 'order.correct_buyer', subject: order.order_number, details, at: now });
  });
}

/**
 * Corrects the holder of a ticket. `updatedAt` of the ticket and of its order changes. `order.updated` and `ticket.updated` are
 * emitted. No mail is sent.
 *
 * @throws ApiError `not_found` if the organizer has no such order, or the order has no such ticket; `invalid_fields`;
 *   `resource_changed` if the order is not in a version of `ifMatch`
 */
export async function correctHolder(
  db: Db,
  scope: RequestScope,
  { orderNumber, ticketId }: { orderNumber: string; ticketId: string },
  correction: HolderCorrection,
  ifMatch: IfMatch | null,
): Promise<void> {
  const { organizerId } = scope;
  await db.transaction().execute(async (tx) => {
    const locked = await lockOrder(tx, organizerId, orderNumber);
    const { order } = locked;
    const ticket = await findTicketToChange(tx, organizerId, ticketId);
    if (ticket?.orderNumber !== order.order_number) {
      throw new ApiError('ticket_not_found', { ticketId: ticketId.slice(0, 100) });
    }
    assertOrderVersion(ifMatch, order);
    const now = timestamp(scope.clock.now());
    const holder = { ticket, path: 'answers', answers: correction.answers };
    const { ticketIds } = await changeAnswersOf(tx, locked, { holders: [holder] }, {}, now);
    await updateTicket(tx, order, ticket, holderColumns(correction, ticket), { isAnswered: ticketIds.length > 0 }, now);
    const details = { orderNumber: order.order_number, fields: correctedFields(correction) };
    await recordAudit(tx, scope, { action: 'ticket.correct_holder', subject: ticketId, details, at: now });
  });
}

/** How answers are changed. Staff can leave required questions open. */
interface AnswerOptions {
  readonly requireAll?: boolean;
  readonly language?: Language | null;
}

/** The answers of a person in a request; undefined changes none. */
interface AnswersAt {
  /** The path of the answers in the request. */
  readonly path: string;
  readonly answers: Answers | undefined;
}

interface ChangedPersons {
  readonly buyer?: AnswersAt;
  /** Each ticket once. */
  readonly holders?: readonly (AnswersAt & { readonly ticket: Pick<TicketToChange, 'id' | 'ticketTypeId'> })[];
}

/**
 * Changes answers of the buyer and of ticket holders of a locked order.
 *
 * @returns whether an answer of the buyer has changed, and the tickets whose holder has changed one
 */
export async function changeAnswersOf(
  tx: Db,
  { order, items }: LockedOrder,
  { buyer, holders = [] }: ChangedPersons,
  { requireAll = false, language = languageOfTag(order.language) }: AnswerOptions,
  now: string,
): Promise<{ isBuyerAnswered: boolean; ticketIds: string[] }> {
  const { organizer_id: organizerId, order_number: orderNumber, event_id: eventId } = order;
  const isHolderAnswered = holders.some(({ answers }) => answers !== undefined);
  const types = isHolderAnswered ? await readTicketTypesToIssue(tx, organizerId, eventId) : null;
  const addonIds = isHolderAnswered ? await readAddonIdsByTicket(tx, organizerId, orderNumber) : null;
  const ofHolders = holders.flatMap(({ ticket: { id: ticketId, ticketTypeId }, path, answers }): AnswerChange[] => {
    if (answers === undefined) return [];
    const { ageDay, ageError } = types!.get(ticketTypeId)!;
    const limits = requireAll ? { ageDay, ageError } : { ageDay };
    const offerIds = [ticketTypeId, ...(addonIds!.get(ticketId) ?? [])];
    return [{ ticketId, path, answers, offerIds, ...limits }];
  });
  const ofBuyer: AnswerChange[] =
    buyer?.answers === undefined
      ? []
      : [{ ticketId: null, path: buyer.path, answers: buyer.answers, offerIds: items.map(offerIdOf) }];
  const changes = [...ofBuyer, ...ofHolders];
  if (changes.length === 0) return { isBuyerAnswered: false, ticketIds: [] };
  assertPersonalData(order);
  const { default_language: eventLanguage } = await getEventRow(tx, organizerId, eventId);
  const shownIn = { pageLanguage: language, eventLanguage };
  const changed = await changeAnswers(tx, organizerId, { orderNumber, eventId, shownIn, requireAll }, changes, now);
  const ticketIds = changed.map(({ ticketId }) => ticketId);
  return { isBuyerAnswered: ticketIds.includes(null), ticketIds: ticketIds.filter((id) => id !== null) };
}

/** @throws ApiError `resource_changed` if the order is not in a version of `ifMatch` */
export function assertOrderVersion(ifMatch: IfMatch | null, order: OrderRow): void {
  assertVersion(ifMatch, versionOf(order.order_number, order.updated_at));
}

/** @throws ApiError `personal_data_removed` if the personal data of the order was removed */
function assertPersonalData(order: OrderRow): void {
  if (removedAt(order) !== null) throw new ApiError('personal_data_removed', { orderNumber: order.order_number });
}

/**
 * Changes a ticket of a locked order, and emits `order.updated` and `ticket.updated`.
 *
 * @param options.isAnswered whether answers of the holder were changed
 * @throws ApiError `bib_taken` if another ticket of the event has the new bib; `personal_data_removed` if the ticket would get a name
 *   after the personal data of its order was removed
 */
export async function updateTicket(
  tx: Db,
  order: OrderRow,
  ticket: TicketToChange,
  change: TicketChange,
  { isAnswered }: { isAnswered: boolean },
  now: string,
): Promise<void> {
  if (typeof change.holder_name === 'string') assertPersonalData(order);
  // A ticket without a bib has its id in the column.
  const columns = change.bib === '' ? { ...change, bib: ticket.id } : change;
  if (columns.bib !== undefined && columns.bib !== ticket.bib) await changeBib(tx, order, ticket, columns.bib);
  await setTicket(tx, order.organizer_id, ticket, columns, now);
  await updateOrder(tx, order, {}, now);
  await indexOrders(tx, order.organizer_id, [order.order_number], new Map([[ticket.id, ticket.bib]]));
  const ticketFields = [...changedTicketFields(ticket, columns), ...(isAnswered ? (['answers'] as const) : [])];
  await emitUpdated(tx, order, { ticketFields, ticketIds: [ticket.id] }, now);
}

/** Locks the bibs of an event, and asserts that none of its tickets has this one. The former bib of the ticket becomes free. */
async function changeBib(
  tx: Db,
  { organizer_id: organizerId, event_id: eventId }: OrderRow,
  ticket: TicketToChange,
  bib: string,
): Promise<void> {
  await releaseBibs(tx, organizerId, eventId, ticket.bib);
  const next = await lockBibCounter(tx, organizerId, eventId);
  const taken = await findTakenBibs(tx, organizerId, [bib]);
  if (taken.some((ticket) => ticket.eventId === eventId)) throw new ApiError('bib_taken', {});
  await setBibCounter(tx, organizerId, eventId, nextBibAfter(bib, next));
}

/**
 * The columns of the holder of a ticket. One part of a divided name can be corrected; a name that is corrected alone is no longer divided.
 *
 * @throws ApiError `invalid_fields` if the name is not valid
 */
export function holderColumns(
  { holderName, firstName, lastName, bib, category }: HolderCorrection,
  stored: TicketToChange,
): TicketChange {
  const isDivided = firstName !== undefined || lastName !== undefined;
  const parts = partsOfName({ holderName: stored.holder_name, firstNameLength: stored.first_name_length });
  const name = isDivided
    ? { holderName, firstName: firstName ?? parts?.firstName, lastName: lastName ?? parts?.lastName }
    : { holderName };
  const fields = holderNameErrors(name);
  if (fields.length > 0) throw new ApiError('invalid_fields', { part: 'body' }, { fields });
  const corrected = holderNameOf(name);
  return {
    ...(isDivided || holderName !== undefined
      ? { holder_name: corrected.holderName, first_name_length: corrected.firstNameLength }
      : {}),
    ...(bib === undefined ? {} : { bib: bibText(bib) }),
    ...(category === undefined ? {} : { category }),
  };
}

function correctedFields(correction: object): string[] {
  return Object.entries(correction).flatMap(([field, value]) => (value === undefined ? [] : [field]));
}
