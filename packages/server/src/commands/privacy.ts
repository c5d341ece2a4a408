import { type Command, InvalidArgumentError } from 'commander';
import en from '#messages/en/dashboard/privacy';
import pageTexts from '#messages/en/dashboard/privacy-page';
import type { Person } from '#shared/dashboard-api';
import { emailPattern } from '#shared/email-form';
import { personPage } from '#shared/person-page';
import { byOperator } from '../features/audit/index.ts';
import {
  getOrganizer,
  personalDataDaysMax,
  readPersonalDataDays,
  setPersonalDataDays,
} from '../features/organizers/index.ts';
import { eraseCodes } from '../features/otp/index.ts';
import { allOrganizers, erasePerson, previewRetention, readPerson, withSandbox } from '../features/privacy/index.ts';
import type { ServiceClock } from '../platform/clock.ts';
import { type Db, dialectOf } from '../platform/database/dialect.ts';
import { outboxFolder } from '../platform/mail/open-transport.ts';
import { organizerScope } from '../platform/scope.ts';
import { formatsOf } from '../platform/texts.ts';
import { requireSecrets } from './master-key.ts';
import { type Run, table, wholeNumber, withJson } from './runtime.ts';

/** Adds the commands about personal data. */
export function addPrivacyCommands(program: Command, run: Run): void {
  const privacy = program
    .command('privacy')
    .description('how long personal data is kept, all that is known of a person, and its erasure');
  addRetention(privacy, run);

  withJson(privacy.command('show'))
    .description('show all that is known of an e-mail address, in JSON; each read is in the audit log')
    .argument('<email>', 'the e-mail address', parseEmail)
    .option('--organizer <slug>', 'only at this organizer and its sandbox (default: at all organizers)')
    .option('--page', 'as a page of HTML that the person can read')
    .action((email: string, options) =>
      run(
        { ...options, stderr: 'silent' },
        async ({ db, clock }) => JSON.parse(await readPerson(db, await selected(db, clock, options), email)) as Person,
        (person) => (options.page ? toPage(person) : JSON.stringify(person, null, 2)),
      ),
    );

  withJson(privacy.command('erase'))
    .description(
      'erase the personal data of an e-mail address, also of ticket holders in orders of other buyers; amounts, payments and refunds stay',
    )
    .argument('<email>', 'the e-mail address', parseEmail)
    .option('--organizer <slug>', 'only at this organizer and its sandbox (default: at all organizers)')
    .option('--dry-run', 'only count')
    .action((email: string, options) =>
      run(
        options,
        async ({ config, db, clock }) => {
          const organizers = await selected(db, clock, options);
          if (options.dryRun) {
            const { organizers: known } = JSON.parse(await readPerson(db, organizers, email)) as Person;
            return {
              dryRun: true,
              orders: known.reduce((sum, { orders }) => sum + orders.length, 0),
              otherOrders: new Set(known.flatMap(({ otherOrders }) => otherOrders.map((other) => other.orderNumber)))
                .size,
            } as const;
          }
          const reports = await erasePerson(db, organizers, email, { outboxFolder: outboxFolder(config.dataDir) });
          // Codes belong to no organizer.
          if (options.organizer === undefined) await eraseCodes(db, await requireSecrets(db, config), email);
          await dialectOf(db).rewriteFile(db);
          return { dryRun: false, organizers: reports } as const;
        },
        (result) =>
          result.dryRun
            ? `The data of ${orderCount(result.orders)} would be erased, and that of the person in ${orderCount(result.otherOrders)} of other buyers.`
            : formatErasure(result.organizers),
      ),
    );
}

function addRetention(privacy: Command, run: Run): void {
  withJson(privacy.command('retention'))
    .description(
      'show or set how many days after each event personal data is removed, and count what would be removed now',
    )
    .requiredOption('--organizer <slug>', 'slug of the organizer')
    .option('--days <number>', '1 or more; "off": it is kept', parseDays)
    .option('--dry-run', 'only count for these days, and set nothing')
    .action((options) =>
      run(
        options,
        async ({ db, clock }) => {
          const { id } = await getOrganizer(db, options.organizer);
          const scope = organizerScope(id, clock, byOperator);
          const { days: chosen, dryRun = false } = options;
          if (chosen !== undefined && !dryRun) await setPersonalDataDays(db, scope, chosen);
          const days = chosen === undefined ? await readPersonalDataDays(db, id) : chosen;
          return { days, dryRun, ...(await previewRetention(db, scope, days)) };
        },
        ({ days, dryRun, events, questions }) =>
          [
            days === null
              ? 'Personal data is kept.'
              : `Personal data ${dryRun ? 'would be' : 'is'} removed ${days} days after each event.`,
            ...(events.length === 0
              ? []
              : [
                  dryRun ? 'Now it would be removed from:' : 'A running server removes it now from:',
                  table(
                    ['event', 'name', 'ended', 'orders', 'tickets'],
                    events.map((event) => [event.id, event.name, event.endedAt, event.orders, event.tickets]),
                  ),
                ]),
            ...(questions.length === 0
              ? []
              : [
                  'A running server removes the answers to these questions within an hour:',
                  table(
                    ['event', 'name', 'ended', 'question', 'answers'],
                    questions.map(({ eventId, eventName, endedAt, label, answers }) => [
                      ...[eventId, eventName, endedAt],
                      ...[label, answers],
                    ]),
                  ),
                ]),
          ].join('\n'),
      ),
    );
}

function parseEmail(text: string): string {
  if (new RegExp(emailPattern).test(text)) return text;
  throw new InvalidArgumentError('It must be an e-mail address, such as ada@example.com.');
}

function orderCount(count: number): string {
  return `${count} ${count === 1 ? 'order' : 'orders'}`;
}

function parseDays(text: string): number | null {
  if (text === 'off') return null;
  const parse = wholeNumber(1, personalDataDaysMax);
  return parse(text);
}

async function selected(db: Db, clock: ServiceClock, { organizer }: { readonly organizer?: string }) {
  if (organizer === undefined) return allOrganizers(db, clock, byOperator);
  return withSandbox(db, clock, (await getOrganizer(db, organizer)).id, byOperator);
}

function toPage(person: Person): string {
  return personPage(person, { texts: pageTexts, formats: formatsOf('en'), language: 'en', timeZone: 'UTC' });
}

function formatErasure(organizers: Awaited<ReturnType<typeof erasePerson>>): string {
  const removed = organizers.reduce((sum, report) => sum + report.removed.length, 0);
  const kept = organizers.flatMap((report) =>
    report.kept.map(({ orderNumber, reason }) => `${orderNumber} of ${report.slug}: ${en.keptReason[reason]}`),
  );
  const others = organizers.flatMap(({ slug, otherOrders }) =>
    otherOrders.map(({ orderNumber, ticketIds }) => [orderNumber, 'of', slug, ...ticketIds].join(' ')),
  );
  const members = organizers.filter(({ isMember }) => isMember).map(({ slug }) => slug);
  return [
    `The data of ${orderCount(removed)} was erased.`,
    ...(others.length === 0 ? [] : ['The data of the person was erased in these orders of other buyers:', ...others]),
    ...(kept.length === 0 ? [] : ['Not erased yet:', ...kept]),
    ...(members.length === 0 ? [] : [`A member has this address, at: ${members.join(', ')}. See "users disable".`]),
    'What stays:',
    ...Object.values(en.staysItems),
  ].join('\n');
}
