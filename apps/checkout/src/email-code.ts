import type { BuyerToken } from '@organizer/shared/api';
import { Failure } from '@organizer/shared/request';
import { explain } from './actions.ts';
import { request, serverNow } from './api.ts';
import { messages } from './messages.ts';
import { page } from './page.ts';
import { chosenLines, hasChoice } from './selection.ts';
import { announce, change, state } from './state.ts';
import { isEmail, isSameEmail } from './text.ts';

export const codeLength = 6;
/** An older code expires soon, so a new code is sent. */
const maxCodeAgeMs = 9 * 60_000;
/** A proof is used only if it is valid for longer than a reservation, which is valid for 10 minutes. */
const minProofMs = 11 * 60_000;
/** A code is sent if the e-mail address has not changed for this time. */
const sendDelayMs = 1_200;

/** The e-mail address that was entered on the current screen. */
export function enteredEmail(): string {
  return (state.screen === 'lookup' ? state.lookupEmail : state.buyer.email).trim();
}

/** Whether there is a proof that this e-mail address belongs to the buyer, and it is valid for long enough. */
export function isProven(email: string): boolean {
  const { proof } = state;
  return proof !== null && isSameEmail(proof.email, email) && Date.parse(proof.expiresAt) - serverNow() > minProofMs;
}

/** Whether a code was sent to this e-mail address recently, so that it is still valid. */
export function isCodeSent(email: string): boolean {
  const { codeSent } = state;
  return codeSent !== null && isSameEmail(codeSent.email, email) && serverNow() - codeSent.atMs < maxCodeAgeMs;
}

let codeTimer: ReturnType<typeof setTimeout> | undefined;
/** The request that is sending a code, if any. */
let sending: { readonly email: string; readonly request: Promise<void> } | null = null;

/** Sends a code after a delay. A call during the delay restarts the delay. */
export function scheduleCode(): void {
  clearTimeout(codeTimer);
  codeTimer = setTimeout(sendCodeNow, sendDelayMs);
}

/** Sends a code to the entered e-mail address, unless it is proven or a code was already sent. */
export function sendCodeNow(): void {
  ensureCode().catch(() => {}); // The view shows the error next to the field.
}

/** Sends a code to the entered e-mail address, unless it is proven or a code was already sent. Waits for a code that is being sent. */
export async function ensureCode(): Promise<void> {
  clearTimeout(codeTimer);
  const email = enteredEmail();
  if (!isEmail(email) || isProven(email) || isCodeSent(email)) return;
  await (sending?.email === email ? sending.request : startSending(email));
}

/** Sends another code. */
export function resendCode(): void {
  if (state.codeSendingTo === null) startSending(enteredEmail()).catch(() => {});
}

function startSending(email: string): Promise<void> {
  const request = sendCode(email);
  sending = { email, request };
  return request;
}

/** The cart for the link in the e-mail, with which a buyer who has closed the page can continue. */
function cartOfCode(): object {
  const { items, addons } = chosenLines();
  return state.screen === 'lookup' || !hasChoice() ? {} : { cart: { eventId: page.eventId, items, addons } };
}

async function sendCode(email: string): Promise<void> {
  change({ codeSendingTo: email, codeError: null });
  try {
    await request('POST', 'otp', { body: { email, ...cartOfCode() } });
    change({ codeSent: { email, atMs: serverNow() } });
    announce(messages.code.sent({ email }));
  } catch (error) {
    const text = error instanceof Failure ? explain(error) : messages.code.notSent;
    change({ codeError: { email, text } });
    announce(text);
    throw error;
  } finally {
    // Another address may have been entered meanwhile.
    if (state.codeSendingTo === email) {
      sending = null;
      change({ codeSendingTo: null });
    }
  }
}

/**
 * Exchanges the code for a proof that the e-mail address belongs to the buyer.
 *
 * @returns the text of the error, or null if the code is correct
 */
export async function verifyCode(email: string, code: string): Promise<string | null> {
  try {
    const { buyerToken, expiresAt } = await request<BuyerToken>('POST', 'otp/verify', { body: { email, code } });
    change({ proof: { email, token: buyerToken, expiresAt }, codeSent: null, code: '' });
    return null;
  } catch (error) {
    if (!(error instanceof Failure && error.fieldErrors.some(({ path }) => path === 'code'))) throw error;
    return explain(error);
  }
}
