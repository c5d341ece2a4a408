import { defaultLanguage } from '#messages/languages';
import type { MailMessage } from '../../../platform/mail/transport.ts';
import { oneLine, utcTime } from './format.ts';
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

const language = 'de';

/** The e-mail to an operator about a request that is to be decided, in both languages of the dashboard. */
export function scopeRequestedMail(
  request: MailScopeRequest & { readonly requestedByEmail: string; readonly reason: string },
): MailMessage {
  const { to, scope, url } = request;
  const organizer = oneLine(request.organizerName);
  const keyName = oneLine(request.keyName);
  const summary = `${organizer} requests the scope ${scope} for the API key “${keyName}”.`;
  const content = {
    language: defaultLanguage,
    organizer: null,
    title: 'A scope was requested',
    preview: summary,
    blocks: [
      { type: 'text', text: summary },
      { type: 'text', text: `${organizer} beantragt den Scope ${scope} für den API-Schlüssel „${keyName}“.`, language },
      {
        type: 'facts',
        rows: [
          { label: 'Requested by (Beantragt von)', value: request.requestedByEmail },
          { label: 'Reason (Begründung)', value: oneLine(request.reason) },
        ],
      },
      { type: 'link', label: 'Grant or decline the request (Antrag entscheiden)', url },
    ] as const,
    reason: `You received this email because ${to} is an operator of this service. ${to} ist Betreiber dieses Dienstes.`,
  };
  return { to, subject: `${organizer} requests the scope ${scope} / beantragt den Scope`, ...renderContent(content) };
}

/**
 * The e-mail to a member about the decision, in both languages of the dashboard.
 *
 * @param request.note what the operator replied; null if nothing
 */
export function scopeDecidedMail(
  request: MailScopeRequest & { readonly isGranted: boolean; readonly note: string | null },
): MailMessage {
  const { to, scope, isGranted, note, url } = request;
  const organizer = oneLine(request.organizerName);
  const keyName = oneLine(request.keyName);
  const outcome = isGranted ? { en: 'granted', de: 'gewährt' } : { en: 'declined', de: 'abgelehnt' };
  const effect = isGranted
    ? { en: 'The key can use it now.', de: 'Der Schlüssel kann ihn jetzt verwenden.' }
    : { en: 'The scopes of the key did not change.', de: 'Die Scopes des Schlüssels haben sich nicht geändert.' };
  const summary = `The operator has ${outcome.en} the scope ${scope} for the API key “${keyName}”. ${effect.en}`;
  const content = {
    language: defaultLanguage,
    organizer: null,
    title: `The scope ${scope} was ${outcome.en}`,
    preview: summary,
    blocks: [
      { type: 'text', text: summary },
      {
        type: 'text',
        text: `Der Betreiber hat den Scope ${scope} für den API-Schlüssel „${keyName}“ ${outcome.de}. ${effect.de}`,
        language,
      },
      ...(note === null
        ? []
        : [
            {
              type: 'facts',
              rows: [{ label: 'Reply of the operator (Antwort des Betreibers)', value: oneLine(note) }],
            } as const,
          ]),
      { type: 'link', label: 'Open the API keys (API-Schlüssel öffnen)', url },
    ] as const,
    reason: `You received this email because ${to} requested the scope for ${organizer}. ${to} hat den Scope für ${organizer} beantragt.`,
  };
  return { to, subject: `The scope ${scope} was ${outcome.en} / wurde ${outcome.de}`, ...renderContent(content) };
}

/**
 * The e-mail to an owner about a key with scopes that only the operator grants, which was rolled, in both languages of the dashboard.
 *
 * @param key.rolledBy who has the new key
 * @param key.rolledAt RFC 3339
 */
export function keyRolledMail(
  key: Omit<MailScopeRequest, 'scope'> & {
    readonly newKeyId: string;
    readonly scopes: readonly string[];
    readonly rolledBy: string;
    readonly rolledAt: string;
  },
): MailMessage {
  const { to, newKeyId, rolledBy, rolledAt, url } = key;
  const organizer = oneLine(key.organizerName);
  const keyName = oneLine(key.keyName);
  const scopes = key.scopes.join(', ');
  const summary = `The API key “${keyName}” of ${organizer} was replaced. The new key has the same scopes: ${scopes}.`;
  const content = {
    language: defaultLanguage,
    organizer: null,
    title: 'An API key was replaced',
    preview: summary,
    blocks: [
      { type: 'text', text: `${summary} If you did not expect this, revoke the new key.` },
      {
        type: 'text',
        text:
          `Der API-Schlüssel „${keyName}“ von ${organizer} wurde ersetzt. Der neue hat dieselben Scopes: ${scopes}. ` +
          'Wenn Sie das nicht erwartet haben, widerrufen Sie den neuen Schlüssel.',
        language,
      },
      {
        type: 'facts',
        rows: [
          { label: 'Replaced by (Ersetzt von)', value: oneLine(rolledBy) },
          { label: 'Time (Zeit)', value: utcTime(rolledAt) },
          { label: 'New key (Neuer Schlüssel)', value: newKeyId },
        ],
      },
      { type: 'link', label: 'Open the API keys (API-Schlüssel öffnen)', url },
    ] as const,
    reason: `You received this email because ${to} is an owner of ${organizer}. ${to} ist Inhaber von ${organizer}.`,
  };
  return { to, subject: `API key “${keyName}” was replaced / wurde ersetzt`, ...renderContent(content) };
}
