import type { Command } from 'commander';
import { OperatorError } from '../errors/index.ts';
import { byOperator } from '../features/audit/index.ts';
import { listUnsentMails, resendFailedMails, type UnsentMail, type UnsentSelection } from '../features/mail/index.ts';
import { getOrganizer, readOrganizerNames } from '../features/organizers/index.ts';
import { timestamp } from '../platform/clock.ts';
import type { Db } from '../platform/database/dialect.ts';
import { parseTime, type Run, table, wholeNumber, withJson } from './runtime.ts';

export function addMailCommands(program: Command, run: Run): void {
  const mails = program.command('mails').description('e-mails that wait or could not be sent, of all organizers');

  withSelection(mails, 'list')
    .description('show the e-mails that wait or have failed, newest first')
    .option('--failed', 'only e-mails that are not tried again')
    .option('--limit <number>', 'maximum number of e-mails', wholeNumber(1, 10_000), 50)
    .action((options) =>
      run(
        options,
        async ({ db }) => {
          const { failed, limit } = options;
          const selection = { ...(await toSelection(db, options)), status: failed ? ('failed' as const) : null, limit };
          return withSlugs(db, await listUnsentMails(db, selection));
        },
        formatMails,
      ),
    );

  withSelection(mails, 'resend')
    .description('send failed e-mails about orders again: these, or all that failed')
    .argument('[mail-ids...]', 'mal_…, from the output of "mails list --failed"')
    .option('--failed', 'all that failed and are about orders')
    .action((mailIds: readonly string[], options) =>
      run(
        options,
        async ({ db, clock }) => {
          if (mailIds.length > 0 === (options.failed === true)) {
            throw new OperatorError('Name the e-mails to send again, or use --failed for all that failed.', 'usage');
          }
          const selection = await toSelection(db, options);
          const ids = options.failed ? null : mailIds;
          return withSlugs(db, await resendFailedMails(db, selection, ids, clock, byOperator));
        },
        (resent) =>
          resent.length === 0
            ? 'No failed e-mail about an order was found.'
            : `${formatMails(resent)}\n${resent.length} are sent again.`,
      ),
    );
}

function withSelection(mails: Command, name: string): Command {
  return withJson(mails.command(name))
    .option('--organizer <slug>', 'only e-mails of this organizer')
    .option(
      '--since <time>',
      'only e-mails that have changed since this time, such as 2026-11-20T09:00:00Z',
      parseTime,
    );
}

async function toSelection(
  db: Db,
  { organizer, since }: { organizer?: string; since?: number },
): Promise<UnsentSelection> {
  return {
    organizerId: organizer === undefined ? null : (await getOrganizer(db, organizer)).id,
    since: since === undefined ? null : timestamp(since),
  };
}

type NamedMail = UnsentMail & { readonly organizer: string | null };

async function withSlugs(db: Db, mails: readonly UnsentMail[]): Promise<NamedMail[]> {
  const names = await readOrganizerNames(
    db,
    mails.flatMap(({ organizerId }) => organizerId ?? []),
  );
  return mails.map((mail) => ({ ...mail, organizer: names.get(mail.organizerId ?? '')?.slug ?? null }));
}

function formatMails(mails: readonly NamedMail[]): string {
  return table(
    ['id', 'organizer', 'order', 'kind', 'status', 'attempts', 'next attempt', 'last change', 'error'],
    mails.map((mail) => [
      mail.id,
      mail.organizer,
      mail.orderNumber,
      mail.kind,
      mail.status,
      mail.attemptCount,
      mail.nextAttemptAt,
      mail.updatedAt,
      mail.error,
    ]),
  );
}
