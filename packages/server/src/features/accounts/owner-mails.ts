import type { Secrets } from '../../platform/crypto.ts';
import { queueMailWithPayload } from '../mail/index.ts';
import type { MailOwners } from '../organizers/index.ts';
import { listOwners } from './members.ts';

/** The payload of a mail to an owner whose organizer was suspended or resumed. */
export interface SuspensionMail {
  readonly to: string;
  readonly organizerName: string;
  readonly organizerSlug: string;
  readonly isSuspended: boolean;
}

/**
 * Returns a function that queues a mail to each owner of an organizer that was suspended or resumed, in the transaction of the change.
 *
 * @param secrets encrypt the mails
 */
export function mailOwners(secrets: Pick<Secrets, 'mailKey'>): MailOwners {
  return async (tx, organizerId, { isSuspended, at }) => {
    for (const { id: _, email: to, ...organizer } of await listOwners(tx, organizerId)) {
      const payload: SuspensionMail = { to, ...organizer, isSuspended };
      await queueMailWithPayload(tx, secrets, { kind: 'suspension' }, payload, at);
    }
  };
}
