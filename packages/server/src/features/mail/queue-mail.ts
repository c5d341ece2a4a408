import { timestamp } from '../../platform/clock.ts';
import { encrypt, type Secrets } from '../../platform/crypto.ts';
import { announceOnCommit, type Db, dialectOf } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import type { MailKind, MailMoney } from './mail.ts';

/** Where the workers hear of new mails. */
export const mailChannel = 'mails';

/** Somebody waits for a code in front of a screen: it comes before everything that became due within this time. */
const urgentByMs = 60 * 60_000;

/** A mail that is to be sent. */
export interface NewMail {
  readonly kind: MailKind;
  /** Whose order it tells of, where it tells of one. */
  readonly organizerId?: string;
  readonly orderNumber?: string;
  /** The money that it tells of, beyond what the order says. */
  readonly money?: MailMoney;
  /** From when on it is of no use, RFC 3339: it is not sent any more. */
  readonly expiresAt?: string;
}

/**
 * Queues a mail in the transaction that causes it: both are committed or neither.
 *
 * @param now RFC 3339
 */
export async function queueMail(tx: Db, mail: NewMail, now: string): Promise<void> {
  await insertMail(tx, newId('mal', Date.parse(now)), mail, null, now);
}

/**
 * Queues a mail whose renderer needs more than the order.
 *
 * @param payload JSON; it is encrypted until the mail is sent
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
    next_attempt_at: kind === 'otp' ? timestamp(Date.parse(now) - urgentByMs) : now,
    expires_at: expiresAt,
    error: null,
    created_at: now,
    updated_at: now,
  };
  await dialectOf(tx).insertMany(tx, 'mails', [row]);
  await announceOnCommit(tx, mailChannel);
}
