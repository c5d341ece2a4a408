import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Language } from '#messages/languages';
import { asciiDomain, emailForm } from '#shared/email-form';
import { ApiError, fieldError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { ipBucket } from '../../platform/limits/ip-bucket.ts';
import type { Cart } from '../inventory/http.ts';
import { deleteMailsTo, queueMailWithPayload } from '../mail/index.ts';

/** How long a code can be used after it was sent the last time. */
export const codeValiditySeconds = 10 * 60;
/** How long a code can be used at most, even if it is sent again. */
export const maxCodeLifetimeSeconds = 30 * 60;
/** The maximum number of tries for a code. An attacker can try 25 of a million codes, so at most one attack in 40,000 succeeds. */
export const maxTries = 25;
/** The maximum number of tries of one sender for a code. So one sender cannot use all tries. */
export const maxTriesPerSender = 5;

/** The services that codes need. */
export interface OtpServices {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** Whether e-mail can be sent to an e-mail address. */
function isDeliverable(email: string): boolean {
  // The check uses the normalized form. For example, U+037E becomes a semicolon, which separates e-mail addresses.
  const form = emailForm(email);
  const pattern = /^[^\s@,;:\p{Cc}]+@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/u;
  return pattern.test(form) && asciiDomain(form.slice(form.lastIndexOf('@') + 1)) !== null;
}

/**
 * @param path the path of the field with the e-mail address
 * @throws ApiError `invalid_fields` if no e-mail can be sent to the e-mail address
 */
export function assertDeliverableEmail(path: string, email: string): void {
  if (isDeliverable(email)) return;
  throw new ApiError('invalid_fields', { part: 'body' }, { fields: [fieldError(path, 'not_deliverable', {})] });
}

/** The keyed hash that is stored instead of an e-mail address. */
export function hashEmail({ otpKey }: Pick<Secrets, 'otpKey'>, email: string): string {
  return createHmac('sha256', otpKey)
    .update(`address ${emailForm(email)}`)
    .digest('hex');
}

/** The keyed hash of a sender. The input is the part of its IP address that rate limits use. */
export function hashSender({ otpKey }: Pick<Secrets, 'otpKey'>, ipAddress: string): string {
  return createHmac('sha256', otpKey)
    .update(`sender ${ipBucket(ipAddress)}`)
    .digest('hex');
}

/** The code of 6 digits for a nonce. It cannot be computed from the database without the key. */
function computeCode({ otpKey }: Pick<Secrets, 'otpKey'>, emailHash: string, nonce: string): string {
  const mac = createHmac('sha256', otpKey).update(`code ${emailHash} ${nonce}`).digest();
  // 64 bits modulo a million: the probabilities differ by less than 1 in 10^13.
  return String(mac.readBigUInt64BE() % 1_000_000n).padStart(6, '0');
}

interface NewCode {
  emailHash: string;
  nonce: string;
  now: string;
  expiresAt: string;
  endsAt: string;
}

// A code that is still valid does not change and keeps its remaining tries. Otherwise, an attacker would get another code to
// guess with each request.
const renewCode = statement<NewCode, { nonce: string; expires_at: string }>((_, param) => {
  const isValid = sql`otp_codes.expires_at > ${param('now')} and otp_codes.tries_left > 0`;
  return sql`insert into otp_codes (email_hash, nonce, tries_left, expires_at, ends_at)
    values (${param('emailHash')}, ${param('nonce')}, ${sql.lit(maxTries)}, ${param('expiresAt')}, ${param('endsAt')})
    on conflict (email_hash) do update set
      nonce = case when ${isValid} then otp_codes.nonce else excluded.nonce end,
      tries_left = case when ${isValid} then otp_codes.tries_left else excluded.tries_left end,
      expires_at = case when ${isValid} and otp_codes.ends_at < excluded.expires_at
        then otp_codes.ends_at else excluded.expires_at end,
      ends_at = case when ${isValid} then otp_codes.ends_at else excluded.ends_at end
    returning nonce, expires_at`;
});

/**
 * Sends a code of 6 digits to an e-mail address, whether or not it has orders. If an earlier code is still valid, the same code
 * is sent again and is valid for another 10 minutes, but at most 30 minutes in total. Its tries are not reset.
 *
 * @param recipient.cart the e-mail has a link to the page of the event with this cart
 * @returns the time at which the code expires, in milliseconds since the epoch
 */
export async function sendCode(
  { db, clock, secrets }: OtpServices,
  { email, cart, language }: { readonly email: string; readonly cart?: Cart; readonly language: Language | null },
): Promise<number> {
  const nowMs = clock.now();
  const now = timestamp(nowMs);
  const emailHash = hashEmail(secrets, email);
  const newCode: NewCode = {
    emailHash,
    nonce: randomBytes(16).toString('hex'),
    now,
    expiresAt: timestamp(nowMs + codeValiditySeconds * 1_000),
    endsAt: timestamp(nowMs + maxCodeLifetimeSeconds * 1_000),
  };
  return db.transaction().execute(async (tx) => {
    const [code] = await renewCode(tx, newCode);
    if (code === undefined) throw new Error('The upsert of a code returned no row.');
    const { nonce, expires_at: expiresAt } = code;
    if (nonce === newCode.nonce) await tx.deleteFrom('otp_tries').where('email_hash', '=', emailHash).execute();
    const expiresAtMs = Date.parse(expiresAt);
    const validMinutes = Math.ceil((expiresAtMs - nowMs) / 60_000);
    const payload = {
      to: emailForm(email),
      code: computeCode(secrets, emailHash, nonce),
      validMinutes,
      cart,
      language,
    };
    await queueMailWithPayload(tx, secrets, { kind: 'otp', expiresAt }, payload, now);
    return expiresAtMs;
  });
}

// A row is written for every e-mail address, so that the time of a request does not show whether there is a code. The row stays
// locked until the transaction ends, so concurrent tries for one code are counted one after the other.
const lockCode = statement<{ emailHash: string; now: string }, { nonce: string; is_valid: number }>(
  (_, param) => sql`insert into otp_codes (email_hash, nonce, tries_left, expires_at, ends_at)
    values (${param('emailHash')}, '', 0, ${param('now')}, ${param('now')})
    on conflict (email_hash) do update set nonce = otp_codes.nonce
    returning nonce, case when tries_left > 0 and expires_at > ${param('now')} then 1 else 0 end as is_valid`,
);

const countTry = statement<{ emailHash: string; senderHash: string }, { tries: number }>(
  (_, param) => sql`insert into otp_tries (email_hash, sender_hash, tries)
    values (${param('emailHash')}, ${param('senderHash')}, 1)
    on conflict (email_hash, sender_hash) do update set tries = otp_tries.tries + 1
      where otp_tries.tries < ${sql.lit(maxTriesPerSender)}
    returning tries`,
);

const useTry = statement<{ emailHash: string; spent: number }, never>(
  (_, param) => sql`update otp_codes
    set tries_left = case when tries_left > 0 then tries_left - ${param('spent')} else 0 end
    where email_hash = ${param('emailHash')}`,
);

/**
 * Whether the code is the code that was sent to the e-mail address. Each call uses one try of the code and one try of the
 * sender. A correct code cannot be used again. The result does not say why a code is rejected.
 *
 * @param ipAddress the IP address of the sender
 */
export async function verifyCode(
  { db, clock, secrets }: OtpServices,
  { email, code, ipAddress }: { email: string; code: string; ipAddress: string },
): Promise<boolean> {
  const emailHash = hashEmail(secrets, email);
  const senderHash = hashSender(secrets, ipAddress);
  return db.transaction().execute(async (tx) => {
    const [lockedCode] = await lockCode(tx, { emailHash, now: timestamp(clock.now()) });
    if (lockedCode === undefined) throw new Error('The upsert of a code returned no row.');
    const { nonce, is_valid } = lockedCode;
    const counted = await countTry(tx, { emailHash, senderHash });
    const hasTry = counted.length > 0;
    await useTry(tx, { emailHash, spent: hasTry ? 1 : 0 });
    const isSame = timingSafeEqual(Buffer.from(computeCode(secrets, emailHash, nonce)), Buffer.from(code));
    if (!isSame || !hasTry || is_valid === 0) return false;
    await tx.deleteFrom('otp_codes').where('email_hash', '=', emailHash).execute();
    return true;
  });
}

/**
 * Deletes the code of an e-mail address with its tries, and the mails with it that are not sent yet.
 *
 * @returns the number of codes and mails
 */
export async function eraseCodes(db: Db, secrets: Pick<Secrets, 'otpKey' | 'mailKey'>, email: string): Promise<number> {
  const emailHash = hashEmail(secrets, email);
  return db.transaction().execute(async (tx) => {
    await tx.deleteFrom('otp_tries').where('email_hash', '=', emailHash).execute();
    const codes = await tx.deleteFrom('otp_codes').where('email_hash', '=', emailHash).executeTakeFirstOrThrow();
    return Number(codes.numDeletedRows) + (await deleteMailsTo(tx, secrets, 'otp', emailForm(email)));
  });
}

/** Deletes expired codes, with the tries of their senders. */
export async function purgeCodes(db: Db, nowMs: number): Promise<void> {
  await deleteInBatches(
    db,
    'otp_codes',
    ['email_hash'],
    sql`where expires_at <= ${timestamp(nowMs)} order by expires_at`,
  );
}
