import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const flags = { userPresent: 0x01, userVerified: 0x04, hasCredential: 0x40 };

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

interface SigningOptions {
  /** The origin of the page, and the website of the passkey. */
  readonly origin: string;
  readonly isUserVerified?: boolean;
}

/** A device with one passkey (Web Authentication, ES256), without a browser. */
export class Authenticator {
  readonly id = randomBytes(16);
  counter = 0;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  /** The response to the options of `/passkeys/options`. */
  create(challenge: string, { origin }: SigningOptions) {
    const authData = Buffer.concat([
      this.#authenticatorData(origin, flags.userPresent | flags.hasCredential),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#publicKey(),
    ]);
    // CBOR: { fmt: 'none', attStmt: {}, authData }
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x58, authData.length]),
      authData,
    ]);
    return {
      id: this.id.toString('base64url'),
      clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    };
  }

  /** The response to the options of a sign-in. The counter increases first. */
  sign(challenge: string, { origin, isUserVerified = true }: SigningOptions) {
    this.counter += 1;
    const verified = isUserVerified ? flags.userVerified : 0;
    const authenticatorData = this.#authenticatorData(origin, flags.userPresent | verified);
    const client = clientData('webauthn.get', challenge, origin);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), this.#keys.privateKey);
    return {
      id: this.id.toString('base64url'),
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
    };
  }

  #authenticatorData(origin: string, flagBits: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flagBits]), counter]);
  }

  /** COSE: { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y } */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ]);
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
