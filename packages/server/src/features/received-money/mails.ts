import type { Db } from '../../platform/database/dialect.ts';
import type { MailMessage } from '../../platform/mail/transport.ts';
import { type DueMail, loadTemplates } from '../mail/index.ts';
import { readOrganizer } from '../organizers/index.ts';
import type { DisputeAlert } from './outside-changes.ts';

/** Renders the mails about disputes of payments. */
export function paymentMailRenderers({ db, baseUrl }: { db: Db; baseUrl: string }) {
  return {
    disputed: async ({ payload }: DueMail): Promise<MailMessage> => {
      const { organizerId, ...dispute } = payload as DisputeAlert;
      const { name, slug } = await readOrganizer(db, organizerId);
      const { disputedMail } = await loadTemplates();
      const url = `${baseUrl}/dashboard/organizers/${slug}/orders/${dispute.orderNumber}`;
      return disputedMail({ ...dispute, organizerName: name, url });
    },
  };
}
