import { type Command, Option } from 'commander';
import { Organizer, OrganizerError } from '#sdk';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors/index.ts';
import { byOperator } from '../features/audit/index.ts';
import { createKeyring } from '../features/keys/index.ts';
import { findSandbox, findSandboxOf, getOrganizer } from '../features/organizers/index.ts';
import { type Triggered, trigger, triggerTypes } from '../features/triggers/index.ts';
import type { WebhookTypes } from '../features/webhooks/index.ts';
import type { ServiceClock } from '../platform/clock.ts';
import type { Db } from '../platform/database/dialect.ts';
import { createLogTo } from '../platform/log.ts';
import { requireSecrets } from './master-key.ts';
import { type Run, table, withJson } from './runtime.ts';
import { parseUrl, toServiceError } from './service-client.ts';

interface TriggerOptions {
  readonly organizer?: string;
  readonly key?: string;
  readonly url?: URL;
  readonly event?: string;
  readonly list?: boolean;
  readonly json?: boolean;
}

/** @param types the types of events, with their summaries */
export function addTriggerCommand(program: Command, run: Run<Config>, types: WebhookTypes): void {
  withJson(program.command('trigger'))
    .description('make a webhook event happen in a sandbox, with real test data')
    .argument('[type]', 'the type of the event, such as order.paid')
    .option('--organizer <slug>', 'slug of the sandbox, such as harbor-city-events.test')
    .option('--key <key>', 'a secret key of the sandbox, sk_test_…, instead of its slug')
    .addOption(
      new Option('--url <url>', 'the URL of the service, to trigger there without its database; needs --key')
        .env('ORGANIZER_URL')
        .argParser(parseUrl),
    )
    .option('--event <id>', 'an event of the sandbox to use instead of a new one, evt_…')
    .option('--list', 'show the types of events')
    .action(async (type: string | undefined, options: TriggerOptions, command: Command) => {
      if (options.list) return printTypes(types, options);
      if (type === undefined) throw new OperatorError('Name a type of event. "trigger --list" shows them.', 'usage');
      // With --organizer, ORGANIZER_URL is ignored: it can be set for other commands.
      const usesDatabase = options.organizer !== undefined && command.getOptionValueSource('url') === 'env';
      if (options.url !== undefined && !usesDatabase) {
        return printEmitted(await triggerAtService(type, options), options);
      }
      await run(
        options,
        async ({ db, clock, config }) => {
          const organizerId = await findSandboxId(db, clock, options);
          const { logger: log } = createLogTo('warn', process.stderr);
          const secrets = await requireSecrets(db, config);
          return trigger({ db, clock, secrets, log, origin: byOperator }, organizerId, type, options.event);
        },
        textOf,
      );
    });
}

function textOf({ type, emitted, eventId, orderNumber, ticketIds }: Triggered): string {
  const made = [
    ...(eventId === null ? [] : [`event ${eventId}`]),
    ...(orderNumber === null ? [] : [`order ${orderNumber}`]),
    ...ticketIds.map((id) => `ticket ${id}`),
  ];
  const text = `Emitted: ${emitted.join(', ')}.${made.length === 0 ? '' : ` Made with: ${made.join(', ')}.`}`;
  return emitted.includes(type) ? text : `${text} A running server emits ${type} within a few seconds.`;
}

function printEmitted(triggered: Triggered, { json }: TriggerOptions): void {
  process.stdout.write(`${json ? JSON.stringify(triggered) : textOf(triggered)}\n`);
}

/**
 * Triggers at a service, with a key of the sandbox.
 *
 * @throws OperatorError `usage` without a key, and for any error of the service
 */
async function triggerAtService(
  type: string,
  { organizer, key, url, event: eventId }: TriggerOptions,
): Promise<Triggered> {
  if (url === undefined || key === undefined || organizer !== undefined) {
    throw new OperatorError('With --url, use --key with a key sk_test_… of the sandbox.', 'usage');
  }
  const client = new Organizer({ baseUrl: url.href, apiKey: key });
  try {
    return await client.sandbox.trigger({ type: type as never, ...(eventId === undefined ? {} : { eventId }) });
  } catch (error) {
    if (!(error instanceof OrganizerError)) throw error;
    const hints = { 400: ' "trigger --list" shows the types of events.' };
    throw toServiceError(error, url, 'sandbox in which events can be triggered', hints);
  }
}

function printTypes(types: WebhookTypes, { json }: { json?: boolean }): void {
  const rows = triggerTypes.map((type) => ({ type, summary: types[type]?.summary ?? '' }));
  const text = json
    ? JSON.stringify(rows)
    : table(
        ['type', 'what happens'],
        rows.map(({ type, summary }) => [type, summary]),
      );
  process.stdout.write(`${text}\n`);
}

/**
 * The id of the sandbox that the options name.
 *
 * @throws OperatorError `usage` if they name none or two, `invalid_key` if the key is not valid, `invalid_state` if they name a live
 *   organizer
 */
async function findSandboxId(db: Db, clock: ServiceClock, { organizer: slug, key }: TriggerOptions): Promise<string> {
  if ((slug === undefined) === (key === undefined)) {
    throw new OperatorError(
      'Use either --organizer, with the slug of a sandbox, or --key, with a key sk_test_….',
      'usage',
    );
  }
  const organizerId =
    key === undefined ? (await getOrganizer(db, slug ?? '')).id : await findOrganizerOfKey(db, clock, key);
  if ((await findSandbox(db, organizerId)) !== null) return organizerId;
  const sandbox = await findSandboxOf(db, organizerId);
  const hint =
    sandbox === null
      ? 'Create its sandbox and a key with "keys create … --sandbox".'
      : `Its sandbox is --organizer ${sandbox.slug}.`;
  const subject = key === undefined ? `"${slug}" is a live organizer` : 'This is the key of a live organizer';
  throw new OperatorError(`${subject}, and its data is not for tests. ${hint}`, 'invalid_state');
}

async function findOrganizerOfKey(db: Db, clock: ServiceClock, key: string): Promise<string> {
  const principal = await createKeyring(db, clock).find(key);
  if (principal === null) throw new OperatorError('There is no valid API key with this text.', 'invalid_key');
  return principal.organizerId;
}
