import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../config.ts';
import { ApiError, fieldError } from '../errors/index.ts';
import { byOperator } from '../features/audit/index.ts';
import { getOrganizer } from '../features/organizers/index.ts';
import {
  addEndpoint,
  changeEndpoint,
  disableEndpointByHand,
  type EndpointSettings,
  type EndpointView,
  enableEndpoint,
  findOrganizerOfDelivery,
  findOrganizerOfEndpoint,
  getDelivery,
  type HeaderChange,
  listAllFailingEndpoints,
  listAttempts,
  listDeliveries,
  listEndpoints,
  listPublicKeys,
  replayDeliveries,
  resendDelivery,
  rotateSecret,
  sendTest,
  type Throttle,
  type WebhookSettings,
} from '../features/webhooks/index.ts';
import { parseTargetUrl } from '../platform/net/target-url.ts';
import { organizerScope } from '../platform/scope.ts';
import { requireSecrets } from './master-key.ts';
import { graceOption, listParser, parseTime, type Run, table, wholeNumber, withJson } from './runtime.ts';

/** The time that `test` waits for the result. */
const testTimeoutMs = 5_000;
const testPollIntervalMs = 50;

const httpHint = 'For development, run this command with WEBHOOK_ALLOW_HTTP=true to allow http.';
const privateHint =
  'For development, WEBHOOK_ALLOW_PRIVATE_NETWORKS=true allows private networks: set it for this command and for the server.';
const statuses = ['pending', 'succeeded', 'failed', 'cancelled'] as const;

/** Runs a command in a deployment with webhook settings. */
type WebhookRun = Run<Config & { readonly webhooks: WebhookSettings }>;

/** @param eventTypes the types that endpoints can subscribe to */
export function addWebhookCommands(program: Command, run: WebhookRun, eventTypes: readonly string[]): void {
  const webhooks = program.command('webhooks').description('webhook endpoints, and the deliveries to them');
  addEndpointCommands(webhooks, run, eventTypes);
  addDeliveryCommands(webhooks, run);
}

