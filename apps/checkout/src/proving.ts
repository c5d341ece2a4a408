import { endpoint } from './act.ts';
import { Failure, request, serverNow } from './api.ts';
import { isEmail, isSameEmail } from './format.ts';
import { announce, change, state } from './state.ts';

export const codeLength = 6;
/** A code that was sent so long ago is about to end: another is sent. */
const codeMsMax = 9 * 60_000;
/** Proof is to last as long as what is reserved with it: 10 minutes. */
const proofMsMin = 11 * 60_000;
/** An address that has not changed for so long has been entered to its end. */
const quietMsBeforeCode = 1_200;

/** The address that the reader says is theirs. */
export function emailToProve(): string {
  return (state.screen === 'lookup' ? state.lookupEmail : state.buyer.email).trim();
}

/** Whether the reader has shown that this address is theirs. */
export function isProven(email: string): boolean {
  const { proof } = state;
  return proof !== null && isSameEmail(proof.email, email) && Date.parse(proof.expiresAt) - serverNow() > proofMsMin;
}

/** Whether a code is under way to this address, or was sent a short while ago. */
export function isCodeSent(email: string): boolean {
  const { codeSent } = state;
  return codeSent !== null && isSameEmail(codeSent.email, email) && serverNow() - codeSent.atMs < codeMsMax;
}

let codeTimer: ReturnType<typeof setTimeout> | undefined;

/** Sends a code once the address that is being entered has not changed for a moment. */
export function sendCodeSoon(): void {
  clearTimeout(codeTimer);
  codeTimer = setTimeout(sendCodeNow, quietMsBeforeCode);
}

/** Sends a code to the address that was entered, where it needs one and none was sent. */
export function sendCodeNow(): void {
  ensureCode().catch(() => {}); // It is said beside the field.
}

/** Has a code sent to the address that was entered, once. */
export async function ensureCode(): Promise<void> {
  clearTimeout(codeTimer);
  const email = emailToProve();
  if (!isEmail(email) || isProven(email) || isCodeSent(email) || state.codeSendingTo === email) return;
  await sendCode(email);
}

/** Has another code sent. */
export function sendAnotherCode(): void {
  const email = emailToProve();
  if (state.codeSendingTo !== null) return;
  sendCode(email).catch(() => {});
}

async function sendCode(email: string): Promise<void> {
  change({ codeSendingTo: email, codeFailure: null });
  try {
    await request('POST', endpoint('otp'), { body: { email } });
    change({ codeSent: { email, atMs: serverNow() } });
    announce(`We sent a code to ${email}.`);
  } catch (error) {
    const text = error instanceof Failure ? error.message : 'The code could not be sent.';
    change({ codeFailure: { email, text } });
    announce(text);
    throw error;
  } finally {
    change({ codeSendingTo: null });
  }
}

/**
 * Exchanges the code for proof that the address is the reader's.
 *
 * @returns what is wrong with the code, or null where it was good
 */
export async function verify(email: string, code: string): Promise<string | null> {
  try {
    const answer = await request<{ buyerToken: string; expiresAt: string }>('POST', endpoint('otp/verify'), {
      body: { email, code },
    });
    change({
      proof: { email, token: answer.buyerToken, expiresAt: answer.expiresAt },
      codeSent: null,
      code: '',
    });
    return null;
  } catch (error) {
    if (!(error instanceof Failure && error.fields.some(({ path }) => path === 'code'))) throw error;
    return error.message;
  }
}
