import type { MailMessage } from '../../platform/mail/transport.ts';
import { type DueMail, loadTemplates } from '../mail/index.ts';
import type { ChangeMail } from './change-mails.ts';
import type { InvitationMail } from './invitations.ts';
import { accountUrl, invitationUrl, organizerUrl, signInLinkUrl } from './links.ts';
import type { SuspensionMail } from './owner-mails.ts';

/** Renders the mails about accounts. */
export function accountMailRenderers({ baseUrl }: { baseUrl: string }) {
  return {
    sign_in_link: async ({ payload }: DueMail): Promise<MailMessage> => {
      const { to, token } = payload as { to: string; token: string };
      const { signInLinkMail } = await loadTemplates();
      return signInLinkMail({ to, url: signInLinkUrl(baseUrl, token) });
    },
    invitation: async ({ payload }: DueMail): Promise<MailMessage> => {
      const { to, organizerName, role, token, validDays } = payload as InvitationMail;
      const { invitationMail } = await loadTemplates();
      return invitationMail({ to, organizerName, role, url: invitationUrl(baseUrl, token), validDays });
    },
    account_changed: async ({ payload, createdAt }: DueMail): Promise<MailMessage> => {
      const { accountChangedMail } = await loadTemplates();
      return accountChangedMail({ ...(payload as ChangeMail), changedAt: createdAt, url: accountUrl(baseUrl) });
    },
    suspension: async ({ payload, createdAt: changedAt }: DueMail): Promise<MailMessage> => {
      const { organizerSlug, ...mail } = payload as SuspensionMail;
      const { suspensionMail } = await loadTemplates();
      return suspensionMail({ ...mail, changedAt, url: organizerUrl(baseUrl, organizerSlug) });
    },
  };
}
