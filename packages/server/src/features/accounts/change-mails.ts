import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type AccountChange, queueMailWithPayload } from '../mail/index.ts';

/** The payload of a mail about a change. */
export interface ChangeMail {
  readonly to: string;
  readonly change: AccountChange;
}

/**
 * Queues the mail that tells a user that the password or a second factor has changed, in the transaction of the change.
 *
 * @param now RFC 3339
 */
export async function mailChange(
  tx: Db,
  secrets: Pick<Secrets, 'mailKey'>,
  { email: to }: { email: string },
  change: AccountChange,
  now: string,
): Promise<void> {
  const payload: ChangeMail = { to, change };
  await queueMailWithPayload(tx, secrets, { kind: 'account_changed' }, payload, now);
}
