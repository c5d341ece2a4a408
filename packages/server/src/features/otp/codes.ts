import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { sql } from 'kysely';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { removeInSteps } from '../../platform/database/remove-steps.ts';
import { statement } from '../../platform/database/statement.ts';
import { queueMailWith } from '../mail/index.ts';

/** How long a code can be used. */
export const codeSeconds = 10 * 60;
/** How many tries a code has. */
const triesMax = 5;

/** What codes need beside the database. */
export interface OtpServices {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/**
 * An address as codes are sent to it and as it is compared: in small letters, its domain as the name system has it (RFC 5891).
 * Two that come to the same are the same holder's, since the code went to what they come to.
 */
export function addressKey(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at).normalize('NFC').toLowerCase();
  return `${name}@${domainToASCII(email.slice(at + 1))}`;
}

/** Whether mail can be sent to an address. */
export function isReachable(email: string): boolean {
  // What is left of the name is looked at too: U+037E, for one, has become a semicolon, which parts addresses.
  return /^[^\s@,;:\p{Cc}]+@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/u.test(addressKey(email));
}

/** The keyed hash that stands for an address where it need not be known. */
export function hashAddress({ otpKey }: Pick<Secrets, 'otpKey'>, email: string): string {
  return createHmac('sha256', otpKey)
    .update(`address ${addressKey(email)}`)
    .digest('hex');
}

function hashCode({ otpKey }: Pick<Secrets, 'otpKey'>, emailHash: string, code: string): string {
  return createHmac('sha256', otpKey).update(`code ${emailHash} ${code}`).digest('hex');
}

/**
 * Mails a new code of 6 digits to an address, whoever's it is: addresses that have bought are treated like all others. An
 * older code is of no use any more.
 */
export async function sendCode({ db, clock, secrets }: OtpServices, email: string): Promise<void> {
  const nowMs = clock.now();
  const now = timestamp(nowMs);
  const expiresAt = timestamp(nowMs + codeSeconds * 1_000);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const emailHash = hashAddress(secrets, email);
  const terms = { code_hash: hashCode(secrets, emailHash, code), tries_left: triesMax, expires_at: expiresAt };
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('otp_codes')
      .values({ email_hash: emailHash, ...terms })
      .onConflict((conflict) => conflict.column('email_hash').doUpdateSet(terms))
      .execute();
    await queueMailWith(tx, secrets, { kind: 'otp', expiresAt }, { to: addressKey(email), code }, now);
  });
}

/** What no hash is: stands where no code can be right. */
const noCode = '0'.repeat(64);

// A row is written either way, so that an address without a code takes as long.
const spendTry = statement<{ emailHash: string; now: string }, { code_hash: string }>(
  (_, param) => sql<{ code_hash: string }>`insert into otp_codes (email_hash, code_hash, tries_left, expires_at)
    values (${param('emailHash')}, ${sql.lit(noCode)}, 0, ${param('now')})
    on conflict (email_hash) do update set
      tries_left = case when otp_codes.tries_left > 0 then otp_codes.tries_left - 1 else 0 end,
      code_hash = case when otp_codes.tries_left > 0 and otp_codes.expires_at > ${param('now')}
        then otp_codes.code_hash else ${sql.lit(noCode)} end
    returning code_hash`,
);

/**
 * Whether the code is the one that was last sent to the address. Each asking spends one of its tries, and a code that was
 * right is spent as a whole. Why it is not right cannot be told from the answer.
 */
export async function verifyCode({ db, clock, secrets }: OtpServices, email: string, code: string): Promise<boolean> {
  const emailHash = hashAddress(secrets, email);
  const given = hashCode(secrets, emailHash, code);
  return db.transaction().execute(async (tx) => {
    const [kept] = await spendTry(tx, { emailHash, now: timestamp(clock.now()) });
    if (!timingSafeEqual(Buffer.from(given), Buffer.from(kept!.code_hash))) return false;
    await tx.deleteFrom('otp_codes').where('email_hash', '=', emailHash).execute();
    return true;
  });
}

/** Removes codes whose time is over. */
export async function removeOldCodes(db: Db, nowMs: number): Promise<void> {
  await removeInSteps(
    db,
    'otp_codes',
    ['email_hash'],
    sql`where expires_at <= ${timestamp(nowMs)} order by expires_at`,
  );
}
