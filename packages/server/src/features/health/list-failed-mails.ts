import type { Db } from '../../platform/database/dialect.ts';
import { listUnsentMails } from '../mail/index.ts';
import { readOrganizerNames } from '../organizers/index.ts';

/** Maximum number of failed mails that are listed. */
export const maxFailedMails = 50;

/** The newest mails of all organizers that could not be sent. */
export async function listFailedMails(db: Db) {
  const mails = await listUnsentMails(db, { organizerId: null, since: null, status: 'failed', limit: maxFailedMails });
  const names = await readOrganizerNames(
    db,
    mails.flatMap(({ organizerId }) => organizerId ?? []),
  );
  return mails.map(({ id, organizerId, orderNumber, kind, error, updatedAt }) => ({
    id,
    organizerSlug: names.get(organizerId ?? '')?.slug ?? null,
    organizerName: names.get(organizerId ?? '')?.name ?? null,
    orderNumber,
    kind,
    error,
    failedAt: updatedAt,
  }));
}
