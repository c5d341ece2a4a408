/** A passkey that was not created or used. */
export class PasskeyFailure extends Error {
  /** `unusable`: passkeys do not work at the URL of this page. `exists`: the device has a passkey of this account already. */
  readonly kind: 'cancelled' | 'exists' | 'unusable' | 'failed';

  constructor(kind: PasskeyFailure['kind'], options: ErrorOptions) {
    super(`passkey ${kind}`, options);
    this.kind = kind;
  }
}
