import type { BuyerOrder, FieldError, PayResult, Reservation } from '@organizer/shared/api';
import { Failure } from '@organizer/shared/request';
import { newUuid } from '@organizer/shared/uuid';
import { explainField, requireField, runAction, showFieldErrors } from './actions.ts';
import { request, serverNow } from './api.ts';
import { returnToChoice, startChoosing } from './choosing.ts';
import { codeLength, ensureCode, enteredEmail, isProven, verifyCode } from './email-code.ts';
import { messages } from './messages.ts';
import { fetchOrder, isHeld, isPaid, listOwnOrders, noOrder, orderUrl, readOrder, startNewOrder } from './order.ts';
import { page } from './page.ts';
import {
  askedBuyer,
  buyerNameFields,
  checkAnswers,
  fullName,
  type Holder,
  holders,
  type NameField,
  type Person,
} from './persons.ts';
import { quoteChoice } from './quote.ts';
import { redirectTo } from './redirect.ts';
import { chosenAttendees, chosenLines, hasChoice, loadEvent } from './selection.ts';
import { change, goTo, noBuyer, type OwnOrder, state } from './state.ts';
import { digitsOf, isEmail } from './text.ts';

export type PaymentMethod = Reservation['paymentMethods'][number];

/** Checks the buyer's details, then the code, then reserves the chosen lines and continues to the payment. */
export function confirmDetails(): void {
  runAction('details', submitDetails);
}

async function submitDetails(): Promise<void> {
  if (!hasChoice()) return startChoosing();
  const email = enteredEmail();
  const codeError = await findCodeError(email);
  const earlierOrder = isProven(email) ? await findOrderOfCart() : null;
  if (earlierOrder !== null) return redirectTo(orderUrl(earlierOrder));
  const fieldErrors = { ...(isOfOtherPage() ? {} : findDetailErrors()), ...codeError };
  if (Object.keys(fieldErrors).length > 0) return showAtDetails(fieldErrors);
  if (!isProven(email)) {
    if (state.screen !== 'details') goTo('details');
    await ensureCode();
    return requireField('code', messages.code.enter({ digits: codeLength, email }));
  }
  await reserve().catch(handleRejection);
}

/** The error of the code, if a complete one is entered. It is verified. */
async function findCodeError(email: string): Promise<Record<string, string>> {
  const code = digitsOf(state.code);
  const isComplete = isEmail(email) && !isProven(email) && code.length === codeLength;
  const error = isComplete ? await verifyCode(email, code) : null;
  return error === null ? {} : { code: error };
}

/** The errors of the details, by field, in the order of the page. */
function findDetailErrors(): Record<string, string> {
  const { required } = messages.failures.fieldErrors;
  const missingNames = (path: string, fields: readonly NameField[]) => {
    const missing = fields.filter(({ value }) => value.trim() === '');
    const textOf = ({ field }: NameField) => (field === 'name' ? messages.details.enterName : required);
    return Object.fromEntries(missing.map((name) => [`${path}.${name.field}`, textOf(name)]));
  };
  const namesOf = ({ ticketType, path, nameFields }: Holder) =>
    ticketType.holderName === 'required' || nameFields.some(({ value }) => value.trim() !== '')
      ? missingNames(path, nameFields)
      : {};
  return {
    ...(isEmail(enteredEmail()) ? {} : { 'buyer.email': messages.details.enterEmail }),
    ...missingNames('buyer', buyerNameFields()),
    ...checkAnswers(askedBuyer()).fieldErrors,
    ...Object.assign(
      {},
      ...holders().map((holder) => ({
        ...namesOf(holder),
        ...checkAnswers(holder).fieldErrors,
      })),
    ),
  };
}

/** Whether there is a reservation that was made in another page, whose persons this page does not know. */
export function isOfOtherPage(): boolean {
  return state.reservation !== null && state.reservedFor === null && isHeld();
}

/** The maximum number of requests for a reservation. The second request is sent only if the first reservation has already expired. */
const maxReserveAttempts = 2;

