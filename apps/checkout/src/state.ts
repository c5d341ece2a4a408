import type { BuyerOrder, EventOnSale, Quote, Reservation } from '@organizer/shared/api';
import type { Failure } from './api.ts';

/** What the page shows in the place of its steps. */
export type Screen =
  | 'loading'
  | 'choose'
  | 'details'
  | 'pay'
  | 'expired'
  /** An order that is paid, or waits for its payment, or has ended. */
  | 'order'
  /** An order opened by its link, before it is known that the reader is its buyer. */
  | 'lookup';

export interface Notice {
  readonly kind: 'error' | 'info' | 'good';
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** That an e-mail address is the buyer's own. */
export interface Proof {
  readonly email: string;
  readonly token: string;
  readonly expiresAt: string;
}

export interface State {
  readonly screen: Screen;
  readonly event: EventOnSale | null;
  /** Quantities by id of ticket type or add-on; none is zero. */
  readonly choice: Readonly<Record<string, number>>;
  /** Where a quantity was changed to what is allowed: what was, by id of ticket type or add-on. */
  readonly limited: Readonly<Record<string, string>>;
  /** The price of the choice that `key` stands for. */
  readonly quoted: { readonly key: string; readonly quote: Quote; readonly atMs: number } | null;
  readonly isQuoting: boolean;
  readonly quoteFailure: Failure | null;
  readonly buyer: { readonly name: string; readonly email: string; readonly phone: string };
  /** Names by ticket type id, in the order of its tickets. */
  readonly holders: Readonly<Record<string, readonly string[]>>;
  readonly reservation: Reservation | null;
  /** The request that the reservation was made by, as JSON. */
  readonly reservedFor: string | null;
  readonly proof: Proof | null;
  /** The address that a code is being sent to. */
  readonly codeSendingTo: string | null;
  /** When a code was last sent and to whom: a page that is loaded anew need not send another. */
  readonly codeSent: { readonly email: string; readonly atMs: number } | null;
  readonly codeFailure: { readonly email: string; readonly text: string } | null;
  /** The digits that were entered. */
  readonly code: string;
  /** A reservation that was asked for and not answered yet: asked for again it is the same one. */
  readonly attempt: { readonly key: string; readonly body: string } | null;
  /** How the reservation was to be paid, once that was said. */
  readonly paidWith: string | null;
  readonly order: BuyerOrder | null;
  /** What goes on about a payment that comes back from elsewhere. */
  readonly awaiting: 'nothing' | 'confirmation' | 'too_long';
  /** The order that the address names. */
  readonly linkedOrder: string | null;
  /** The token that came with the link to an order. */
  readonly linkToken: { readonly orderNumber: string; readonly token: string } | null;
  readonly lookupEmail: string;
  readonly notice: Notice | null;
  /** What is wrong, by the id of the field or line that it is wrong with. */
  readonly faults: Readonly<Record<string, string>>;
  /** The action that is under way; another one waits for its end. */
  readonly busy: string | null;
}

const root = document.getElementById('app')!;

/** What the server wrote into the page. */
export const page = {
  root,
  eventId: root.dataset['event']!,
  api: root.dataset['api']!,
  /** The address of the event's page, without a slash at the end. */
  address: root.dataset['page']!,
  name: root.dataset['name']!,
  /** When and where the event takes place; undefined where the event is not shown. */
  when: root.dataset['when'],
  where: root.dataset['where'],
  /** How many decimals amounts of a currency have, where it is not two. */
  decimals: JSON.parse(root.dataset['decimals']!) as Readonly<Record<string, number>>,
  /** The most that one order may have of an add-on. */
  addonsMax: Number(root.dataset['addonsMax']),
};

export let state: State = {
  screen: 'loading',
  event: null,
  choice: {},
  limited: {},
  quoted: null,
  isQuoting: false,
  quoteFailure: null,
  buyer: { name: '', email: '', phone: '' },
  holders: {},
  reservation: null,
  reservedFor: null,
  proof: null,
  codeSendingTo: null,
  codeSent: null,
  codeFailure: null,
  code: '',
  attempt: null,
  paidWith: null,
  order: null,
  awaiting: 'nothing',
  linkedOrder: null,
  linkToken: null,
  lookupEmail: '',
  notice: null,
  faults: {},
  busy: null,
};

const kept = [
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
] as const;
const keptUnder = `checkout ${page.eventId}`;

let draw = () => {};
let isDrawDue = false;
let focusDue: string | null = null;

/** Changes what is given; the page is drawn anew once the running code has ended. */
export function change(changes: Partial<State>): void {
  state = { ...state, ...changes };
  if (isDrawDue) return;
  isDrawDue = true;
  queueMicrotask(() => {
    isDrawDue = false;
    keep();
    draw();
    if (focusDue === null) return;
    const target = document.querySelector<HTMLElement>(focusDue);
    // The heading of a step is at the top, where the page has been scrolled to.
    target?.focus({ preventScroll: focusDue === stepHeading });
    focusDue = null;
  });
}

const stepHeading = '#step-heading';

/** Shows another step: its heading gets the focus, so that readers of every kind begin there. */
export function goTo(screen: Screen, changes: Partial<State> = {}): void {
  const isFirst = state.screen === 'loading';
  if (!isFirst || screen !== 'choose') focusOn(stepHeading);
  remember(screen);
  change({ notice: null, faults: {}, code: '', ...changes, screen });
  if (!isFirst) scrollTo(0, 0);
}

/** The steps in the order in which they follow each other; the others have no entry of their own in the history. */
const ranks: Partial<Record<Screen, number>> = { choose: 0, details: 1, pay: 2 };

/**
 * Keeps the browser's history in step: going on adds an entry, so that Back leads to the step before. An order takes the place
 * of the step that led to it, which cannot be done again.
 */
function remember(screen: Screen): void {
  const before: unknown = history.state;
  if (before === screen || (screen !== 'order' && ranks[screen] === undefined)) return;
  const isFurther = (ranks[screen] ?? 0) > (ranks[before as Screen] ?? Number.POSITIVE_INFINITY);
  if (isFurther) history.pushState(screen, '');
  else history.replaceState(screen, '');
}

/** Moves the focus after the next drawing. */
export function focusOn(selector: string): void {
  focusDue = selector;
}

/** Has screen readers say something, once. */
export function announce(text: string): void {
  document.getElementById('announcer')!.textContent = text;
}

/** Begins to draw, with what an earlier load of the page kept. */
export function start(drawing: () => void): void {
  draw = drawing;
  change(restored());
}

function keep(): void {
  try {
    sessionStorage.setItem(keptUnder, JSON.stringify(Object.fromEntries(kept.map((name) => [name, state[name]]))));
  } catch {
    // A browser that keeps nothing sells tickets all the same, as long as the page stays open.
  }
}

function restored(): Partial<State> {
  try {
    return JSON.parse(sessionStorage.getItem(keptUnder) ?? '{}');
  } catch {
    return {};
  }
}
