import type { EventOnSale, Quote, Shortage } from '@organizer/shared/api';
import { act, endpoint, fault, tell } from './act.ts';
import { Failure, request } from './api.ts';
import { counted, sentence } from './format.ts';
import { announce, change, focusOn, goTo, page, state } from './state.ts';

const quietMsBeforeQuote = 350;
/** A price that is older is asked for again. */
const quoteMsMax = 30_000;
const retryMsMin = 5_000;

/** Something that can be chosen: a ticket type, or an add-on, which has no bounds of its own but one for all. */
export interface Choosable {
  readonly id: string;
  readonly minPerOrder?: number;
  readonly maxPerOrder?: number;
}

export function chosen(id: string): number {
  return state.choice[id] ?? 0;
}

export function hasChoice(): boolean {
  return Object.keys(state.choice).length > 0;
}

/** How many tickets were chosen, without add-ons. */
export function ticketCount(): number {
  return state.event?.ticketTypes.reduce((sum, { id }) => sum + chosen(id), 0) ?? 0;
}

/** What was chosen, as the endpoints take it, and the ids in its order: their errors name a line by its place. */
export function chosenLines(): { items: object[]; addons: object[]; itemIds: string[]; addonIds: string[] } {
  const { ticketTypes = [], addons = [] } = state.event ?? {};
  const itemIds = ticketTypes.map(({ id }) => id).filter((id) => chosen(id) > 0);
  const addonIds = addons.map(({ id }) => id).filter((id) => chosen(id) > 0);
  return {
    items: itemIds.map((ticketTypeId) => ({ ticketTypeId, quantity: chosen(ticketTypeId) })),
    addons: addonIds.map((addonId) => ({ addonId, quantity: chosen(addonId) })),
    itemIds,
    addonIds,
  };
}

/** The errors of an answer by the lines that they are about, as far as they are. */
export function lineFaults(failure: Failure): Record<string, string> {
  const { itemIds, addonIds } = chosenLines();
  const faults: Record<string, string> = {};
  for (const { path, message } of failure.fields) {
    const [, list, place] = /^(items|addons)\.(\d+)\b/.exec(path) ?? [];
    const id = list === undefined ? undefined : (list === 'items' ? itemIds : addonIds)[Number(place)];
    if (id !== undefined) faults[id] = sentence(message);
  }
  return faults;
}

/** The shortage of a line, where the last quote found one that the choice still has. */
export function shortageOf(id: string): Shortage | null {
  const found = state.quoted?.quote.shortages.find((short) => (short.ticketTypeId ?? short.addonId) === id);
  return found !== undefined && chosen(id) > found.available ? found : null;
}

/** What is short, in a sentence or two: `Wave E is sold out.` */
function shortageWords(shortages: readonly Shortage[]): string {
  const gone = shortages.filter(({ available }) => available === 0).map(({ name }) => name);
  const words = shortages.flatMap(({ name, available }) =>
    available === 0 ? [] : [`Only ${available} of ${name} ${available === 1 ? 'is' : 'are'} left.`],
  );
  if (gone.length > 0) {
    const list = new Intl.ListFormat('en').format(gone);
    words.unshift(`${list} ${gone.length === 1 ? 'is' : 'are'} sold out.`);
  }
  return `${words.join(' ')} The rest of your choice is kept.`;
}

/** The most that one order may have of something. */
export function mostOf({ maxPerOrder }: Choosable): number {
  return maxPerOrder ?? page.addonsMax;
}

/**
 * Chooses so many, or as many as may be bought at once, which is said then.
 *
 * @param wanted what was asked for; between none and the least that is sold, the way from where it was decides
 */
export function choose(thing: Choosable, wanted: number): void {
  const { id, minPerOrder: least = 1 } = thing;
  const was = chosen(id);
  const most = mostOf(thing);
  let quantity = Math.min(Math.max(0, wanted), most);
  if (quantity > 0 && quantity < least) quantity = quantity < was ? 0 : least;
  const { [id]: _limited, ...limitedOthers } = state.limited;
  const limited =
    wanted > most ? `At most ${most} per order.${wanted > most + 1 ? ` ${wanted} was changed to ${most}.` : ''}` : '';
  if (limited !== '') announce(limited);
  change({ limited: limited === '' ? limitedOthers : { ...limitedOthers, [id]: limited } });
  if (quantity === was) return;
  const { [id]: _was, ...others } = state.choice;
  const { [id]: _fault, nothing: _nothing, ...faults } = state.faults;
  const notice = Object.keys(faults).length === 0 && state.notice?.kind === 'error' ? null : state.notice;
  change({ choice: quantity > 0 ? { ...others, [id]: quantity } : others, faults, notice });
  quoteSoon();
}

let quoteTimer: ReturnType<typeof setTimeout> | undefined;
let asking: { key: string; answer: Promise<Quote>; stop: AbortController } | null = null;

