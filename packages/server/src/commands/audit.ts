import type { Command } from 'commander';
import { listAudit, listServiceAudit } from '../features/audit/index.ts';
import { getOrganizer } from '../features/organizers/index.ts';
import { timestamp } from '../platform/clock.ts';
import { formatAmount } from '../platform/money.ts';
import { parseTime, type Run, table, wholeNumber, withJson } from './runtime.ts';

/** The maximum number of entries without `--since` and `--limit`. */
const defaultLimit = 50;
/** The largest value of `--limit`. */
const maxLimit = 1_000_000;

export function addAuditCommand(program: Command, run: Run): void {
  withJson(program.command('audit'))
    .description("show reads of an organizer's personal data and actions of the operator, newest first")
    .option('--organizer <slug>', 'slug of the organizer (default: the actions on users, who belong to no organizer)')
    .option('--since <time>', 'only entries since this time, such as 2026-11-20T09:00:00Z', parseTime)
    .option(
      '--limit <number>',
      'maximum number of entries, newest first (default: 50; with --since: all)',
      wholeNumber(1, maxLimit),
    )
    .action((options) =>
      run(
        options,
        async ({ db }) => {
          const { organizer: slug, since } = options;
          const limit = options.limit ?? (since === undefined ? defaultLimit : maxLimit);
          const query = { limit, ...(since === undefined ? {} : { since: timestamp(since) }) };
          if (slug === undefined) return listServiceAudit(db, query);
          const { id } = await getOrganizer(db, slug);
          return listAudit(db, id, query);
        },
        (entries) =>
          table(
            ['at', 'actor', 'action', 'subject', 'address', 'request', 'details'],
            entries.map((entry) => [
              entry.at,
              entry.actor,
              entry.action,
              entry.subject,
              entry.address,
              entry.requestId,
              formatDetails(entry.details),
            ]),
          ),
      ),
    );
}

const amountNames = ['amount', 'total', 'balance', 'byProvider'];

function formatDetails({ currency, ...details }: Readonly<Record<string, unknown>>): string | null {
  const isAmount = (name: string, value: unknown): value is number =>
    typeof currency === 'string' && typeof value === 'number' && amountNames.includes(name);
  const parts = Object.entries(details).map(
    ([name, value]) => `${name}=${isAmount(name, value) ? formatAmount(value, String(currency)) : (value ?? '–')}`,
  );
  if (currency !== undefined && !amountNames.some((name) => name in details)) parts.push(`currency=${currency}`);
  return parts.length === 0 ? null : parts.join(' ');
}
