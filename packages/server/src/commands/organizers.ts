import { type Command, Option } from 'commander';
import { byOperator } from '../features/audit/index.ts';
import {
  createOrganizer,
  type FeePolicy,
  getOrganizer,
  listOrganizers,
  setFeePolicy,
} from '../features/organizers/index.ts';
import { run, table, wholeNumber, withJson } from './runtime.ts';

export function addOrganizerCommands(program: Command): void {
  const organizers = program.command('organizers').description('the organizers that this service works for');

  withJson(organizers.command('create'))
    .description('add an organizer')
    .requiredOption('--name <name>', 'what it is called')
    .requiredOption('--slug <slug>', 'its short name: lower-case letters, digits, hyphens')
    .requiredOption('--currency <code>', 'ISO 4217 code of its events, unless they say otherwise')
    .option('--timezone <zone>', 'IANA time zone of its events, unless they say otherwise', 'UTC')
    .action((options) =>
      run(
        options,
        async ({ db, clock }) => {
          const { name, slug, currency, timezone } = options;
          const { id } = await createOrganizer(db, clock, { name, slug, currency, timezone }, byOperator);
          return { id, slug };
        },
        ({ id, slug }) => `Created ${slug} (${id}).`,
      ),
    );

  withJson(organizers.command('list'))
    .description('show all organizers')
    .action((options) =>
      run(
        options,
        ({ db }) => listOrganizers(db),
        (rows) =>
          table(
            ['slug', 'name', 'currency', 'timezone', 'id'],
            rows.map((o) => [o.slug, o.name, o.currency, o.timezone, o.id]),
          ),
      ),
    );

  const points = wholeNumber(0, 10_000);
  const minorUnits = wholeNumber(0, 1_000_000_000);
  withJson(organizers.command('fees'))
    .description('set what orders made from now on cost; what is not named stays')
    .argument('<slug>', 'the organizer')
    .option('--platform-bps <points>', "the platform's share, 1/100 of a percent", points)
    .option('--platform-fixed <amount>', "the platform's fixed part per order, minor units", minorUnits)
    .option('--payment-bps <points>', "the payment provider's share, 1/100 of a percent", points)
    .option('--payment-fixed <amount>', "the payment provider's fixed part per order, minor units", minorUnits)
    .option('--tax-bps <points>', 'tax, 1/100 of a percent', points)
    .addOption(new Option('--tax-mode <mode>', 'whether prices contain the tax').choices(['included', 'on_top']))
    .addOption(new Option('--paid-by <who>', 'who bears the fees').choices(['buyer', 'organizer']))
    .action((slug: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const organizer = await getOrganizer(db, slug);
          const before = organizer.feePolicy;
          const feePolicy: FeePolicy = {
            platformFeeBps: options.platformBps ?? before.platformFeeBps,
            platformFeeFixed: options.platformFixed ?? before.platformFeeFixed,
            paymentFeeBps: options.paymentBps ?? before.paymentFeeBps,
            paymentFeeFixed: options.paymentFixed ?? before.paymentFeeFixed,
            taxBps: options.taxBps ?? before.taxBps,
            taxMode: options.taxMode ?? before.taxMode,
            paidBy: options.paidBy ?? before.paidBy,
          };
          await setFeePolicy(db, organizer.id, feePolicy, clock, byOperator);
          return feePolicy;
        },
        (policy) => table(['setting', 'value'], Object.entries(policy)),
      ),
    );
}
