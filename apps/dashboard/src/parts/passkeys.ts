import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@organizer/shared/dashboard-api';
import { PasskeyFailure } from '#app/parts/passkey-failure.ts';

/** Whether this browser can use passkeys on this page. Pages without encryption cannot, apart from `localhost`. */
export const canUsePasskeys = typeof PublicKeyCredential === 'function';

/** The library is loaded when a passkey is created or used. */
const loadLibrary = () => import('@simplewebauthn/browser');

/**
 * Lets the user create a passkey.
 *
 * @throws PasskeyFailure
 */
export async function createPasskey(optionsJSON: PasskeyCreationOptions): Promise<PasskeyAttestation> {
  const { startRegistration } = await loadLibrary();
  const { id, response } = await run(() => startRegistration({ optionsJSON: optionsJSON as never }));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports };
}

/**
 * Lets the user choose and use a passkey.
 *
 * @throws PasskeyFailure
 */
export async function applyPasskey(optionsJSON: PasskeyRequestOptions): Promise<PasskeyAssertion> {
  const { startAuthentication } = await loadLibrary();
  const { id, response } = await run(() => startAuthentication({ optionsJSON: optionsJSON as never }));
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

async function run<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw new PasskeyFailure(kindOf(error), { cause: error });
  }
}

/** The names of the errors are defined by Web Authentication. */
function kindOf(error: unknown): PasskeyFailure['kind'] {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return 'cancelled';
    case 'InvalidStateError':
      return 'exists';
    case 'SecurityError':
      return 'unusable';
    default:
      return 'failed';
  }
}
