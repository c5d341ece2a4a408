import type { Quote } from '@organizer/shared/api';
import { Failure } from '@organizer/shared/request';
import { explain } from './actions.ts';
import { request } from './api.ts';
import { page } from './page.ts';
import { chosenAttendees, chosenLines, hasChoice, lineErrors, loadEvent } from './selection.ts';
import { change, state } from './state.ts';

/** The price of a choice is requested if the choice has not changed for this time. */
const quoteDelayMs = 350;
/** An older price is requested again. */
const maxQuoteAgeMs = 30_000;
const minRetryDelayMs = 5_000;

let quoteTimer: ReturnType<typeof setTimeout> | undefined;
let pendingRequest: { key: string; response: Promise<Quote>; controller: AbortController } | null = null;

/** Requests the price of the choice after a delay. A call during the delay restarts the delay. A draft cannot be priced. */
export function scheduleQuote(delayMs = quoteDelayMs): void {
  if (page.preview !== null) return;
  clearTimeout(quoteTimer);
  pendingRequest?.controller.abort();
  pendingRequest = null;
  const isNeeded = hasChoice();
  change({ isQuoting: isNeeded, quoteError: null });
  if (isNeeded) quoteTimer = setTimeout(() => quoteChoice().catch(showQuoteError), delayMs);
}

/** The last price, if it was requested for the current choice. Null if the choice has changed since then. */
export function quoteOfChoice(): Quote | null {
  return state.quoted?.key === keyOfChoice() ? state.quoted.quote : null;
}

function cartOfChoice() {
  const { items, addons } = chosenLines();
  return { items, addons, attendees: chosenAttendees() };
}

function keyOfChoice(): string {
  return JSON.stringify(cartOfChoice());
}

/** The price of the current choice. The last response is used again if it is recent and for the same choice. */
export async function quoteChoice(): Promise<Quote> {
  clearTimeout(quoteTimer);
  const key = keyOfChoice();
  const { quoted } = state;
  if (quoted?.key === key && quoted.quote.shortages.length === 0 && Date.now() - quoted.atMs < maxQuoteAgeMs) {
    change({ isQuoting: false });
    return quoted.quote;
  }
  if (pendingRequest?.key !== key) {
    pendingRequest?.controller.abort();
    const controller = new AbortController();
    const body = { eventId: page.eventId, ...cartOfChoice() };
    const response = request<Quote>('POST', 'quote', { body, signal: controller.signal });
    pendingRequest = { key, controller, response };
    change({ isQuoting: true, quoteError: null });
  }
  const currentRequest = pendingRequest;
  const quote = await currentRequest.response.finally(() => {
    if (pendingRequest === currentRequest) pendingRequest = null;
  });
  change({ quoted: { key, quote, atMs: Date.now() }, isQuoting: false });
  return quote;
}

function showQuoteError(error: unknown): void {
  if (!(error instanceof Failure)) return; // Aborted in favor of a newer request.
  const fieldErrors = lineErrors(error);
  const hasLineErrors = Object.keys(fieldErrors).length > 0;
  change({
    isQuoting: false,
    quoteError: hasLineErrors ? null : explain(error),
    fieldErrors: { ...state.fieldErrors, ...fieldErrors },
  });
  if (error.status === 429) scheduleQuote(Math.max(error.retryAfterSeconds * 1_000, minRetryDelayMs));
  if (error.code === 'invalid_state') loadEvent().catch(() => {});
}

/** Whether the order cannot be paid, because the organizer has not set up a way to pay. */
export function cannotBePaid({
  feeBreakdown,
  paymentMethods,
}: Pick<Quote, 'feeBreakdown' | 'paymentMethods'>): boolean {
  return feeBreakdown.total > 0 && paymentMethods.length === 0;
}