async function reserve(): Promise<void> {
  const { body, key } = reservationRequest();
  const { reservation: currentReservation } = state;
  if (currentReservation !== null && isHeld()) {
    if (isOfOtherPage() || state.reservedFor === key) return goTo('pay');
    // The order was changed. The new reservation can need the stock of the current one.
    if ((await cancel(currentReservation)) === 'paid') return;
  }
  for (let attempts = 1; attempts <= maxReserveAttempts; attempts += 1) {
    // A repeated request has the same idempotency key, so that it does not create a second reservation.
    const repeatedAttempt = state.attempt?.body === key ? state.attempt : null;
    const attempt = repeatedAttempt ?? { key: newUuid(), body: key };
    change({ attempt });
    const reservation = await request<Reservation>('POST', 'reserve', {
      body: { ...body, buyerToken: state.proof?.token },
      idempotencyKey: attempt.key,
    });
    change({ attempt: null });
    // The reservation of the first request may have expired.
    if (repeatedAttempt !== null && Date.parse(reservation.expiresAt) <= serverNow()) continue;
    return goTo('pay', { ...noOrder, reservation, reservedFor: key });
  }
}

/**
 * If the link in an e-mail opened this page with its cart: the order that the buyer has made with this cart since then, in a page that was
 * closed.
 */
async function findOrderOfCart(): Promise<OwnOrder | null> {
  const { cartSentAt, proof } = state;
  if (cartSentAt === null || proof === null) return null;
  const [newest] = await listOwnOrders(proof.token);
  change({ cartSentAt: null });
  return newest !== undefined && newest.createdAt >= cartSentAt ? newest : null;
}

/**
 * Continues a reservation that was made in another page.
 *
 * @param reservationToken the token from the link to its order
 * @returns whether the reservation can be continued: not if its tickets are no longer on sale
 */
export async function resumeReservation(order: BuyerOrder, reservationToken: string): Promise<boolean> {
  const { orderNumber, eventId, currency, items, feeBreakdown, buyer } = order;
  const choice = Object.fromEntries(items.map((item) => [item.ticketTypeId ?? item.addonId, item.quantity]));
  const email = buyer.email ?? '';
  change({ choice, buyer: { ...noBuyer, name: buyer.name ?? '', email, phone: buyer.phone ?? '' }, holders: {} });
  const quote = await quoteChoice().catch(nullIfRejected);
  if (quote === null) return false;
  const { paymentMethods } = quote;
  const expiresAt = order.expiresAt ?? order.createdAt;
  const reservation: Reservation = {
    ...{ orderNumber, reservationToken, status: 'pending', eventId, currency, expiresAt, feeBreakdown, paymentMethods },
    lines: items.map((item) => ({ ...item, attendee: null })),
  };
  change({ ...noOrder, linkedOrder: null, reservation });
  history.replaceState(history.state, '', page.path);
  // Each step has an entry in the history of the browser, so that Back leads to it.
  goTo('choose');
  goTo('details');
  if (isProven(email)) goTo('pay');
  return true;
}

/** Null for a response that stays the same if the request is repeated. */
function nullIfRejected(error: unknown): null {
  if (error instanceof Failure && !error.isTemporary) return null;
  throw error;
}

/** The body of the request without the proof of the e-mail address, which can change. `key` identifies the request. */
function reservationRequest(): { body: object; key: string } {
  const { items, addons } = chosenLines();
  const { email, phone } = state.buyer;
  const attendees = holders().map((holder) => ({
    ticketTypeId: holder.ticketType.id,
    ...Object.fromEntries(holder.nameFields.map(({ field, value }) => [field, value.trim() || null])),
    ...answersFor(holder),
    ...(holder.addons.length > 0 ? { addons: holder.addons } : {}),
  }));
  const contact = { email: email.trim(), name: fullName(buyerNameFields()), phone: phone.trim() || null };
  const body = { eventId: page.eventId, items, addons, buyer: { ...contact, ...answersFor(askedBuyer()) }, attendees };
  return { body, key: JSON.stringify(body) };
}

/** The answers of a person in a request, if there are any. */
function answersFor(person: Person): { answers?: object } {
  const { answers } = checkAnswers(person);
  return Object.keys(answers).length === 0 ? {} : { answers };
}

/** The paths of the fields of the details. */
const detailPath =
  /^(?:buyer\.(?:email|name|phone|answers\..+)|attendees\.\d+\.(?:holderName|firstName|lastName|answers\..+|addons\..+))$/;

