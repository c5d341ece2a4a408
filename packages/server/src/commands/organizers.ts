import { type Command, Option } from 'commander';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors/index.ts';
import { mailOwners } from '../features/accounts/index.ts';
import { byOperator } from '../features/audit/index.ts';
import { allNeedInstructions } from '../features/checkout/index.ts';
import {
  changeSlug,
  createOrganizer,
  type FeePolicy,
  getOrganizer,
  listOrganizers,
  type OrganizerSetting,
  paymentSetupHint,
  readOrganizerProfile,
  resumeOrganizer,
  setFeePolicy,
  setHoldLimits,
  setOrganizerProfile,
  suspendOrganizer,
} from '../features/organizers/index.ts';
import type { PaymentSettings } from '../features/payments/index.ts';
import { formatAmount } from '../platform/money.ts';
import { organizerScope } from '../platform/scope.ts';
import { requireSecrets } from './master-key.ts';
import { type Run, table, wholeNumber, withJson } from './runtime.ts';

/** The options of `organizers set`: the placeholder of the value, and the description. */
const settingOptions: Readonly<Record<OrganizerSetting, readonly [value: string, description: string]>> = {
  contactEmail: ['email', 'e-mail address for questions of buyers'],
  contactPhone: ['number', 'telephone number for questions of buyers'],
  websiteUrl: ['url', 'website of the organizer'],
  imprintUrl: ['url', 'page with the imprint (legal notice)'],
  termsUrl: ['url', 'page with the terms of sale'],
  privacyUrl: ['url', 'page with the privacy policy'],
  replyTo: ['email', 'e-mail address for replies to e-mails (default: the contact e-mail address)'],
  logoUrl: ['url', 'https URL of the logo'],
  accentColor: ['#rrggbb', 'color of buttons and links, on the hosted page and in e-mails'],
  accountHolder: ['name', 'holder of the bank account (default: the name of the organizer)'],
  iban: ['iban', 'bank account that buyers transfer money to'],
  bic: ['bic', 'BIC of the bank; needed outside the European Economic Area'],
  paymentText: ['text', 'instructions for manual payments, shown to buyers'],
  mailGreeting: ['text', 'text in the e-mails with tickets'],
  returnOrigins: ['origins', 'websites to which a payment can return a buyer, separated by spaces'],
};

type SettingOptions = { json?: boolean } & Partial<Record<OrganizerSetting, string>>;

