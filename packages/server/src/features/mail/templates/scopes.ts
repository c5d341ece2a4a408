import type { MailMessage } from '../../../platform/mail/transport.ts';
import { oneLine } from './format.ts';
import { renderContent } from './layout.ts';

/** A request of a member for a scope of a key. */
interface MailScopeRequest {
  readonly to: string;
  readonly organizerName: string;
  readonly keyName: string;
  readonly scope: string;
  /** The page of the dashboard about the request. */
  readonly url: string;
}

/** The mail to an operator about a request that is to be decided. */
export function scopeRequestedMail(
  request: MailScopeRequest & { readonly requestedByEmail: string; readonly reason: string },
): MailMessage {
  const { to, scope, url } = request;
  const organizer = oneLine(request.organizerName);
  const summary = `${organizer} requests the scope ${scope} for the API key “${oneLine(request.keyName)}”.`;
  const content = {
    organizer: null,
    title: 'A scope was requested',
    preview: summary,
    blocks: [
      { type: 'text', text: summary },
      {
        type: 'facts',
        rows: [
          { label: 'Requested by', value: request.requestedByEmail },
          { label: 'Reason', value: oneLine(request.reason) },
        ],
      },
      { type: 'link', label: 'Grant or decline the request', url },
    ] as const,
    reason: `You received this email because ${to} is an operator of this service.`,
  };
  return { to, subject: `${organizer} requests the scope ${scope}`, ...renderContent(content) };
}

/**
 * The mail to a member about the decision.
 *
 * @param request.note what the operator replied; null if nothing
 */
export function scopeDecidedMail(
  request: MailScopeRequest & { readonly isGranted: boolean; readonly note: string | null },
): MailMessage {
  const { to, scope, isGranted, note, url } = request;
  const outcome = isGranted ? 'granted' : 'declined';
  const keyName = oneLine(request.keyName);
  const effect = isGranted ? 'The key can use it now.' : 'The scopes of the key did not change.';
  const summary = `The operator has ${outcome} the scope ${scope} for the API key “${keyName}”. ${effect}`;
  const content = {
    organizer: null,
    title: `The scope ${scope} was ${outcome}`,
    preview: summary,
    blocks: [
      { type: 'text', text: summary },
      ...(note === null ? [] : [{ type: 'text', text: `The operator replied: ${oneLine(note)}` } as const]),
      { type: 'link', label: 'Open the API keys', url },
    ] as const,
    reason: `You received this email because ${to} requested the scope for ${oneLine(request.organizerName)}.`,
  };
  return { to, subject: `The scope ${scope} was ${outcome}`, ...renderContent(content) };
}
