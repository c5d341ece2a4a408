import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { passkeyMinutes } from './passkey-challenges.ts';
import type { passkeyCreationOptions, passkeyRequestOptions } from './schema.factors.ts';

const timeoutMs = passkeyMinutes * 60_000;
/** COSE: Ed25519, ES256, RS256. */
const algorithms = [-8, -7, -257];

/** The website for which passkeys are valid. */
export interface RelyingParty {
  /** Its host name. */
  readonly id: string;
  /** Such as `https://tickets.example.com`. */
  readonly origin: string;
}

/** The public part of a passkey. */
export interface Credential {
  /** Base64url. */
  readonly id: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** The response of a browser that has created a passkey. Binary values are base64url. */
export interface Attestation {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

/** The response of a browser that has used a passkey. Binary values are base64url. */
export interface Assertion {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

/** The website of the page that sent the request. The plane has checked that it is a page of this server. */
export function relyingPartyOf({ headers, server }: Pick<FastifyRequest, 'headers' | 'server'>): RelyingParty {
  const { hostname, origin } = new URL(headers.origin ?? server.baseUrl);
  return { id: hostname, origin };
}

/** The library that verifies the responses of browsers. It is loaded with the first response. */
function loadLibrary() {
  return import('@simplewebauthn/server');
}

/** The options with which a browser creates a passkey. */
export function creationOptions(
  { id }: RelyingParty,
  user: { readonly userId: string; readonly email: string; readonly name: string },
  challenge: string,
  existing: readonly Credential[],
): Static<typeof passkeyCreationOptions> {
  return {
    rp: { id, name: 'Organizer' },
    user: { id: Buffer.from(user.userId).toString('base64url'), name: user.email, displayName: user.name },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: timeoutMs,
    attestation: 'none',
    excludeCredentials: existing.map(describeCredential),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  };
}

/**
 * The options with which a browser uses a passkey.
 *
 * @param credentials the passkeys of the user; null if the browser offers all passkeys of this website, and verifies the user
 */
export function requestOptions(
  { id: rpId }: RelyingParty,
  challenge: string,
  credentials: readonly Credential[] | null,
): Static<typeof passkeyRequestOptions> {
  const options = { challenge, rpId, timeout: timeoutMs };
  if (credentials === null) return { ...options, userVerification: 'required' };
  return { ...options, userVerification: 'preferred', allowCredentials: credentials.map(describeCredential) };
}

function describeCredential({ id, transports }: Credential) {
  return { id, type: 'public-key' as const, transports: [...transports] };
}

/** The public part of a new passkey; null if its response is not valid for this website and challenge. */
export async function verifyAttestation(
  { id: rpId, origin }: RelyingParty,
  challenge: string,
  { id, transports, ...response }: Attestation,
): Promise<Credential | null> {
  const { verifyRegistrationResponse } = await loadLibrary();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    if (registrationInfo === undefined) return null;
    const { publicKey, counter, id: credentialId } = registrationInfo.credential;
    return { id: credentialId, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
  } catch {
    // The library throws an error for each invalid part.
    return null;
  }
}

/**
 * Verifies the signature of a passkey, and that its counter has increased.
 *
 * @param options.userVerification `required` if the passkey is the only factor
 * @returns the new counter; null if the response is not valid for this website, challenge and passkey
 */
export async function verifyAssertion(
  { id: rpId, origin }: RelyingParty,
  challenge: string,
  { id, ...response }: Assertion,
  { publicKey, counter }: Credential,
  { userVerification }: { userVerification: 'required' | 'preferred' },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: userVerification === 'required',
      credential: { id, publicKey: Buffer.from(publicKey, 'base64url'), counter },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
