import type { DueMail } from '../../src/features/mail/index.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { testSecrets } from './app.ts';

interface Payload {
  readonly to: string;
  /** The token of a link. */
  readonly token: string;
  /** What has changed in an account. */
  readonly change: string;
  readonly organizerName: string;
  readonly isSuspended: boolean;
}

/** The payloads of the queued mails of a kind to an e-mail address, oldest first. */
export async function queuedMails(db: Db, kind: DueMail['kind'], to: string): Promise<Payload[]> {
  const rows = await db.selectFrom('mails').select(['id', 'payload']).where('kind', '=', kind).orderBy('id').execute();
  return rows
    .map(({ id, payload }) => JSON.parse(testSecrets.mailKey.open(payload ?? '', id)) as Payload)
    .filter((payload) => payload.to === to);
}

/** The changes in the queued mails to a user about the account. */
export async function changeMails(db: Db, to: string): Promise<string[]> {
  const mails = await queuedMails(db, 'account_changed', to);
  return mails.map((payload) => payload.change);
}
