import type { BuyerOrder, EventOnSale, Quote, Reservation } from '@organizer/shared/api';
import { drawSoon } from '@organizer/shared/draw-soon';
import { readDraft, removeExpiredDrafts, saveDraft } from './draft.ts';
import { page } from './page.ts';
import { whenReleased } from './press.ts';

/** The screens of the page. */
export type Screen =
  | 'loading'
  | 'choose'
  | 'details'
  | 'pay'
  | 'expired'
  /** An order that is paid, waits for its payment, or is cancelled or expired. */
  | 'order'
  /** The form to open an order by its link, or to find orders, for visitors who have not proved that they are the buyer. */
  | 'lookup'
  /** The orders of a buyer for the event. */
  | 'orders';

interface Notice {
  readonly kind: 'error' | 'info' | 'good';
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** A token that proves that an e-mail address belongs to the buyer. */
interface EmailProof {
  readonly email: string;
  readonly token: string;
  readonly expiresAt: string;
}

/** An order in the list of a buyer's orders. */
export interface OwnOrder
  extends Pick<BuyerOrder, 'orderNumber' | 'status' | 'createdAt' | 'ticketCount' | 'total' | 'currency'> {
  readonly reservationToken: string;
}

/** What was entered for a question: a text, the code of an option, `true` or `false`; the codes of several options; or the parts of an address. */
export type Entry = string | readonly string[] | Readonly<Record<string, string>>;
/** What a person has entered, by the id of the question. */
export type Entries = Readonly<Record<string, Entry>>;

/** The name of a person, as entered: in one field, or as first and last name. */
export type NameEntry = Readonly<Record<'name' | 'firstName' | 'lastName', string>>;

interface BuyerEntry extends NameEntry {
  readonly email: string;
  readonly phone: string;
  readonly entries: Entries;
}

/** The holder of a ticket, as entered. */
export interface HolderEntry extends Partial<NameEntry> {
  readonly entries: Entries;
  /** The quantities of add-ons of this holder, by the id of the add-on. */
  readonly addons?: Readonly<Record<string, number>>;
}

export interface State {
  readonly screen: Screen;
  readonly event: EventOnSale | null;
  /** The chosen quantities, above zero, by id of ticket type or add-on. */
  readonly choice: Readonly<Record<string, number>>;
  /** Texts about quantities that were changed to the maximum, by id of ticket type or add-on. */
  readonly limited: Readonly<Record<string, string>>;
  /** The last price. `key` identifies the choice that was priced. */
  readonly quoted: { readonly key: string; readonly quote: Quote; readonly atMs: number } | null;
  readonly isQuoting: boolean;
  /** The text of the error if the price could not be requested. */
  readonly quoteError: string | null;
  readonly buyer: BuyerEntry;
  /** The holders of the tickets by ticket type id, sorted like the tickets. */
  readonly holders: Readonly<Record<string, readonly HolderEntry[]>>;
  /** When a page that was closed has saved the draft that this page continues; null for none. */
  readonly draftSavedAt: string | null;
  readonly reservation: Reservation | null;
  /** The request body of the reservation, as JSON; null if it was reserved in another page. */
  readonly reservedFor: string | null;
  readonly proof: EmailProof | null;
  /** The e-mail address that a code is being sent to. */
  readonly codeSendingTo: string | null;
  /** The time and the e-mail address of the last sent code. Saved, so that the code can be entered after a reload. */
  readonly codeSent: { readonly email: string; readonly atMs: number } | null;
  readonly codeError: { readonly email: string; readonly text: string } | null;
  /** The digits that were entered. */
  readonly code: string;
  /** A reservation request without a response yet. If it is repeated, it has the same idempotency key. */
  readonly attempt: { readonly key: string; readonly body: string } | null;
  /** The payment method that was chosen for the reservation; 'nothing' for a free order. */
  readonly paidWith: string | null;
  readonly order: BuyerOrder | null;
  /** The answers that the buyer is correcting: of the holder of a ticket, or the buyer's own if the id is null. */
  readonly correction: { readonly ticketId: string | null; readonly entries: Entries } | null;
  /** Whether the page waits for the confirmation of a payment that was made on another site. */
  readonly awaiting: 'nothing' | 'confirmation' | 'too_long';
  /** The number of the order that the URL names; empty for all orders of an e-mail address. */
  readonly linkedOrder: string | null;
  /** The token from the link to an order. */
  readonly linkToken: { readonly orderNumber: string; readonly token: string } | null;
  readonly lookupEmail: string;
  /** The orders of the proven e-mail address, if there are several. */
  readonly ownOrders: readonly OwnOrder[];
  /** When the e-mail was sent whose link opened this page with its cart; null if the page was opened otherwise. */
  readonly cartSentAt: string | null;
  readonly notice: Notice | null;
  /** The texts of errors, by the id of the field or line. */
  readonly fieldErrors: Readonly<Record<string, string>>;
  /** The action that is running. Until it has finished, no other action can start. */
  readonly busy: string | null;
}

export const noBuyer: BuyerEntry = { name: '', firstName: '', lastName: '', email: '', phone: '', entries: {} };

export let state: State = {
  screen: 'loading',
  event: null,
  choice: {},
  limited: {},
  quoted: null,
  isQuoting: false,
  quoteError: null,
  buyer: noBuyer,
  holders: {},
  draftSavedAt: null,
  reservation: null,
  reservedFor: null,
  proof: null,
  codeSendingTo: null,
  codeSent: null,
  codeError: null,
  code: '',
  attempt: null,
  paidWith: null,
  order: null,
  correction: null,
  awaiting: 'nothing',
  linkedOrder: null,
  linkToken: null,
  lookupEmail: '',
  ownOrders: [],
  cartSentAt: null,
  notice: null,
  fieldErrors: {},
  busy: null,
};

/** The fields that are restored after a reload of the page. */
const savedFields = [
  'choice',
  'buyer',
  'holders',
  'reservation',
  'reservedFor',
  'proof',
  'codeSent',
  'attempt',
  'paidWith',
  'linkToken',
  'cartSentAt',
] as const satisfies readonly (keyof State)[];
const storageKey = `${page.preview === null ? 'checkout' : 'preview'} ${page.eventId}`;

let draw = () => {};
const drawLater = drawSoon(drawState, whenReleased);
let focusTarget: string | null = null;

/** Changes fields of the state. The page is drawn when the running code has finished and no button is pressed. */
export function change(changes: Partial<State>): void {
  state = { ...state, ...changes };
  drawLater();
}

function drawState(): void {
  save();
  draw();
  if (focusTarget === null) return;
  const target = document.querySelector<HTMLElement>(focusTarget);
  // The page was already scrolled to the top, where the heading of a step is.
  target?.focus({ preventScroll: focusTarget === stepHeading });
  focusTarget = null;
}

const stepHeading = '#step-heading';

/** Shows another step. Its heading gets the focus, so users of screen readers and keyboards start there. */
export function goTo(screen: Screen, changes: Partial<State> = {}): void {
  const isFirst = state.screen === 'loading';
  if (!isFirst || screen !== 'choose') focusOn(stepHeading);
  updateHistory(screen);
  change({ notice: null, fieldErrors: {}, code: '', ...changes, screen });
  if (!isFirst) scrollTo(0, 0);
}

/** The steps, first to last. Other screens have no entry in the browser's history. */
const historyNumbers = new Map<unknown, number>([
  ['choose', 0],
  ['details', 1],
  ['pay', 2],
]);

/**
 * Updates the browser's history. A later step adds an entry, so that Back leads to the previous step. An order replaces the entry of the
 * previous step, because that step cannot be repeated.
 */
function updateHistory(screen: Screen): void {
  const currentEntry: unknown = history.state;
  if (currentEntry === screen || (screen !== 'order' && !historyNumbers.has(screen))) return;
  const isLater = (historyNumbers.get(screen) ?? 0) > (historyNumbers.get(currentEntry) ?? Number.POSITIVE_INFINITY);
  if (isLater) history.pushState(screen, '');
  else history.replaceState(screen, '');
}

/** Moves the focus after the next draw. */
export function focusOn(selector: string): void {
  focusTarget = selector;
}

/** A message that screen readers read once. */
export function announce(text: string): void {
  page.announcer.textContent = text;
}

/** Restores the fields that were saved before a reload, and draws the page after each change. */
export function start(onDraw: () => void): void {
  draw = onDraw;
  change(restoredState());
}

function save(): void {
  try {
    const saved = Object.fromEntries(savedFields.map((field) => [field, state[field]]));
    sessionStorage.setItem(storageKey, JSON.stringify(saved));
    saveDraft(state);
  } catch {
    // Without storage the checkout works until the page is closed or reloaded.
  }
}

/** An earlier version of the page has saved persons without their answers. */
function ofThisVersion({ buyer, holders, ...others }: Partial<State>): Partial<State> {
  return buyer?.entries === undefined || holders === undefined
    ? others
    : { ...others, buyer: { ...noBuyer, ...buyer }, holders };
}

/** The state of this tab before a reload. A new tab continues the draft of a closed one, unless it shows an order. */
function restoredState(): Partial<State> {
  try {
    removeExpiredDrafts();
    const saved = sessionStorage.getItem(storageKey);
    if (saved !== null) return ofThisVersion(JSON.parse(saved));
    return page.preview !== null || new URLSearchParams(location.search).has('order') ? {} : ofThisVersion(readDraft());
  } catch {
    return {};
  }
}
