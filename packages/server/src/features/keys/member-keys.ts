import type { MemberKey, MemberKeys } from '../accounts/index.ts';
import { listKeys } from './queries.ts';
import { revokeKeyIn } from './revoke-key.ts';

/** The keys of members, for the feature that removes members. */
export const memberKeys: MemberKeys = {
  async list(db, organizerId, userId, now): Promise<MemberKey[]> {
    const keys = await listKeys(db, organizerId);
    return keys
      .filter(({ createdBy, revokedAt, expiresAt }) => {
        return createdBy === userId && revokedAt === null && (expiresAt === null || expiresAt > now);
      })
      .map(({ id, name, kind, last4, scopes }) => ({ id, name, kind, last4, scopes }));
  },
  revoke: revokeKeyIn,
};