/** Prices the choice when it has not changed for a moment. */
export function quoteSoon(pauseMs = quietMsBeforeQuote): void {
  clearTimeout(quoteTimer);
  asking?.stop.abort();
  asking = null;
  const isAsked = hasChoice();
  change({ isQuoting: isAsked, quoteFailure: null });
  if (!isAsked) return;
  quoteTimer = setTimeout(() => quote().catch(quoteFailed), pauseMs);
}

/** The price of the choice as it is, from the last answer where that is of this choice. */
async function quote(): Promise<Quote> {
  clearTimeout(quoteTimer);
  const { items, addons } = chosenLines();
  const key = JSON.stringify([items, addons]);
  const { quoted } = state;
  if (quoted?.key === key && quoted.quote.shortages.length === 0 && Date.now() - quoted.atMs < quoteMsMax) {
    change({ isQuoting: false });
    return quoted.quote;
  }
  if (asking?.key !== key) {
    asking?.stop.abort();
    const stop = new AbortController();
    const body = { eventId: page.eventId, items, addons };
    asking = { key, stop, answer: request<Quote>('POST', endpoint('quote'), { body, signal: stop.signal }) };
    change({ isQuoting: true, quoteFailure: null });
  }
  const mine = asking;
  const answer = await mine.answer.finally(() => {
    if (asking === mine) asking = null;
  });
  change({ quoted: { key, quote: answer, atMs: Date.now() }, isQuoting: false });
  return answer;
}

function quoteFailed(error: unknown): void {
  if (!(error instanceof Failure)) return; // Stopped for a newer one.
  const faults = lineFaults(error);
  const isElsewhere = Object.keys(faults).length > 0;
  change({ isQuoting: false, quoteFailure: isElsewhere ? null : error, faults: { ...state.faults, ...faults } });
  if (error.status === 429) quoteSoon(Math.max(error.retryAfterSeconds * 1_000, retryMsMin));
  if (error.code === 'invalid_state') loadEvent().catch(() => {});
}

/** Whether a priced choice could be reserved but not be paid: the organizer has no way to be paid yet. */
export function cannotBePaid({
  feeBreakdown,
  paymentMethods,
}: Pick<Quote, 'feeBreakdown' | 'paymentMethods'>): boolean {
  return feeBreakdown.total > 0 && paymentMethods.length === 0;
}

/** Goes on to the details with a choice that can be had as it is. */
export function confirmChoice(): void {
  act('choose', async () => {
    if (!hasChoice()) return fault({ nothing: '' }, 'Choose at least one ticket.');
    try {
      const priced = await quote();
      if (priced.shortages.length > 0) {
        loadEvent().catch(() => {});
        return fault({}, shortageWords(priced.shortages));
      }
      if (cannotBePaid(priced)) return focusOn('#unpayable');
      goTo('details');
    } catch (error) {
      if (!(error instanceof Failure)) return; // The choice changed meanwhile.
      const faults = lineFaults(error);
      change({ isQuoting: false });
      if (Object.keys(faults).length > 0) return fault(faults);
      throw error;
    }
  });
}

/** After a reservation was refused for want of stock: the lines that are short, and what is left now. */
export async function returnToChoice(failure: Failure): Promise<void> {
  const faults = lineFaults(failure);
  goTo('choose', { quoted: null });
  await Promise.allSettled([loadEvent(), quote()]);
  focusOn('#notice');
  // The quote says how many are left, and offers them; where it was late, the refusal's own words do.
  const stillToSay = Object.fromEntries(Object.entries(faults).filter(([id]) => shortageOf(id) === null));
  const shortages = state.quoted?.quote.shortages ?? [];
  const text = shortages.length > 0 ? shortageWords(shortages) : failure.message;
  change({ notice: { kind: 'error', text }, faults: stillToSay });
}

/** Reads the event; what was chosen of something that it does not offer any more is dropped, and that is said. */
export async function loadEvent(): Promise<EventOnSale> {
  const event = await request<EventOnSale>('GET', endpoint(`events/${page.eventId}`));
  const offered = new Set([...event.ticketTypes, ...event.addons].map(({ id }) => id));
  const choice = Object.fromEntries(Object.entries(state.choice).filter(([id]) => offered.has(id)));
  const dropped = Object.keys(state.choice).length - Object.keys(choice).length;
  change({ event, choice });
  if (dropped > 0) {
    const text = `${counted(dropped, 'line')} of your choice ${dropped === 1 ? 'is' : 'are'} not sold any more.`;
    change({ notice: { kind: 'info', text } });
  }
  return event;
}

/** Shows the choice and prices it. */
export function startChoosing(): void {
  goTo('choose');
  if (state.event === null) {
    loadEvent().catch((error: unknown) => tell(error, startChoosing));
  }
  quoteSoon(0);
}
