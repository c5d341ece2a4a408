import type { Db } from '../../platform/database/dialect.ts';
import type { OrganizerOrigin } from '../../platform/scope.ts';

/** An API key that a member has created. */
export interface MemberKey {
  readonly id: string;
  readonly name: string;
  readonly kind: 'publishable' | 'secret';
  readonly last4: string;
  readonly scopes: readonly string[];
}

/** The keys of members. Another feature stores them. */
export interface MemberKeys {
  /** The keys that a user has created and that can be used at a time, RFC 3339. */
  list(db: Db, organizerId: string, userId: string, now: string): Promise<MemberKey[]>;
  /** Revokes a key in a transaction. */
  revoke(tx: Db, scope: OrganizerOrigin, keyId: string, at: string): Promise<unknown>;
}
