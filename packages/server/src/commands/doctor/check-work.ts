import { pino } from 'pino';
import { readMailQueue } from '../../features/mail/index.ts';
import { readRefundQueue } from '../../features/payments/index.ts';
import { readWebhookQueue } from '../../features/webhooks/index.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { ServerParts } from '../../server-parts.ts';
import { type CheckResult, checked, type Finding, warning } from './finding.ts';

/** Work that has been due for longer shows that no process does it. */
const maxDelayMinutes = 10;

/** Checks that background work does not wait. */
export async function checkBackgroundWork(db: Db): Promise<CheckResult> {
  const queues = {
    'e-mails': (await readMailQueue(db, systemClock)).queue,
    webhooks: (await readWebhookQueue(db, systemClock)).queue,
    refunds: (await readRefundQueue(db, systemClock)).queue,
  };
  const findings = Object.entries(queues).flatMap(([name, { oldestDueAt, due }]): Finding[] => {
    const minutes = oldestDueAt === null ? 0 : Math.floor((systemClock.now() - Date.parse(oldestDueAt)) / 60_000);
    if (minutes < maxDelayMinutes) return [];
    const problem = `${due} of the ${name} are due, the oldest one for ${minutes} minutes.`;
    return [warning(problem, 'Start a server with the role all or worker, and read its log.')];
  });
  return checked('background work', 'e-mails, webhooks and refunds', findings);
}

/** Runs the checks that the server also runs at its start. Their warnings are about payments. */
export async function checkPayments(db: Db, { startChecks }: ServerParts): Promise<CheckResult> {
  const findings: Finding[] = [];
  const destination = {
    write: (line: string) => {
      const { msg, organizers } = JSON.parse(line) as { msg: string; organizers?: readonly string[] };
      const problem = organizers === undefined ? msg : `${msg} (${organizers.join(', ')})`;
      findings.push(warning(problem, 'Change PAYMENTS, or the payment instructions of the organizers.'));
    },
  };
  const log = pino({ level: 'warn' }, destination);
  for (const check of startChecks) await check({ db, log });
  return checked('payments', 'the settings for payments', findings);
}
