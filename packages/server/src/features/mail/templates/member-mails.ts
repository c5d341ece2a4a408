import { defaultLanguage, type Language } from '#messages/languages';
import type { MailMessage } from '../../../platform/mail/transport.ts';
import { formatsOf, memberMailLanguages, memberMailTexts } from '../../../platform/texts.ts';
import type { AccountChange } from '../mail.ts';
import type { Block, Fact } from './block.ts';
import { oneLine, utcTime } from './format.ts';
import { renderContent } from './layout.ts';

/** What an e-mail says in one language. */
interface Part {
  /** By default the title. */
  readonly subject?: string;
  readonly title: string;
  readonly texts: readonly string[];
  readonly facts?: readonly Fact[];
  /** The label of the link. */
  readonly link: string;
  /** A sentence below the link. */
  readonly note?: string;
  /** Why the recipient received the e-mail. */
  readonly reason: string;
}

type MemberMailTexts = ReturnType<typeof memberMailTexts>;

/**
 * An e-mail to a user of the dashboard. It is in all languages that have these texts, because the server does not store which one the
 * user reads. Facts and the link have labels in all of them.
 */
function memberMail(
  { to, url }: { readonly to: string; readonly url: string },
  partOf: (texts: MemberMailTexts, language: Language) => Part,
): MailMessage {
  const parts = memberMailLanguages.map((language) => ({
    ...partOf(memberMailTexts(language), language),
    mark: language === defaultLanguage ? {} : { language },
  }));
  const [first] = parts as [(typeof parts)[number]];
  const label = (labelOf: (part: Part) => string | undefined) => {
    const [main, ...others] = new Set(parts.map(labelOf));
    return others.length === 0 ? `${main}` : `${main} (${others.join(', ')})`;
  };
  const facts = (first.facts ?? []).map(({ value }, i) => ({ label: label((part) => part.facts?.[i]?.label), value }));
  const blocks: Block[] = [
    ...parts.flatMap(({ mark, title, texts }): Block[] => [
      ...(mark.language === undefined ? [] : [{ type: 'heading', text: title, ...mark } as const]),
      ...texts.map((text) => ({ type: 'text', text, ...mark }) as const),
    ]),
    ...(facts.length === 0 ? [] : [{ type: 'facts', rows: facts } as const]),
    { type: 'link', label: label(({ link }) => link), url },
    ...parts.flatMap(({ mark, note }): Block[] =>
      note === undefined ? [] : [{ type: 'text', text: note, tone: 'quiet', ...mark }],
    ),
  ];
  const content = {
    language: defaultLanguage,
    organizer: null,
    title: first.title,
    preview: first.texts[0] ?? first.title,
    blocks,
    reason: parts.map(({ reason }) => reason).join(' '),
  };
  const subject = parts.map((part) => part.subject ?? part.title).join(' / ');
  return { to, subject, ...renderContent(content) };
}

/** The e-mail with a link that signs a user in to the dashboard. */
export function signInLinkMail(mail: { readonly to: string; readonly url: string }): MailMessage {
  return memberMail(mail, ({ signInLink: texts }) => ({ ...texts, texts: [texts.text], reason: texts.reason(mail) }));
}

/**
 * The e-mail with an invitation to become a member of an organizer.
 *
 * @param mail.validDays the time until the link expires
 */
export function invitationMail(mail: {
  readonly to: string;
  readonly organizerName: string;
  readonly role: string;
  readonly url: string;
  readonly validDays: number;
}): MailMessage {
  const args = { to: mail.to, organizer: oneLine(mail.organizerName), days: mail.validDays };
  return memberMail(mail, ({ invitation: texts }) => {
    const roles: Readonly<Record<string, string>> = texts.roles;
    return {
      subject: texts.subject(args),
      title: texts.title(args),
      texts: [`${texts.text(args)} ${roles[mail.role] ?? ''}`],
      link: texts.link,
      note: texts.note(args),
      reason: texts.reason(args),
    };
  });
}

/**
 * The e-mail to a user whose password or second factor has changed. An attacker may have made the change.
 *
 * @param mail.changedAt RFC 3339
 * @param mail.url the page of the account
 */
export function accountChangedMail(mail: {
  readonly to: string;
  readonly change: AccountChange;
  readonly changedAt: string;
  readonly url: string;
}): MailMessage {
  return memberMail(mail, ({ accountChanged: texts }) => {
    const change = texts.changes[mail.change];
    return {
      title: change,
      texts: [texts.text({ change, time: utcTime(mail.changedAt) }), texts.advice],
      link: texts.link,
      reason: texts.reason(mail),
    };
  });
}

/**
 * The e-mail to an owner whose organizer was suspended or resumed.
 *
 * @param mail.changedAt RFC 3339
 * @param mail.url the dashboard of the organizer
 */
