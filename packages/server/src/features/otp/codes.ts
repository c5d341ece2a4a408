import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { sql } from 'kysely';
import { ApiError, fieldError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { deleteInBatches } from '../../platform/database/remove-steps.ts';
import { statement } from '../../platform/database/statement.ts';
import { ipBucket } from '../../platform/limits/ip-bucket.ts';
import { queueMailWith } from '../mail/index.ts';

/** The time for which a code can be used after it was last sent. */
export const codeSeconds = 10 * 60;
/** The total time for which a code can be used, even if it is sent again. */
export const codeLifeSeconds = 30 * 60;
/** Tries of a code in total: 25 of a million, so guessing it succeeds at most once in 40,000 times. */
export const triesMax = 25;
/** Tries of one sender for a code, so that one sender cannot use up all tries. */
export const triesPerSenderMax = 5;

/** The services that codes need. */
export interface OtpServices {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/**
 * The normalized form of an address: in lower case, with its domain in ASCII (RFC 5891). Codes are sent to this form, so two
 * addresses with the same form belong to the same person.
 */
export function addressKey(email: string): string {
  const atIndex = email.lastIndexOf('@');
  const name = email.slice(0, atIndex).normalize('NFC').toLowerCase();
  return `${name}@${domainToASCII(email.slice(atIndex + 1))}`;
}

/** Whether mail can be sent to an address. */
function isReachable(email: string): boolean {
  // The normalized name is checked too: U+037E, for example, becomes a semicolon, which separates addresses.
  return /^[^\s@,;:\p{Cc}]+@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/u.test(addressKey(email));
}

/**
 * @param path the path of the field with the address
 * @throws ApiError `invalid_request` if no mail can be sent to it
 */
export function requireReachable(path: string, email: string): void {
  if (isReachable(email)) return;
  throw new ApiError('invalid_fields', { part: 'body' }, { fields: [fieldError(path, 'not_deliverable', {})] });
}

/** The keyed hash that is stored in place of an address. */
export function hashAddress({ otpKey }: Pick<Secrets, 'otpKey'>, email: string): string {
  return createHmac('sha256', otpKey)
    .update(`address ${addressKey(email)}`)
    .digest('hex');
}

/** The keyed hash of a sender: of the part of its network address that rate limits use. */
export function hashSender({ otpKey }: Pick<Secrets, 'otpKey'>, networkAddress: string): string {
  return createHmac('sha256', otpKey)
    .update(`sender ${ipBucket(networkAddress)}`)
    .digest('hex');
}

/** The code of 6 digits for a nonce. It cannot be computed from the database without the key. */
function codeOf({ otpKey }: Pick<Secrets, 'otpKey'>, emailHash: string, nonce: string): string {
  const mac = createHmac('sha256', otpKey).update(`code ${emailHash} ${nonce}`).digest();
  // 64 bits modulo a million: the probabilities differ by less than 1 in 10^13.
  return String(mac.readBigUInt64BE() % 1_000_000n).padStart(6, '0');
}

interface Terms {
  emailHash: string;
  nonce: string;
  now: string;
  expiresAt: string;
  endsAt: string;
}

// A code that is still valid does not change, and keeps its remaining tries: otherwise a second request would give an attacker a second code to guess.
const renewCode = statement<Terms, { nonce: string; expires_at: string }>((_, param) => {
  const isValid = sql`otp_codes.expires_at > ${param('now')} and otp_codes.tries_left > 0`;
  return sql`insert into otp_codes (email_hash, nonce, tries_left, expires_at, ends_at)
    values (${param('emailHash')}, ${param('nonce')}, ${sql.lit(triesMax)}, ${param('expiresAt')}, ${param('endsAt')})
    on conflict (email_hash) do update set
      nonce = case when ${isValid} then otp_codes.nonce else excluded.nonce end,
      tries_left = case when ${isValid} then otp_codes.tries_left else excluded.tries_left end,
      expires_at = case when ${isValid} and otp_codes.ends_at < excluded.expires_at
        then otp_codes.ends_at else excluded.expires_at end,
      ends_at = case when ${isValid} then otp_codes.ends_at else excluded.ends_at end
    returning nonce, expires_at`;
});

/**
 * Mails a code of 6 digits to an address, whether or not it has orders. If an earlier code is still valid, the same code is sent
 * again and is valid for another 10 minutes, at most 30 in total. Its tries are not reset.
 *
 * @returns when the code expires, milliseconds since the epoch
 */
export async function sendCode({ db, clock, secrets }: OtpServices, email: string): Promise<number> {
  const nowMs = clock.now();
  const now = timestamp(nowMs);
  const emailHash = hashAddress(secrets, email);
  const newCode: Terms = {
    emailHash,
    nonce: randomBytes(16).toString('hex'),
    now,
    expiresAt: timestamp(nowMs + codeSeconds * 1_000),
    endsAt: timestamp(nowMs + codeLifeSeconds * 1_000),
  };
  return db.transaction().execute(async (tx) => {
    const [code] = await renewCode(tx, newCode);
    if (code === undefined) throw new Error('The upsert of a code returned no row.');
    const { nonce, expires_at: expiresAt } = code;
    if (nonce === newCode.nonce) await tx.deleteFrom('otp_tries').where('email_hash', '=', emailHash).execute();
    const expiresAtMs = Date.parse(expiresAt);
    const validMinutes = Math.ceil((expiresAtMs - nowMs) / 60_000);
    const payload = { to: addressKey(email), code: codeOf(secrets, emailHash, nonce), validMinutes };
    await queueMailWith(tx, secrets, { kind: 'otp', expiresAt }, payload, now);
    return expiresAtMs;
  });
}

// A row is written for every address, so that an address without a code takes the same time. The row stays locked until the
// transaction ends: tries of one code are counted one after the other.
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
      where otp_tries.tries < ${sql.lit(triesPerSenderMax)}
    returning tries`,
);

const spendTry = statement<{ emailHash: string; spent: number }, never>(
  (_, param) => sql`update otp_codes
    set tries_left = case when tries_left > 0 then tries_left - ${param('spent')} else 0 end
    where email_hash = ${param('emailHash')}`,
);

/**
 * Whether the code is the one that was sent to the address. Each call uses one try of the code and one of the sender. A correct
 * code cannot be used again. The result does not say why a code is rejected.
 *
 * @param networkAddress the address of the sender
 */
export async function verifyCode(
  { db, clock, secrets }: OtpServices,
  { email, code, networkAddress }: { email: string; code: string; networkAddress: string },
): Promise<boolean> {
  const emailHash = hashAddress(secrets, email);
  const senderHash = hashSender(secrets, networkAddress);
  return db.transaction().execute(async (tx) => {
    const [found] = await lockCode(tx, { emailHash, now: timestamp(clock.now()) });
    if (found === undefined) throw new Error('The upsert of a code returned no row.');
    const { nonce, is_valid } = found;
    const counted = await countTry(tx, { emailHash, senderHash });
    const hasTry = counted.length > 0;
    await spendTry(tx, { emailHash, spent: hasTry ? 1 : 0 });
    const isSame = timingSafeEqual(Buffer.from(codeOf(secrets, emailHash, nonce)), Buffer.from(code));
    if (!isSame || !hasTry || is_valid === 0) return false;
    await tx.deleteFrom('otp_codes').where('email_hash', '=', emailHash).execute();
    return true;
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
