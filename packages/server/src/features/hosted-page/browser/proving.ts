import { act, endpoint, fault, tell } from './act.ts';
import { Failure, request, serverNow } from './api.ts';
import { change, goTo, state } from './state.ts';

/** A code that was sent so long ago is about to end: another is sent. */
const codeMsMax = 9 * 60_000;
/** Proof that ends so soon would end while the buyer pays. */
const proofMsMin = 60_000;

/** Goes on to pay where the buyer has shown that the address is theirs, else to the code that is sent to it. */
export async function proveLater(): Promise<void> {
  const email = state.buyer.email.trim();
  const { proof, codeSent } = state;
  if (proof !== null && sameEmail(proof.email, email) && Date.parse(proof.expiresAt) - serverNow() > proofMsMin) {
    return goTo('pay');
  }
  goTo('verify', { proof: null });
  if (codeSent !== null && sameEmail(codeSent.email, email) && serverNow() - codeSent.atMs < codeMsMax) return;
  try {
    await sendCode(email);
  } catch (error) {
    tell(error, sendAnotherCode);
  }
}

/** Has a code sent to an address. */
export async function sendCode(email: string): Promise<void> {
  await request('POST', endpoint('otp'), { body: { email } });
  change({ codeSent: { email, atMs: serverNow() } });
}

/** The address that a code is asked of now. */
export function emailToProve(): string {
  return (state.screen === 'lookup-code' ? state.lookupEmail : state.buyer.email).trim();
}

export function sendAnotherCode(): void {
  act('another-code', async () => {
    const email = emailToProve();
    await sendCode(email);
    change({ notice: { kind: 'good', text: `A new code is on its way to ${email}. Only the newest one works.` } });
  });
}

/** Exchanges the code for proof that the address is the buyer's, and goes on. */
export function verify(typed: string, goOn: () => Promise<void> | void): void {
  const code = typed.replaceAll(/\D/g, '');
  if (code.length !== 6) {
    fault({ code: 'Enter the 6 digits of the code in the e-mail.' });
    return;
  }
  act('verify', async () => {
    const email = emailToProve();
    try {
      const answer = await request<{ buyerToken: string; expiresAt: string }>('POST', endpoint('otp/verify'), {
        body: { email, code },
      });
      change({ proof: { email, token: answer.buyerToken, expiresAt: answer.expiresAt }, codeSent: null });
    } catch (error) {
      if (!(error instanceof Failure && error.fields.some(({ path }) => path === 'code'))) throw error;
      return fault({ code: error.message });
    }
    await goOn();
  });
}

function sameEmail(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
