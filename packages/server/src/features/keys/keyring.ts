import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { OrganizerPrincipal } from '../../platform/http/principal.ts';
import { TokenRing, type TokenUse } from '../../platform/http/token-ring.ts';
import { hashToken } from '../../platform/token-format.ts';
import { isWellFormedKey, type KeyKind } from './key-format.ts';
import { type FoundKey, findKeyByHash, parseScopes } from './queries.ts';
import type { Scope } from './scopes.ts';

/** A valid API key. */
export interface KeyPrincipal extends OrganizerPrincipal {
  readonly kind: 'key';
  readonly keyKind: KeyKind;
  /** The id of the key. */
  readonly actor: string;
  readonly permissions: ReadonlySet<Scope>;
  /** The id of the key. */
  readonly rateLimitKey: string;
}

/** Finds API keys. */
export function createKeyring(db: Db, clock: Clock): TokenRing<KeyPrincipal> {
  return new TokenRing({
    db,
    clock,
    isWellFormed: isWellFormedKey,
    storeUse: storeLastUse,
    load: async (text) => {
      const [row] = await findKeyByHash(db, { hash: hashToken(text) });
      return {
        principal: row === undefined || row.revoked_at !== null ? null : toPrincipal(row),
        expiresAtMs: row?.expires_at ? Date.parse(row.expires_at) : Number.POSITIVE_INFINITY,
      };
    },
  });
}

function storeLastUse(tx: Db, { id, organizerId, at }: TokenUse): Promise<unknown> {
  return tx
    .updateTable('api_keys')
    .set({ last_used_at: at })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
    .execute();
}

function toPrincipal(row: FoundKey): KeyPrincipal {
  return {
    kind: 'key',
    keyKind: row.kind,
    organizerId: row.organizer_id,
    actor: row.id,
    permissions: new Set(parseScopes(row.scopes)),
    isInReset: row.reset_started_at !== null,
    rateLimitKey: row.id,
  };
}