/** Shows why the reservation was rejected, on the screen on which the buyer can correct it. */
async function handleRejection(failure: unknown): Promise<void> {
  if (!(failure instanceof Failure) || failure.isTemporary) throw failure;
  change({ attempt: null });
  // The server shows the waiting room in place of this page. The choice and the details stay in this tab.
  if (failure.code === 'not_admitted') return location.reload();
  if (failure.status === 401) return requestNewProof();
  if (failure.code === 'invalid_state') return returnToChoice(failure);
  if (failure.fieldErrors.some(({ path }) => !detailPath.test(path))) return returnToChoice(failure);
  const found = failure.fieldErrors.map((error) => ({ error, field: fieldOf(error), text: explainField(error) }));
  // The questions and the add-ons can have changed meanwhile.
  await loadEvent().catch(() => {});
  if (found.length === 0) throw failure;
  const shown = found.filter(({ error }) => !isOfGoneQuestion(error));
  // The next request is without the answers that nobody asks for anymore.
  if (shown.length === 0) return submitDetails();
  showAtDetails(Object.fromEntries(shown.map(({ field, text }) => [field, text])));
}

/** Whether an error is about an answer to a question that the event no longer has. */
function isOfGoneQuestion({ code, path }: FieldError): boolean {
  const id = path.split('.').at(-1);
  return code === 'unknown_question' && state.event?.questions.every((question) => question.id !== id) === true;
}

/** The id of the field that an error is about: that of an add-on has the id of the add-on. */
function fieldOf({ path }: FieldError): string {
  const [, person, holder, index] = /^(attendees\.(\d+)\.addons)\.(\d+)/.exec(path) ?? [];
  const addon = chosenAttendees()[Number(holder)]?.addons[Number(index)];
  return addon === undefined ? path : `${person}.${addon.addonId}`;
}

function showAtDetails(fieldErrors: Readonly<Record<string, string>>): void {
  if (state.screen !== 'details') goTo('details');
  showFieldErrors(fieldErrors);
}

/** Sends another code, because the proof of the e-mail address has expired. */
async function requestNewProof(): Promise<void> {
  goTo('details', { proof: null, codeSent: null });
  await ensureCode();
  requireField('code', messages.code.enterNew);
}

/**
 * Pays the reservation.
 *
 * @param method null for a free order, which is only confirmed
 */
export function pay(method: PaymentMethod | null): void {
  runAction('pay', async () => {
    const { reservation, proof } = state;
    if (reservation === null) return startChoosing();
    if (proof === null) return goTo('details');
    const { orderNumber, reservationToken } = reservation;
    const body = { orderNumber, reservationToken, buyerToken: proof.token, ...(method === null ? {} : { method }) };
    try {
      const { redirectUrl } = await request<PayResult>('POST', 'pay', { body });
      change({ paidWith: method ?? 'nothing' });
      if (redirectUrl !== null) return redirectTo(redirectUrl);
      await readOrder();
    } catch (error) {
      if (error instanceof Failure && error.status === 401) return requestNewProof();
      if (!(error instanceof Failure) || error.code !== 'invalid_state') throw error;
      await readOrder();
      if (state.screen === 'pay') throw error;
    }
  });
}

/** Cancels the reservation and starts a new order. */
export function cancelReservation(): void {
  runAction('cancel', async () => {
    const { reservation } = state;
    if (reservation !== null && (await cancel(reservation)) === 'paid') return;
    startNewOrder();
    change({ notice: { kind: 'info', text: messages.pay.cancelled } });
  });
}

/** Cancels the reservation and returns to the choice, where the reserved units can be chosen again. */
export function changeChoice(): void {
  const { reservation } = state;
  runAction('change-choice', async () => {
    if (reservation !== null && isHeld() && (await cancel(reservation)) === 'paid') return;
    startChoosing();
  });
}

/** Cancels a reservation. If it is already paid, its order is shown. */
async function cancel({ orderNumber, reservationToken }: Reservation): Promise<'cancelled' | 'paid'> {
  try {
    await request('POST', 'cancel', { body: { orderNumber, reservationToken } });
  } catch (error) {
    if (!(error instanceof Failure) || error.isTemporary) throw error;
    // The reservation has expired or is already paid. A paid order is shown.
    const order = await fetchOrder(orderNumber, reservationToken).catch(nullIfRejected);
    if (order !== null && isPaid(order)) {
      goTo('order', { order });
      return 'paid';
    }
  }
  change({ ...noOrder });
  return 'cancelled';
}
