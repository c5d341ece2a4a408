import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Services } from '../../platform/http/plane.ts';
import { newId } from '../../platform/ids.ts';
import type { OrganizerOrigin, Origin } from '../../platform/scope.ts';
import { isPermitted, listOperatorEmails } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import { queueMailWithPayload } from '../mail/index.ts';
import { assertGrantable, grantScope } from './change-grant.ts';
import type { ScopeMail } from './mails.ts';
import { readKey } from './queries.ts';
import {
  closeScopeRequest,
  findScopeRequest,
  insertScopeRequest,
  type OperatorScopeRequest,
  type ScopeRequest,
  toScopeRequest,
} from './scope-request-queries.ts';
import type { KeyPolicy } from './scopes.ts';

/**
 * Requests a scope that only the operator grants, and mails the request to the operators.
 *
 * @throws ApiError `not_found`, `invalid_request` for a scope that the operator cannot grant, `invalid_state` for a key that is
 *   publishable, revoked or expired or has the scope, or if there is a pending request
 */
export async function requestScope(
  { db, clock, secrets }: Services,
  { organizerId, origin }: OrganizerOrigin,
  { keyId, reason, ...request }: { keyId: string; scope: string; reason: string },
  policy: KeyPolicy,
): Promise<ScopeRequest> {
  const scope = assertGrantable(request.scope, policy);
  const nowMs = clock.now();
  const at = timestamp(nowMs);
  const row = {
    organizer_id: organizerId,
    id: newId('srq', nowMs),
    key_id: keyId,
    scope,
    reason,
    status: 'pending' as const,
    requested_by: origin.actor,
    created_at: at,
    decided_by: null,
    decided_at: null,
    note: null,
  };
  await db.transaction().execute(async (tx) => {
    await lockKey(tx, organizerId, keyId);
    const key = await readKey(tx, organizerId, keyId);
    if (key.kind === 'publishable') throw new ApiError('key_publishable', {});
    const isExpired = key.expiresAt !== null && key.expiresAt <= at;
    if (key.revokedAt !== null || isExpired) throw new ApiError('key_inactive', { keyId });
    if (key.scopes.includes(scope)) throw new ApiError('scope_granted_already', { scope });
    if (!(await insertScopeRequest(tx, row))) throw new ApiError('scope_requested_already', { scope });
    await recordAudit(
      tx,
      { organizerId, origin },
      {
        action: 'key.request_scope',
        subject: keyId,
        details: { scope, requestId: row.id },
        at,
      },
    );
    for (const to of await listOperatorEmails(tx)) {
      const payload: ScopeMail = { to, requestId: row.id };
      await queueMailWithPayload(tx, secrets, { kind: 'scope_requested' }, payload, at);
    }
  });
  return toScopeRequest(row);
}

/** Locks a key, so that it is not revoked while a request for it is inserted. */
async function lockKey(tx: Db, organizerId: string, keyId: string): Promise<void> {
  await tx
    .selectFrom('api_keys')
    .select('id')
    .where('organizer_id', '=', organizerId)
    .where('id', '=', keyId)
    .modifyEnd(dialectOf(tx).forNoKeyUpdate)
    .execute();
}

/**
 * Reads a request after its key is locked. All changes of a key lock the key before its requests, which prevents deadlocks. A key
 * that is rolled at the same time moves its requests to the new key, so the request is read again.
 *
 * @throws ApiError `not_found`
 */
async function lockScopeRequest(tx: Db, requestId: string): Promise<OperatorScopeRequest> {
  const request = await readScopeRequest(tx, requestId);
  await lockKey(tx, request.organizerId, request.keyId);
  const currentRequest = await readScopeRequest(tx, requestId);
  if (currentRequest.keyId !== request.keyId) await lockKey(tx, request.organizerId, currentRequest.keyId);
  return currentRequest;
}

async function readScopeRequest(db: Db, requestId: string): Promise<OperatorScopeRequest> {
  const request = await findScopeRequest(db, requestId);
  if (request === null) throw new ApiError('scope_request_not_found', { requestId });
  return request;
}

/**
 * Grants or declines a request, as the operator, and mails the decision to the member.
 *
 * @param decision.note a text for the member, which is mailed with the decision
 * @throws ApiError `not_found`, `invalid_state` if the request is not pending, if its key was revoked, or if the member who requested
 *   the scope can no longer manage keys
 */
export async function decideScopeRequest(
  { db, clock, secrets }: Services,
  requestId: string,
  { status, note }: { status: 'granted' | 'declined'; note: string | null },
  origin: Origin,
): Promise<OperatorScopeRequest> {
  const at = timestamp(clock.now());
  return db.transaction().execute(async (tx) => {
    const request = await lockScopeRequest(tx, requestId);
    const { organizerId, keyId, scope, requestedBy } = request;
    if (status === 'granted' && !(await isPermitted(tx, organizerId, requestedBy, 'keys:write'))) {
      throw new ApiError('scope_requester_left', {});
    }
    const decision = { status, decidedBy: origin.actor, at, note };
    if (!(await closeScopeRequest(tx, organizerId, requestId, decision))) {
      throw new ApiError('scope_request_closed', { requestId });
    }
    if (status === 'granted') await grantScope(tx, { organizerId, origin }, keyId, scope, at);
    else {
      const details = { scope, requestId };
      await recordAudit(tx, { organizerId, origin }, { action: 'key.decline_scope', subject: keyId, details, at });
    }
    const payload: ScopeMail = { to: request.requestedByEmail, requestId };
    await queueMailWithPayload(tx, secrets, { kind: 'scope_decided' }, payload, at);
    return { ...request, status, note, decidedAt: at };
  });
}
