import { Failure } from '@organizer/shared/request';
import { clearFieldError, explain, runAction, showFailure, showFieldErrors } from './actions.ts';
import { messages } from './messages.ts';
import { page } from './page.ts';
import { cannotBePaid, quoteChoice, scheduleQuote } from './quote.ts';
import { hasChoice, lineErrors, loadEvent, maxQuantity, type Offer, quantityOf, shortageOf } from './selection.ts';
import { announce, change, focusOn, goTo, state } from './state.ts';

/**
 * Sets the quantity of a ticket type or add-on. A quantity above the maximum becomes the maximum, and the page says so.
 *
 * @param requested a quantity below the minimum becomes zero if it is lower than the current quantity, otherwise the minimum
 */
export function setQuantity(offer: Offer, requested: number): void {
  const { id, minPerOrder: min = 1 } = offer;
  const currentQuantity = quantityOf(id);
  const max = maxQuantity(offer);
  let quantity = Math.min(Math.max(0, requested), max);
  if (quantity > 0 && quantity < min) quantity = quantity < currentQuantity ? 0 : min;
  showLimit(id, requested, max);
  if (quantity === currentQuantity) return;
  const choice = quantity > 0 ? { ...state.choice, [id]: quantity } : without(state.choice, id);
  change({ choice });
  clearFieldError(id);
  scheduleQuote();
}

function showLimit(id: string, requested: number, max: number): void {
  if (requested <= max) {
    change({ limited: without(state.limited, id) });
    return;
  }
  const { atMost, reducedTo } = messages.offers;
  // The button "+" at the maximum requests one more: then the text does not say that a number was changed.
  const text = requested > max + 1 ? reducedTo({ quantity: requested, max }) : atMost({ quantity: max });
  announce(text);
  change({ limited: { ...state.limited, [id]: text } });
}

function without<V>(record: Readonly<Record<string, V>>, removedKey: string): Record<string, V> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== removedKey));
}

/** Continues to the details if all chosen tickets and add-ons are available. */
export function confirmChoice(): void {
  runAction('choose', async () => {
    if (!hasChoice()) return showFieldErrors({}, messages.offers.chooseSomething);
    if (page.preview !== null) return showPreviewEnd();
    try {
      const quote = await quoteChoice();
      // The add-ons of ticket holders are chosen in the next step.
      const shortages = quote.shortages.filter(({ ticketTypeId, addonId }) =>
        quantityOf(ticketTypeId ?? addonId ?? ''),
      );
      if (shortages.length > 0) {
        loadEvent().catch(() => {});
        return showFieldErrors({}, shortagesText(shortages));
      }
      if (cannotBePaid(quote)) return focusOn('#unpayable');
      goTo('details');
    } catch (error) {
      if (!(error instanceof Failure)) return; // The choice was changed during the request.
      const fieldErrors = lineErrors(error);
      change({ isQuoting: false });
      if (Object.keys(fieldErrors).length > 0) return showFieldErrors(fieldErrors);
      throw error;
    }
  });
}

/** Tickets of a draft cannot be bought, so a preview ends after the choice. */
function showPreviewEnd(): void {
  focusOn('#notice');
  change({ notice: { kind: 'info', text: messages.preview.notForSale } });
}

/** Returns to the choice after a rejected reservation. Shows the lines that are not available, and the current stock. */
export async function returnToChoice(failure: Failure): Promise<void> {
  const fieldErrors = lineErrors(failure);
  goTo('choose', { quoted: null });
  await Promise.allSettled([loadEvent(), quoteChoice()]);
  focusOn('#notice');
  // Lines with a shortage show the current stock from the quote. Other lines show the errors of the reservation.
  const otherErrors = Object.fromEntries(Object.entries(fieldErrors).filter(([id]) => shortageOf(id) === null));
  const shortages = state.quoted?.quote.shortages ?? [];
  const text = shortages.length > 0 ? shortagesText(shortages) : explain(failure);
  change({ notice: { kind: 'error', text }, fieldErrors: otherErrors });
}

/** Shows the step in which buyers choose tickets, and requests the price of the current choice. */
export function startChoosing(): void {
  goTo('choose');
  if (state.event === null) {
    loadEvent().catch((error: unknown) => showFailure(error, startChoosing));
  }
  scheduleQuote(0);
}

/** The lines that exceed the stock: `Wave E is sold out. Only 2 of Wave F are left.` */
function shortagesText(shortages: readonly { readonly name: string; readonly available: number }[]): string {
  const { offers, failures, formats } = messages;
  const soldOut = shortages.filter(({ available }) => available === 0).map(({ name }) => name);
  return [
    ...(soldOut.length === 0 ? [] : [offers.soldOut({ count: soldOut.length, names: formats.list(soldOut) })]),
    ...shortages
      .filter(({ available }) => available > 0)
      .map((shortage) => failures.fieldErrors.not_enough_left(shortage)),
    offers.restUnchanged,
  ].join(' ');
}