function addEndpointCommands(webhooks: Command, run: WebhookRun, eventTypes: readonly string[]): void {
  withSettings(withJson(webhooks.command('add')), {
    allTypes: 'For all types, leave the option out.',
    allEvents: 'For all events, leave the option out.',
  })
    .description('register an endpoint; its signing secret is printed only once')
    .requiredOption('--organizer <slug>', 'slug of the organizer')
    .requiredOption('--url <url>', 'URL that deliveries are sent to')
    .action((options) =>
      run(
        options,
        async ({ db, clock, config }) => {
          const organizer = await getOrganizer(db, options.organizer);
          const { url, events = [], description = null, ed25519 = false } = options;
          const settings = { url, events, description, ed25519, ...toSettings(options) };
          const secrets = await requireSecrets(db, config);
          const rules = { ...config.webhooks, eventTypes };
          const scope = organizerScope(organizer.id, clock, byOperator);
          return addEndpoint(db, scope, settings, rules, secrets).catch((error) => {
            throw nameSetting(error, url, rules);
          });
        },
        ({ id, secret, publicKey, events }) => ({
          stdout: secret,
          ifLost: `The endpoint ${id} was added, but its secret was not printed. Create a new secret with "webhooks rotate ${id}".`,
          stderr: `Store it safely: it is not shown again. ${id}, events: ${events.join(', ')}${publicKeyText(publicKey)}`,
        }),
      ),
    );

  withJson(webhooks.command('list'))
    .description("show an organizer's endpoints")
    .requiredOption('--organizer <slug>', 'slug of the organizer')
    .action((options) =>
      run(
        options,
        async ({ db }) => listEndpoints(db, (await getOrganizer(db, options.organizer)).id),
        (rows) =>
          table(
            ['id', 'status', 'url', 'events', 'only for', 'throttle', 'headers', 'description'],
            rows.map((row) => [
              row.id,
              row.disabledReason ?? row.status,
              row.url,
              row.events.join(','),
              row.eventIds.join(','),
              row.throttle === null ? null : `${row.throttle.deliveries}/${row.throttle.per}`,
              row.headers.map(({ name }) => name).join(','),
              row.description,
            ]),
          ),
      ),
    );

  withJson(webhooks.command('failing'))
    .description('show the endpoints of all organizers that have failed since their last success, longest first')
    .action((options) =>
      run(
        options,
        ({ db }) => listAllFailingEndpoints(db),
        (rows) =>
          table(
            ['id', 'organizer', 'host', 'failing since', 'status', 'undelivered'],
            rows.map((row) => [
              row.id,
              row.organizerSlug,
              row.host,
              row.failingSince,
              row.isDisabled ? 'disabled' : 'enabled',
              row.undelivered,
            ]),
          ),
      ),
    );

  withSettings(withJson(webhooks.command('update')), {
    allTypes: 'For all types, use "*".',
    allEvents: 'For all events, use --no-event-ids.',
  })
    .description('change the settings of an endpoint')
    .argument('<endpoint-id>', 'the endpoint')
    .option('--url <url>', 'URL that deliveries are sent to')
    .option('--no-ed25519', 'no longer sign deliveries with Ed25519')
    .option('--no-header', 'remove all custom headers')
    .option('--no-throttle', 'remove the throttle')
    .option('--no-event-ids', 'deliver the webhook events of all events of the organizer')
    .action((endpointId: string, { json, header, throttle, eventIds, ...changes }) =>
      run(
        { json },
        async ({ db, clock, config }) => {
          const organizerId = await findOrganizerOfEndpoint(db, endpointId);
          const rules = { ...config.webhooks, eventTypes };
          const settings = { ...changes, ...toSettings({ header, throttle, eventIds }) };
          const secrets = await requireSecrets(db, config);
          const scope = organizerScope(organizerId, clock, byOperator);
          return changeEndpoint(db, scope, endpointId, settings, rules, secrets).catch((error) => {
            throw nameSetting(error, changes.url, rules);
          });
        },
        formatEndpoint,
      ),
    );

  withJson(webhooks.command('rotate'))
    .description('create a new signing secret; until the grace period ends, deliveries are signed with both secrets')
    .argument('<endpoint-id>', 'the endpoint')
    .addOption(graceOption('how long deliveries are also signed with the old secret'))
    .action((endpointId: string, options) =>
      run(
        options,
        async ({ db, clock, config }) => {
          const secrets = await requireSecrets(db, config);
          const organizerId = await findOrganizerOfEndpoint(db, endpointId);
          return rotateSecret(db, organizerScope(organizerId, clock, byOperator), endpointId, options.grace, secrets);
        },
        ({ secret, publicKey, previousUntil }) => ({
          stdout: secret,
          ifLost: `The new secret was not printed. Create another one with "webhooks rotate ${endpointId}".`,
          stderr: `Store it safely: it is not shown again. Until ${previousUntil} deliveries are signed with the old secret too.${publicKeyText(publicKey)}`,
        }),
      ),
    );

  withJson(webhooks.command('public-keys'))
    .description('show the Ed25519 public keys of an endpoint, newest first')
    .argument('<endpoint-id>', 'the endpoint')
    .action((endpointId: string, options) =>
      run(
        options,
        async ({ db, clock, config }) => {
          const secrets = await requireSecrets(db, config);
          const organizerId = await findOrganizerOfEndpoint(db, endpointId);
          return listPublicKeys(db, organizerScope(organizerId, clock, byOperator), endpointId, secrets);
        },
        (rows) =>
          table(
            ['public key', 'created', 'used until'],
            rows.map((row) => [row.publicKey, row.createdAt, row.expiresAt]),
          ),
      ),
    );

  for (const [name, description, work] of [
    ['enable', 'enable an endpoint; it gets events from now on', enableEndpoint],
    ['disable', 'disable an endpoint; its pending deliveries are cancelled', disableEndpointByHand],
  ] as const) {
    withJson(webhooks.command(name))
      .description(description)
      .argument('<endpoint-id>', 'the endpoint')
      .action((endpointId: string, options) =>
        run(
          options,
          async ({ db, clock }) => {
            const organizerId = await findOrganizerOfEndpoint(db, endpointId);
            return work(db, organizerScope(organizerId, clock, byOperator), endpointId);
          },
          formatEndpoint,
        ),
      );
  }

  withJson(webhooks.command('test'))
    .description('send a ping to an endpoint and show the result')
    .argument('<endpoint-id>', 'the endpoint')
    .action((endpointId: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const organizerId = await findOrganizerOfEndpoint(db, endpointId);
          let delivery = await sendTest(db, organizerScope(organizerId, clock, byOperator), endpointId);
          const deadlineMs = performance.now() + testTimeoutMs;
          while (delivery.attemptCount === 0 && performance.now() < deadlineMs) {
            await sleep(testPollIntervalMs);
            delivery = await getDelivery(db, organizerId, delivery.id);
          }
          const [attempt = null] = await listAttempts(db, organizerId, delivery.id);
          return { ...delivery, attempt };
        },
        ({ attempt, ...delivery }) =>
          attempt === null
            ? `${delivery.id} is still pending. Is a server with the role "all" or "worker" running?`
            : `${delivery.id}: ${attempt.error ?? `responded with ${attempt.responseStatus}`} after ${attempt.latencyMs} ms.`,
      ),
    );
}