/** `contact-email` for `contactEmail`. */
function optionName(setting: string): string {
  return setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * @param options.buyersPay whether buyers pay in this deployment. If they do, a warning is printed for a new organizer that
 *   cannot be paid.
 */
export function addOrganizerCommands(
  program: Command,
  run: Run<Config & { readonly payments: PaymentSettings }>,
  { buyersPay }: { buyersPay: boolean },
): Command {
  const organizers = program.command('organizers').description('organizers, with their profile, fees and limits');

  withJson(organizers.command('create'))
    .description('add an organizer')
    .requiredOption('--name <name>', 'name of the organizer')
    .requiredOption('--slug <slug>', 'short name: lower-case letters, digits, hyphens')
    .requiredOption('--currency <code>', 'default currency of its events, ISO 4217 code')
    .option('--timezone <zone>', 'default time zone of its events, IANA name', 'UTC')
    .action((options) =>
      run(
        options,
        async ({ config, db, clock }) => {
          const { name, slug, currency, timezone } = options;
          const { id } = await createOrganizer(db, clock, { name, slug, currency, timezone }, byOperator);
          if (
            !options.json &&
            buyersPay &&
            allNeedInstructions(config.payments.configured.map(({ method }) => method))
          ) {
            process.stderr.write(
              `warning: orders of ${slug} cannot be paid yet. ${paymentSetupHint.replace('SLUG', slug)}\n`,
            );
          }
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
            ['slug', 'name', 'currency', 'timezone', 'status', 'id'],
            rows.map(({ slug, name, currency, timezone, suspendedAt, id }) => {
              const status = suspendedAt === null ? 'active' : 'suspended';
              return [slug, name, currency, timezone, status, id];
            }),
          ),
      ),
    );

  withJson(organizers.command('show'))
    .description('show an organizer with its settings')
    .argument('<slug>', 'the organizer')
    .action((slug: string, options) =>
      run(
        options,
        async ({ db }) => {
          const { id, name, slug: currentSlug, currency, timezone, suspendedAt } = await getOrganizer(db, slug);
          return {
            id,
            slug: currentSlug,
            currency,
            timezone,
            suspendedAt,
            ...(await readOrganizerProfile(db, id)),
            name,
          };
        },
        (organizer) => table(['setting', 'value'], Object.entries(organizer)),
      ),
    );

  const set = withJson(organizers.command('set'))
    .description(
      'change the profile and the payment instructions: an empty value removes a setting, and settings without an option do not change',
    )
    .argument('<slug>', 'the organizer');
  for (const [setting, [value, description]] of Object.entries(settingOptions)) {
    set.option(`--${optionName(setting)} <${value}>`, description);
  }
  set.action((slug: string, { json = false, ...changes }: SettingOptions) =>
    run(
      { json },
      async ({ db, clock }) => {
        if (Object.keys(changes).length === 0) {
          throw new OperatorError(
            'Nothing to change: specify at least one setting, such as --contact-email. See --help.',
            'usage',
          );
        }
        const { id } = await getOrganizer(db, slug);
        return setOrganizerProfile(db, organizerScope(id, clock, byOperator), changes);
      },
      (profile) => table(['setting', 'value'], Object.entries<string | null>(profile)),
    ),
  );

  withJson(organizers.command('rename'))
    .description('change the slug of an organizer and of its sandbox; the old slug still leads to it')
    .argument('<slug>', 'the organizer')
    .argument('<new-slug>', 'its new slug: lower-case letters, digits, hyphens')
    .action((slug: string, newSlug: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const { id } = await getOrganizer(db, slug);
          await changeSlug(db, organizerScope(id, clock, byOperator), newSlug);
          return { id, slug: newSlug };
        },
        () => `The slug is ${newSlug} now. Links with ${slug} still work.`,
      ),
    );

  withJson(organizers.command('suspend'))
    .description('stop all sales of an organizer; its orders and tickets remain valid')
    .argument('<slug>', 'the organizer')
    .action((slug: string, options) =>
      run(
        options,
        async ({ db, clock, config }) => {
          const { id } = await getOrganizer(db, slug);
          await suspendOrganizer(
            db,
            organizerScope(id, clock, byOperator),
            mailOwners(await requireSecrets(db, config)),
          );
          return getOrganizer(db, slug);
        },
        () => `Suspended ${slug}. Nothing can be bought from it until "organizers resume ${slug}".`,
        ({ suspendedAt }) => ({ slug, suspendedAt }),
      ),
    );

  withJson(organizers.command('resume'))
    .description('end the suspension of an organizer')
    .argument('<slug>', 'the organizer')
    .action((slug: string, options) =>
      run(
        options,
        async ({ db, clock, config }) => {
          const { id } = await getOrganizer(db, slug);
          await resumeOrganizer(
            db,
            organizerScope(id, clock, byOperator),
            mailOwners(await requireSecrets(db, config)),
          );
          return getOrganizer(db, slug);
        },
        () => `Resumed ${slug}. Its published events are on sale again.`,
        ({ suspendedAt }) => ({ slug, suspendedAt }),
      ),
    );

  const basisPoints = wholeNumber(0, 10_000);
  const minorUnits = wholeNumber(0, 1_000_000_000);
  withJson(organizers.command('fees'))
    .description('set the fees of future orders; other settings are not changed')
    .argument('<slug>', 'the organizer')
    .option('--platform-bps <points>', "the platform's share, 1/100 of a percent", basisPoints)
    .option('--platform-fixed <amount>', "the platform's fixed part per order, minor units", minorUnits)
    .option('--payment-bps <points>', "the payment provider's share, 1/100 of a percent", basisPoints)
    .option('--payment-fixed <amount>', "the payment provider's fixed part per order, minor units", minorUnits)
    .option('--tax-bps <points>', 'tax, 1/100 of a percent', basisPoints)
    .addOption(new Option('--tax-mode <mode>', 'whether prices contain the tax').choices(['included', 'on_top']))
    .addOption(new Option('--paid-by <who>', 'who pays the fees').choices(['buyer', 'organizer']))
    .action((slug: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const organizer = await getOrganizer(db, slug);
          const currentPolicy = organizer.feePolicy;
          const feePolicy: FeePolicy = {
            platformFeeBps: options.platformBps ?? currentPolicy.platformFeeBps,
            platformFeeFixed: options.platformFixed ?? currentPolicy.platformFeeFixed,
            paymentFeeBps: options.paymentBps ?? currentPolicy.paymentFeeBps,
            paymentFeeFixed: options.paymentFixed ?? currentPolicy.paymentFeeFixed,
            taxBps: options.taxBps ?? currentPolicy.taxBps,
            taxMode: options.taxMode ?? currentPolicy.taxMode,
            paidBy: options.paidBy ?? currentPolicy.paidBy,
          };
          await setFeePolicy(db, organizerScope(organizer.id, clock, byOperator), feePolicy);
          return { feePolicy, currency: organizer.currency };
        },
        formatFees,
        ({ feePolicy }) => feePolicy,
      ),
    );

  const units = wholeNumber(0, 1_000_000_000);
  const limit = (text: string) => (text === 'default' ? null : units(text));
  withJson(organizers.command('limits'))
    .description('limit unpaid tickets and add-ons of one buyer; other settings are not changed')
    .argument('<slug>', 'the organizer')
    .option('--holds-per-address <number>', 'limit of one IP address; 0: no limit, default: HOLDS_PER_ADDRESS', limit)
    .option('--holds-per-email <number>', 'limit of one e-mail address; 0: no limit, default: HOLDS_PER_EMAIL', limit)
    .action((slug: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const { holdsPerAddress: perAddress, holdsPerEmail: perEmail } = options;
          if (perAddress === undefined && perEmail === undefined) {
            throw new OperatorError('Nothing to change: use --holds-per-address or --holds-per-email.', 'usage');
          }
          const { id } = await getOrganizer(db, slug);
          const changes = {
            ...(perAddress === undefined ? {} : { perAddress }),
            ...(perEmail === undefined ? {} : { perEmail }),
          };
          const limits = await setHoldLimits(db, organizerScope(id, clock, byOperator), changes);
          return { holdsPerAddress: limits.perAddress, holdsPerEmail: limits.perEmail };
        },
        (limits) =>
          table(
            ['setting', 'value'],
            Object.entries(limits).map(([name, value]) => [name, value ?? 'default']),
          ),
      ),
    );
  return organizers;
}

function formatFees({ feePolicy, currency }: { feePolicy: FeePolicy; currency: string }): string {
  const { platformFeeFixed, paymentFeeFixed } = feePolicy;
  const amounts = {
    platformFeeFixed: formatAmount(platformFeeFixed, currency),
    paymentFeeFixed: formatAmount(paymentFeeFixed, currency),
  };
  return table(['setting', 'value'], Object.entries({ ...feePolicy, ...amounts }));
}