export function suspensionMail(mail: {
  readonly to: string;
  readonly organizerName: string;
  readonly isSuspended: boolean;
  readonly changedAt: string;
  readonly url: string;
}): MailMessage {
  const args = { to: mail.to, organizer: oneLine(mail.organizerName), time: utcTime(mail.changedAt) };
  return memberMail(mail, ({ suspended, resumed, owner }) => {
    const { subject, title, text } = mail.isSuspended ? suspended : resumed;
    const effects = mail.isSuspended ? [suspended.stops, suspended.continues, suspended.advice] : [resumed.effect];
    return {
      subject: subject(args),
      title: title(args),
      texts: [text(args), ...effects],
      link: owner.openDashboard,
      reason: owner.reason(args),
    };
  });
}

/** A request of a member for a scope of a key. */
interface MailScopeRequest {
  readonly to: string;
  readonly organizerName: string;
  readonly keyName: string;
  readonly scope: string;
  /** The page of the dashboard about the request. */
  readonly url: string;
}

const keyArgs = ({ to, organizerName, keyName }: Omit<MailScopeRequest, 'scope'>) => ({
  to,
  organizer: oneLine(organizerName),
  keyName: oneLine(keyName),
});

/** The e-mail to an operator about a request that is to be decided. */
export function scopeRequestedMail(
  request: MailScopeRequest & { readonly requestedByEmail: string; readonly reason: string },
): MailMessage {
  const args = { ...keyArgs(request), scope: request.scope };
  return memberMail(request, ({ scopeRequested: texts }) => ({
    subject: texts.subject(args),
    title: texts.title,
    texts: [texts.text(args)],
    facts: [
      { label: texts.requestedBy, value: request.requestedByEmail },
      { label: texts.requestReason, value: oneLine(request.reason) },
    ],
    link: texts.link,
    reason: texts.reason(args),
  }));
}

/**
 * The e-mail to a member about the decision.
 *
 * @param request.note what the operator replied; null if nothing
 */
export function scopeDecidedMail(
  request: MailScopeRequest & { readonly isGranted: boolean; readonly note: string | null },
): MailMessage {
  const args = { ...keyArgs(request), scope: request.scope };
  const { isGranted, note } = request;
  return memberMail(request, ({ scopeGranted, scopeDeclined, scopeDecided, owner }) => {
    const { title, text } = isGranted ? scopeGranted : scopeDeclined;
    return {
      title: title(args),
      texts: [text(args)],
      ...(note === null ? {} : { facts: [{ label: scopeDecided.reply, value: oneLine(note) }] }),
      link: owner.openKeys,
      reason: scopeDecided.reason(args),
    };
  });
}

/**
 * The e-mail to an owner about a key with scopes that only the operator grants, which was rolled.
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
  const args = { ...keyArgs(key), scopes: key.scopes.join(', ') };
  return memberMail(key, ({ keyRolled: texts, owner }) => ({
    subject: texts.subject(args),
    title: texts.title,
    texts: [texts.text(args)],
    facts: [
      { label: texts.rolledBy, value: oneLine(key.rolledBy) },
      { label: texts.time, value: utcTime(key.rolledAt) },
      { label: texts.newKey, value: key.newKeyId },
    ],
    link: owner.openKeys,
    reason: owner.reason(args),
  }));
}

/**
 * The alert to owners and developers about a webhook endpoint that will be disabled.
 *
 * @param mail.host the host of the endpoint
 * @param mail.failingSince RFC 3339, like `disabledAt`
 * @param mail.url the page of the endpoint
 */
export function endpointFailingMail(mail: {
  readonly to: string;
  readonly organizerName: string;
  readonly host: string;
  readonly failingSince: string;
  readonly disabledAt: string;
  readonly url: string;
}): MailMessage {
  const { to, host } = mail;
  const times = { since: utcTime(mail.failingSince), disabled: utcTime(mail.disabledAt) };
  const args = { to, host, organizer: oneLine(mail.organizerName), ...times };
  return memberMail(mail, ({ endpointFailing: texts }) => ({
    title: texts.title(args),
    texts: [texts.text(args), texts.effect(args)],
    link: texts.link,
    reason: texts.reason(args),
  }));
}

/**
 * The mail to members about a dispute of a payment.
 *
 * @param mail.amount minor units
 * @param mail.reason in the words of the payment provider
 * @param mail.url the page of the order
 */
export function disputedMail(mail: {
  readonly to: string;
  readonly organizerName: string;
  readonly orderNumber: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  readonly status: 'open' | 'won' | 'lost';
  readonly url: string;
}): MailMessage {
  const { to, orderNumber, status } = mail;
  const args = { to, orderNumber, organizer: oneLine(mail.organizerName), cause: mail.reason.replaceAll('_', ' ') };
  return memberMail(mail, ({ disputed: texts }, language) => ({
    title: texts.titles[status],
    texts: [
      texts.text({ ...args, amount: formatsOf(language).money(mail.amount, mail.currency) }),
      texts.results[status],
    ],
    link: texts.link,
    reason: texts.reason(args),
  }));
}
