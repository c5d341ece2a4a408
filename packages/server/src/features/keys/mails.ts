import type { Db } from '../../platform/database/dialect.ts';
import type { MailMessage } from '../../platform/mail/transport.ts';
import { type DueMail, loadTemplates } from '../mail/index.ts';
import { findScopeRequest } from './scope-request-queries.ts';

/** The payload of a mail about a request: to an operator when it was made, to the member when it was decided. */
export interface ScopeMail {
  readonly to: string;
  readonly requestId: string;
}

/** The payload of a mail to an owner when a key with scopes that only the operator grants was rolled. */
export interface RolledKeyMail {
  readonly to: string;
  readonly organizerName: string;
  readonly organizerSlug: string;
  readonly keyName: string;
  readonly newKeyId: string;
  readonly scopes: readonly string[];
  /** The e-mail address of an owner, or the actor of the command line. */
  readonly rolledBy: string;
}

/** Renders the mails about keys, and about requests for scopes. A request that was closed in the meantime is not mailed to operators. */
export function keyMailRenderers({ db, baseUrl }: { db: Db; baseUrl: string }) {
  const keysUrl = (slug: string) => `${baseUrl}/dashboard/organizers/${slug}/keys`;
  return {
    scope_requested: async ({ payload }: DueMail): Promise<MailMessage | null> => {
      const { to, requestId } = payload as ScopeMail;
      const request = await findScopeRequest(db, requestId);
      if (request === null || request.status !== 'pending') return null;
      const { scopeRequestedMail } = await loadTemplates();
      return scopeRequestedMail({ ...request, to, url: `${baseUrl}/dashboard/operator/scope-requests` });
    },
    scope_decided: async ({ payload }: DueMail): Promise<MailMessage | null> => {
      const { to, requestId } = payload as ScopeMail;
      const request = await findScopeRequest(db, requestId);
      if (request === null) return null;
      const { scopeDecidedMail } = await loadTemplates();
      const isGranted = request.status === 'granted';
      return scopeDecidedMail({ ...request, to, isGranted, url: keysUrl(request.organizerSlug) });
    },
    key_rolled: async ({ payload, createdAt: rolledAt }: DueMail): Promise<MailMessage> => {
      const { organizerSlug, ...mail } = payload as RolledKeyMail;
      const { keyRolledMail } = await loadTemplates();
      return keyRolledMail({ ...mail, rolledAt, url: keysUrl(organizerSlug) });
    },
  };
}
