import { timestamp } from '../../platform/clock.ts';
import type { SealingKey, Secrets } from '../../platform/crypto.ts';
import { announceOnCommit, type Db, dialectOf } from '../../platform/database/dialect.ts';
import { resealColumn } from '../../platform/database/reseal-column.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import type { MailKind, MailMoney } from './mail.ts';

/** The channel on which new e-mails are announced to the workers. */
export const mailChannel = 'mails';

/** A person waits for these e-mails. They are queued as if they were due earlier by `priorityMs`, so they are sent before others. */
const urgentKinds: readonly MailKind[] = ['otp', 'sign_in_link'];
const priorityMs = 60 * 60_000;

/** An e-mail to be queued. */
export interface NewMail {
  readonly kind: MailKind;
  /** Set together with `orderNumber`, for an e-mail about an order. */
  readonly organizerId?: string;
  readonly orderNumber?: string;
  /** An amount that the order does not contain, such as the amount of one refund. */
  readonly money?: MailMoney;
  /** For an e-mail about an order: a sentence of the organizer. */
  readonly note?: string | null;
  /** The e-mail is not sent after this time, RFC 3339. */
  readonly expiresAt?: string;
}

/**
 * Queues an e-mail about a change, in the transaction that makes this change. The e-mail is therefore sent only if the change is
 * committed.
 *
 * @param now RFC 3339
 */
export async function queueMail(tx: Db, mail: NewMail, now: string): Promise<void> {
  await insertMail(tx, newId('mal', Date.parse(now)), mail, null, now);
}

/**
 * Queues an e-mail with a payload: data for its renderer that no order contains, such as a verification code.
 *
 * @param payload stored as encrypted JSON, and deleted with the e-mail
 * @param now RFC 3339
 */
export async function queueMailWithPayload(
  tx: Db,
  { mailKey }: Pick<Secrets, 'mailKey'>,
  mail: NewMail,
  payload: object,
  now: string,
): Promise<void> {
  const id = newId('mal', Date.parse(now));
  await insertMail(tx, id, mail, mailKey.seal(JSON.stringify(payload), id), now);
}

async function insertMail(tx: Db, id: string, mail: NewMail, payload: string | null, now: string): Promise<void> {
  const { kind, organizerId, orderNumber, money, note = null, expiresAt = null } = mail;
  const row = {
    id,
    kind,
    amount: money?.amount ?? null,
    currency: money?.currency ?? null,
    payload,
    note,
    status: 'pending' as const,
    attempt_count: 0,
    next_attempt_at: urgentKinds.includes(kind) ? timestamp(Date.parse(now) - priorityMs) : now,
    expires_at: expiresAt,
    error: null,
    created_at: now,
    updated_at: now,
  };
  const { insertMany } = dialectOf(tx);
  if (organizerId === undefined || orderNumber === undefined) {
    await insertMany(tx, 'mails', [{ ...row, organizer_id: null, order_number: null }]);
  } else await insertMany(tx, 'order_mails', [{ ...row, organizer_id: organizerId, order_number: orderNumber }]);
  await announceOnCommit(tx, mailChannel);
}

/**
 * Deletes queued e-mails of a kind to a recipient. Their recipients are encrypted, so it reads all e-mails of this kind.
 *
 * @returns the number of e-mails
 */
export async function deleteMailsTo(
  tx: Db,
  { mailKey }: Pick<Secrets, 'mailKey'>,
  kind: MailKind,
  recipient: string,
): Promise<number> {
  const queued = await tx
    .selectFrom('mails')
    .select(['id', 'payload'])
    .where('kind', '=', kind)
    .where('payload', 'is not', null)
    .execute();
  const isTo = ({ id, payload }: Pick<Tables['mails'], 'id' | 'payload'>) =>
    (JSON.parse(mailKey.open(payload ?? '', id)) as { to?: string }).to === recipient;
  const ids = queued.filter(isTo).map(({ id }) => id);
  await tx
    .deleteFrom('mails')
    .where((eb) => dialectOf(tx).isOneOf(eb.ref('id'), ids))
    .execute();
  return ids.length;
}

/** Encrypts the payloads of queued e-mails with the current master key. */
export async function resealMails(db: Db, key: SealingKey): Promise<number> {
  const column = 'payload';
  const currentPattern = `%${key.currentSuffix}`;
  const reseal = ({ id, payload }: Pick<Tables['mails'], 'id' | 'payload'>) =>
    key.seal(key.open(payload ?? '', id), id);
  const counts = [
    await resealColumn(db, { table: 'mails', keys: ['id'], column, currentPattern, reseal }),
    await resealColumn(db, { table: 'order_mails', keys: ['organizer_id', 'id'], column, currentPattern, reseal }),
  ];
  return counts.reduce((sum, count) => sum + count);
}
