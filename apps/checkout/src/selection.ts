import type { EventOnSale, PublicAddon, Shortage } from '@organizer/shared/api';
import { labelOf } from '@organizer/shared/questions/question';
import type { Failure } from '@organizer/shared/request';
import { explainField } from './actions.ts';
import { request } from './api.ts';
import { messages } from './messages.ts';
import { page } from './page.ts';
import { change, noBuyer, state } from './state.ts';
import { isSameEmail } from './text.ts';

/** A ticket type or an add-on. An add-on has no quantity limits. */
export interface Offer {
  readonly id: string;
  readonly minPerOrder?: number;
  readonly maxPerOrder?: number;
}

/** The chosen quantity of a ticket type or add-on. */
export function quantityOf(id: string): number {
  return state.choice[id] ?? 0;
}

export function hasChoice(): boolean {
  return Object.keys(state.choice).length > 0;
}

/** The number of chosen tickets, without add-ons. */
export function ticketCount(): number {
  return state.event?.ticketTypes.reduce((sum, { id }) => sum + quantityOf(id), 0) ?? 0;
}

/**
 * Reads the cart and the e-mail address from the URL, if the page was opened by the link in an e-mail with a code. Removes them from the
 * URL. The code is valid for this page too.
 *
 * @returns whether the URL has a cart
 */
export function extractCart(): boolean {
  const link = new URLSearchParams(location.hash.slice(1));
  const [cart, email, sentAt] = [link.get('cart'), link.get('email'), link.get('sentAt')];
  if (cart === null || email === null || sentAt === null) return false;
  history.replaceState(history.state, '', location.pathname + location.search);
  // The page of this tab is ahead of the e-mail.
  if (state.reservation !== null) return false;
  const lines = cart.split('.').map((line) => line.split('~'));
  const choice = Object.fromEntries(
    lines.map(([id = '', quantity]) => [id, Number(quantity)] as const).filter(([, quantity]) => quantity > 0),
  );
  const codeSent = { email, atMs: Date.parse(sentAt) };
  // A draft in this browser can be that of another person.
  const isOfBuyer = isSameEmail(state.buyer.email, email);
  const persons = isOfBuyer ? {} : { buyer: { ...noBuyer, email }, holders: {}, draftSavedAt: null };
  change({ choice, ...persons, codeSent, cartSentAt: sentAt });
  return true;
}

/** The largest quantity in one order. */
export function maxQuantity({ maxPerOrder }: Offer): number {
  return maxPerOrder ?? page.addonsMax;
}

/** The add-ons that are bought for the order, or for each ticket holder. */
export function addonsFor(assignedTo: PublicAddon['assignedTo']): readonly PublicAddon[] {
  return (state.event?.addons ?? []).filter((addon) => addon.assignedTo === assignedTo);
}

/** The chosen quantity of an add-on of a ticket holder. */
function quantityOfHolder(ticketTypeId: string, index: number, { id, maxPerHolder }: PublicAddon): number {
  return Math.min(state.holders[ticketTypeId]?.[index]?.addons?.[id] ?? 0, maxPerHolder ?? 0);
}

/** The holders of the chosen tickets with their add-ons, in the order of a request. */
export function chosenAttendees() {
  const ofHolders = addonsFor('holder');
  return (state.event?.ticketTypes ?? []).flatMap(({ id: ticketTypeId }) =>
    Array.from({ length: quantityOf(ticketTypeId) }, (_, index) => {
      const addons = ofHolders
        .map((addon) => ({ addonId: addon.id, quantity: quantityOfHolder(ticketTypeId, index, addon) }))
        .filter(({ quantity }) => quantity > 0);
      return { ticketTypeId, addons };
    }),
  );
}

/** The ids of the chosen ticket types and add-ons with their quantities: an add-on of ticket holders once for each holder. */
export function chosenOffers(): (readonly [id: string, quantity: number])[] {
  const ofHolders = chosenAttendees().flatMap(({ addons }) => addons);
  return [...Object.entries(state.choice), ...ofHolders.map(({ addonId, quantity }) => [addonId, quantity] as const)];
}

/** The chosen lines for a request body, and their ids in the same order, because errors name a line by its position. */
export function chosenLines(): { items: object[]; addons: object[]; itemIds: string[]; addonIds: string[] } {
  const { ticketTypes = [] } = state.event ?? {};
  const addons = addonsFor('order');
  const itemIds = ticketTypes.map(({ id }) => id).filter((id) => quantityOf(id) > 0);
  const addonIds = addons.map(({ id }) => id).filter((id) => quantityOf(id) > 0);
  return {
    items: itemIds.map((ticketTypeId) => ({ ticketTypeId, quantity: quantityOf(ticketTypeId) })),
    addons: addonIds.map((addonId) => ({ addonId, quantity: quantityOf(addonId) })),
    itemIds,
    addonIds,
  };
}

/** The errors of a response that belong to lines, by the id of the line. */
export function lineErrors(failure: Failure): Record<string, string> {
  const { itemIds, addonIds } = chosenLines();
  const fieldErrors: Record<string, string> = {};
  for (const error of failure.fieldErrors) {
    const [, list, position] = /^(items|addons)\.(\d+)\b/.exec(error.path) ?? [];
    const id = list === undefined ? undefined : (list === 'items' ? itemIds : addonIds)[Number(position)];
    if (id !== undefined) fieldErrors[id] = explainField(error);
  }
  return fieldErrors;
}

/** The shortage of a line in the last quote; null if the chosen quantity is available. */
export function shortageOf(id: string): Shortage | null {
  const shortage = state.quoted?.quote.shortages.find((line) => (line.ticketTypeId ?? line.addonId) === id);
  return shortage !== undefined && quantityOf(id) > shortage.available ? shortage : null;
}

/** The event with its questions in the language of the page, if they are translated. The sex has labels of this program. */
function inLanguage(event: EventOnSale): EventOnSale {
  const language = document.documentElement.lang as keyof EventOnSale['questions'][number]['translations'];
  const questions = event.questions.map((question) => {
    const { label, help, options } = question.translations[language] ?? {};
    const labels: Readonly<Record<string, string>> = question.key === 'sex' ? messages.answers.sex : (options ?? {});
    return {
      ...question,
      label: label ?? question.label,
      help: help ?? question.help,
      options: question.options?.map((option) => ({ ...option, label: labelOf(option, labels) })) ?? null,
    };
  });
  return { ...event, questions };
}

/** Reads the event; a preview contains it. Removes chosen ticket types and add-ons that are no longer offered, and shows a notice about it. */
export async function loadEvent(): Promise<void> {
  // The server preloads this URL.
  const url = `events/${page.eventId}?lang=${document.documentElement.lang}`;
  const event = inLanguage(page.preview ?? (await request<EventOnSale>('GET', url)));
  const addons = event.addons.filter(({ assignedTo }) => assignedTo === 'order');
  const offeredIds = new Set([...event.ticketTypes, ...addons].map(({ id }) => id));
  const choice = Object.fromEntries(Object.entries(state.choice).filter(([id]) => offeredIds.has(id)));
  const removedLines = Object.keys(state.choice).length - Object.keys(choice).length;
  change({ event, choice });
  if (removedLines > 0)
    change({ notice: { kind: 'info', text: messages.offers.removedLines({ lines: removedLines }) } });
}
