import type { MailMessage } from '../../../platform/mail/transport.ts';
import { oneLine, pluralize } from './format.ts';
import { renderContent } from './layout.ts';

/** The e-mail with a link that signs a user in to the dashboard. */
export function signInLinkMail({ to, url }: { to: string; url: string }): MailMessage {
  const summary = 'Open this link to sign in to the dashboard. It works once, within 15 minutes.';
  const content = {
    organizer: null,
    title: 'Sign in',
    preview: summary,
    blocks: [
      { type: 'text', text: summary },
      { type: 'link', label: 'Sign in', url },
      { type: 'text', text: 'If you did not request a link, you can ignore this email.', tone: 'quiet' },
    ] as const,
    reason: `You received this email because a sign-in link was requested for ${to}.`,
  };
  return { to, subject: 'Your sign-in link', ...renderContent(content) };
}

/** What the members with each role can do, as the e-mail says it. */
const roleTexts: Readonly<Record<string, string>> = {
  owner: 'As an owner, you can do everything, including members and payouts.',
  manager: 'As a manager, you can change events, and see and refund orders.',
  developer: 'As a developer, you can create API keys and webhook endpoints, and see their logs.',
  viewer: 'As a viewer, you can see the sales figures.',
};

/**
 * The e-mail with an invitation to become a member of an organizer.
 *
 * @param mail.validDays the time until the link expires
 */
export function invitationMail({
  to,
  organizerName,
  role,
  url,
  validDays,
}: {
  to: string;
  organizerName: string;
  role: string;
  url: string;
  validDays: number;
}): MailMessage {
  const name = oneLine(organizerName);
  const content = {
    organizer: null,
    title: `Join ${name}`,
    preview: `You are invited to the dashboard of ${name}.`,
    blocks: [
      { type: 'text', text: `You are invited to the dashboard of ${name}. ${roleTexts[role] ?? ''}` },
      { type: 'link', label: 'Accept the invitation', url },
      {
        type: 'text',
        text: `The link expires in ${pluralize(validDays, 'day')}. If you did not expect it, you can ignore this email.`,
        tone: 'quiet',
      },
    ] as const,
    reason: `You received this email because a member of ${name} entered ${to}.`,
  };
  return { to, subject: `Invitation to ${name}`, ...renderContent(content) };
}