function addDeliveryCommands(webhooks: Command, run: Run): void {
  withJson(webhooks.command('deliveries'))
    .description("show an endpoint's deliveries, newest event first")
    .argument('<endpoint-id>', 'the endpoint')
    .addOption(new Option('--status <status>', 'only deliveries with this status').choices(statuses))
    .option('--limit <number>', 'maximum number of deliveries', wholeNumber(1, 10_000), 50)
    .action((endpointId: string, options) =>
      run(
        options,
        async ({ db }) => {
          const organizerId = await findOrganizerOfEndpoint(db, endpointId);
          const { status, limit } = options;
          return listDeliveries(db, organizerId, endpointId, { limit, ...(status ? { status } : {}) });
        },
        (rows) =>
          table(
            ['id', 'event', 'type', 'status', 'attempts', 'next attempt', 'created'],
            rows.map((row) => [
              row.id,
              row.eventId,
              row.eventType,
              row.status,
              row.attemptCount,
              row.nextAttemptAt,
              row.createdAt,
            ]),
          ),
      ),
    );

  withJson(webhooks.command('attempts'))
    .description('show each attempt of a delivery and its result')
    .argument('<delivery-id>', 'the delivery')
    .action((deliveryId: string, options) =>
      run(
        options,
        async ({ db }) => listAttempts(db, await findOrganizerOfDelivery(db, deliveryId), deliveryId),
        (rows) =>
          table(
            ['started', 'ms', 'status', 'error', 'response'],
            rows.map((a) => [a.startedAt, a.latencyMs, a.responseStatus, a.error, oneLine(a.responseBody)]),
          ),
      ),
    );

  withJson(webhooks.command('resend'))
    .description('send a delivery again immediately')
    .argument('<delivery-id>', 'the delivery')
    .action((deliveryId: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const organizerId = await findOrganizerOfDelivery(db, deliveryId);
          return resendDelivery(db, organizerScope(organizerId, clock, byOperator), deliveryId);
        },
        ({ id, eventType }) => `${id} (${eventType}) is sent again.`,
      ),
    );

  withJson(webhooks.command('replay'))
    .description('send past events to an endpoint again, about 100 a second')
    .argument('<endpoint-id>', 'the endpoint')
    .requiredOption('--since <time>', 'such as 2026-11-20T09:00:00Z', parseTime)
    .option('--failed', 'only events that were not delivered')
    .action((endpointId: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const organizerId = await findOrganizerOfEndpoint(db, endpointId);
          const selection = { sinceMs: options.since, onlyFailed: options.failed === true };
          return replayDeliveries(db, organizerScope(organizerId, clock, byOperator), endpointId, selection);
        },
        ({ replayed, lastDueAt }) =>
          replayed === 0
            ? 'There was nothing to replay.'
            : `${replayed} events are sent again, the last at ${lastDueAt}.`,
      ),
    );
}

