import type { Db } from '../../platform/database/dialect.ts';
import type { MailMessage } from '../../platform/mail/transport.ts';
import { isMemberEmail } from '../accounts/index.ts';
import { loadTemplates, type PrepareMessage } from '../mail/index.ts';
import { findSandbox } from '../organizers/index.ts';

/** The notice above each e-mail of a sandbox. */
const notice = 'This is a test. The order is not real, its tickets are not valid, and no money is moved.';

/**
 * The rule for e-mails of sandboxes: their subject is marked, they begin with a notice, and a mail server sends them only to members
 * of the organizer. Other people must not get e-mails about orders that do not exist.
 *
 * @param options.recipients `members` if a mail server sends the e-mails, `all` if they are written to files
 */
export function prepareSandboxMails({ recipients }: { recipients: 'members' | 'all' }) {
  return ({ db }: { readonly db: Db }): PrepareMessage =>
    async (organizerId, message): Promise<MailMessage | null> => {
      const sandbox = organizerId === null ? null : await findSandbox(db, organizerId);
      if (sandbox === null) return message;
      if (recipients === 'members' && !(await isMemberEmail(db, sandbox.liveId, message.to))) return null;
      const { withNotice } = await loadTemplates();
      return withNotice({ ...message, subject: `[Test] ${message.subject}` }, notice);
    };
}
