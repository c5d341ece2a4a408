import { isIP } from 'node:net';
import type { Config } from '../../config.ts';
import type { MailSettings } from '../../platform/mail/settings.ts';
import { clockOffset } from './check-clock.ts';
import { type CheckResult, checked, error, type Finding, messageOf, skipped, warning } from './finding.ts';

/** Connects to the mail server and signs in, without sending an e-mail. */
export async function checkMail({ baseUrl, mail }: Config & { readonly mail: MailSettings }): Promise<CheckResult> {
  if (mail.smtpUrl === null) return skipped('mail', 'SMTP_URL is not set, e-mails are written to files');
  const { hostname, port } = new URL(mail.smtpUrl);
  const server = port === '' ? hostname : `${hostname}:${port}`;
  const findings: Finding[] = [];
  const { verifySmtp } = await import('../../platform/mail/smtp.ts');
  try {
    await verifySmtp(mail.smtpUrl);
  } catch (cause) {
    const action =
      'Check the protocol, host, port, user and password in SMTP_URL, and that a firewall allows the connection.';
    findings.push(error(`The mail server ${server} cannot be used: ${messageOf(cause)}.`, action));
  }
  const domain = new URL(baseUrl).hostname;
  if (mail.from === null && (domain === 'localhost' || isIP(domain.replaceAll(/[[\]]/g, '')) !== 0)) {
    const problem = `E-mails are sent from tickets@${domain}, which mail servers reject.`;
    findings.push(warning(problem, 'Set MAIL_FROM to an e-mail address that your mail server accepts.'));
  }
  return checked('mail', server, findings);
}

/** What a check of Redis found. */
interface RedisCheck {
  readonly result: CheckResult;
  /** The clock of Redis minus the clock of this machine, in milliseconds; null if it is unknown. */
  readonly clockOffsetMs: number | null;
}

/** Connects to Redis and runs a script, as the rate limits do. */
export async function checkRedis({ redisUrl }: Config): Promise<RedisCheck> {
  if (redisUrl === null) return { result: skipped('Redis', 'REDIS_URL is not set'), clockOffsetMs: null };
  const { host } = new URL(redisUrl);
  const { readRedisTime } = await import('../../platform/limits/redis-limiter.ts');
  try {
    const startedMs = Date.now();
    const redisMs = await readRedisTime(redisUrl);
    return { result: checked('Redis', host, []), clockOffsetMs: clockOffset(redisMs, startedMs) };
  } catch (cause) {
    const problem = `Redis at ${host} cannot be used: ${messageOf(cause)}. Each process counts rate limits by itself.`;
    const action = 'Check that Redis runs, and that REDIS_URL has its host, port and password.';
    return { result: checked('Redis', host, [warning(problem, action)]), clockOffsetMs: null };
  }
}