/**
 * Adds to the error of a URL the setting that would allow it. A command reads the settings from its own environment, not from
 * that of the server. Returns other errors unchanged.
 */
function nameSetting(error: unknown, url: string | undefined, rules: Pick<WebhookSettings, 'allowHttp'>): unknown {
  if (!(error instanceof ApiError) || !error.fields.some(({ code }) => code === 'unusable_url')) return error;
  let hint: string;
  try {
    if (URL.parse(url ?? '')?.protocol === 'http:' && !rules.allowHttp) hint = httpHint;
    else {
      parseTargetUrl(url ?? '', { allowHttp: true });
      hint = privateHint;
    }
  } catch {
    return error; // No setting allows this URL.
  }
  const fields = error.fields.map((field) => {
    if (field.code !== 'unusable_url') return field;
    return fieldError('url', 'unusable_url', { problem: `${field.message.replace(/\.$/, '')}. ${hint}` });
  });
  return new ApiError('invalid_endpoint', {}, { fields });
}

/** @param hints how to select all event types and all events, for the errors of empty values */
function withSettings(command: Command, hints: { readonly allTypes: string; readonly allEvents: string }): Command {
  return command
    .option('--events <types>', 'event types separated by commas; * for all (default: all)', listParser(hints.allTypes))
    .option('--description <text>', 'the purpose of the endpoint')
    .option('--ed25519', 'also sign deliveries with Ed25519, for receivers that verify with a public key')
    .option(
      '--header <header>',
      'header that is added to deliveries, such as "X-Api-Key: abc"; repeat it for several. The headers replace the stored ones; ' +
        'a name without a value keeps its stored value',
      addHeader,
    )
    .option('--throttle <rate>', 'maximum rate of deliveries, such as 10/second or 600/minute', parseThrottle)
    .option(
      '--event-ids <ids>',
      'only webhook events that belong to these events of the organizer, separated by commas',
      listParser(hints.allEvents),
    );
}

function addHeader(text: string, previous?: readonly HeaderChange[] | false): HeaderChange[] {
  const colon = text.indexOf(':');
  const header = colon === -1 ? { name: text } : { name: text.slice(0, colon), value: text.slice(colon + 1).trim() };
  return [...(previous || []), header];
}

function parseThrottle(text: string): Throttle {
  const [, deliveries, per] = /^(\d{1,4})\/(second|minute)$/.exec(text) ?? [];
  if (per !== 'second' && per !== 'minute')
    throw new InvalidArgumentError('It must be a rate such as 10/second or 600/minute.');
  return { deliveries: Number(deliveries), per };
}

/** The settings in options that commands and the API represent differently; false is the value of an option `--no-…`. */
function toSettings(options: {
  readonly header?: readonly HeaderChange[] | false;
  readonly throttle?: Throttle | false;
  readonly eventIds?: readonly string[] | false;
}): Partial<EndpointSettings> {
  const { header, throttle, eventIds } = options;
  return {
    ...(header === undefined ? {} : { headers: header || [] }),
    ...(throttle === undefined ? {} : { throttle: throttle || null }),
    ...(eventIds === undefined ? {} : { eventIds: eventIds || [] }),
  };
}

/** A sentence about the Ed25519 public key of an endpoint; empty without one. */
function publicKeyText(publicKey: string | null): string {
  return publicKey === null ? '' : `\nPublic key: ${publicKey}`;
}

function formatEndpoint({ id, url, status, events }: Pick<EndpointView, 'id' | 'url' | 'status' | 'events'>): string {
  return `${id} (${url}) is ${status}, events: ${events.join(', ')}.`;
}

function oneLine(text: string | null): string | null {
  return text === null ? null : JSON.stringify(text.slice(0, 80)).slice(1, -1);
}
