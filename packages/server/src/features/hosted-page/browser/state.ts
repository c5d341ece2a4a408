import type { Failure } from './api.ts';
import type { EventInfo, Order, Quote, Reservation } from './types.ts';

/** What the page shows in the place of its steps. */
export type Screen =
  | 'loading'
  | 'choose'
  | 'details'
  | 'verify'
  | 'pay'
  | 'expired'
  /** An order that is paid, or waits for its payment, or has ended. */
  | 'order'
  /** An order opened by its link, before it is known that the reader is its buyer. */
  | 'lookup'
  | 'lookup-code';

export interface Notice {
  readonly kind: 'error' | 'info' | 'good';
  readonly text: string;
  readonly retry?: () => void;
}

/** That an e-mail address is the buyer's own. */
export interface Proof {
  readonly email: string;
  readonly token: string;
  readonly expiresAt: string;
}

export interface State {
  readonly screen: Screen;
  readonly event: EventInfo | null;
  /** Quantities by id of ticket type or add-on; none is zero. */
  readonly choice: Readonly<Record<string, number>>;
  /** The price of the choice that `key` stands for. */
  readonly quoted: { readonly key: string; readonly quote: Quote; readonly atMs: number } | null;
  readonly isQuoting: boolean;
  readonly quoteFailure: Failure | null;
  readonly buyer: { readonly name: string; readonly email: string; readonly phone: string };
  /** Names by ticket type id, in the order of its tickets. */
  readonly holders: Readonly<Record<string, readonly string[]>>;
  readonly reservation: Reservation | null;
  readonly proof: Proof | null;
  /** When a code was last sent and to whom: a page that is loaded anew need not send another. */
  readonly codeSent: { readonly email: string; readonly atMs: number } | null;
  /** A reservation that was asked for and not answered yet: asked for again it is the same one. */
  readonly attempt: { readonly key: string; readonly body: string } | null;
  /** How the reservation was to be paid, once that was said. */
  readonly paidWith: string | null;
  readonly order: Order | null;
  /** What goes on about a payment that comes back from elsewhere. */
  readonly awaiting: 'nothing' | 'confirmation' | 'too_long';
  /** The order that the address names. */
  readonly linkedOrder: string | null;
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
  name: root.dataset['name']!,
  organizer: root.dataset['organizer']!,
  /** How many decimals amounts of a currency have, where it is not two. */
  digits: JSON.parse(root.dataset['digits']!) as Readonly<Record<string, number>>,
};

export let state: State = {
  screen: 'loading',
  event: null,
  choice: {},
  quoted: null,
  isQuoting: false,
  quoteFailure: null,
  buyer: { name: '', email: '', phone: '' },
  holders: {},
  reservation: null,
  proof: null,
  codeSent: null,
  attempt: null,
  paidWith: null,
  order: null,
  awaiting: 'nothing',
  linkedOrder: null,
  lookupEmail: '',
  notice: null,
  faults: {},
  busy: null,
};

const kept = ['choice', 'buyer', 'holders', 'reservation', 'proof', 'codeSent', 'attempt', 'paidWith'] as const;
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
    focusDue = null;
    target?.focus();
  });
}

/** Shows another step: its heading gets the focus, so that readers of every kind begin there. */
export function goTo(screen: Screen, changes: Partial<State> = {}): void {
  focusOn('#step-heading');
  change({ notice: null, faults: {}, ...changes, screen });
  scrollTo(0, 0);
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
  const { screen } = state;
  const values = Object.fromEntries(kept.map((name) => [name, state[name]]));
  try {
    sessionStorage.setItem(
      keptUnder,
      JSON.stringify({ ...values, isAtDetails: screen === 'details' || (screen === 'loading' && wasAtDetails) }),
    );
  } catch {
    // A browser that keeps nothing sells tickets all the same, as long as the page stays open.
  }
}

function restored(): Partial<State> {
  try {
    const { isAtDetails, ...values } = JSON.parse(sessionStorage.getItem(keptUnder) ?? '{}');
    wasAtDetails = isAtDetails === true;
    return values;
  } catch {
    return {};
  }
}

/** Whether the page was at the details when it was left. */
export let wasAtDetails = false;
