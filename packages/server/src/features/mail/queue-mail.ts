import { timestamp } from '../../platform/clock.ts';
import { encrypt, type Secrets } from '../../platform/crypto.ts';
import { announceOnCommit, type Db, dialectOf } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import type { MailKind, MailMoney } from './mail.ts';

/** The channel on which new mails are announced to the workers. */
export const mailChannel = 'mails';

/** These mails are sent before all mails that became due within `priorityMs`, because a person waits for them. */
const urgentKinds: readonly MailKind[] = ['otp', 'sign_in_link'];
const priorityMs = 60 * 60_000;

/** A mail to be queued. */
export interface NewMail {
  readonly kind: MailKind;
  /** The organizer of `orderNumber`; both are set if the mail is about an order. */
  readonly organizerId?: string;
  readonly orderNumber?: string;
  /** An amount that is not part of the order. */
  readonly money?: MailMoney;
  /** The mail is not sent after this time, RFC 3339. */
  readonly expiresAt?: string;
}

/**
 * Queues a mail in the transaction of the change that it is about: the mail is queued only if the change is committed.
 *
 * @param now RFC 3339
 */
export async function queueMail(tx: Db, mail: NewMail, now: string): Promise<void> {
  await insertMail(tx, newId('mal', Date.parse(now)), mail, null, now);
}

/**
 * Queues a mail whose renderer needs more data than the order.
 *
 * @param payload stored as encrypted JSON, and deleted with the mail
 * @param now RFC 3339
 */
export async function queueMailWith(
  tx: Db,
  { mailKey }: Pick<Secrets, 'mailKey'>,
  mail: NewMail,
  payload: object,
  now: string,
): Promise<void> {
  const id = newId('mal', Date.parse(now));
  await insertMail(tx, id, mail, encrypt(mailKey, JSON.stringify(payload), id), now);
}

async function insertMail(tx: Db, id: string, mail: NewMail, payload: string | null, now: string): Promise<void> {
  const { kind, organizerId = null, orderNumber = null, money, expiresAt = null } = mail;
  const row = {
    id,
    kind,
    organizer_id: organizerId,
    order_number: orderNumber,
    amount: money?.amount ?? null,
    currency: money?.currency ?? null,
    payload,
    status: 'pending' as const,
    attempt_count: 0,
    next_attempt_at: urgentKinds.includes(kind) ? timestamp(Date.parse(now) - priorityMs) : now,
    expires_at: expiresAt,
    error: null,
    created_at: now,
    updated_at: now,
  };
  await dialectOf(tx).insertMany(tx, 'mails', [row]);
  await announceOnCommit(tx, mailChannel);
}
