import { type Command, InvalidArgumentError, Option } from 'commander';
import { byOperator } from '../features/audit/index.ts';
import {
  changeGrant,
  createKey,
  getKey,
  type KeyPolicy,
  listKeys,
  revokeKey,
  rollKey,
} from '../features/keys/index.ts';
import { getOrganizer } from '../features/organizers/index.ts';
import { openSandboxOf } from '../features/sandboxes/index.ts';
import { organizerScope } from '../platform/scope.ts';
import { requireSecrets } from './master-key.ts';
import { graceOption, parseDuration, type Run, table, withJson } from './runtime.ts';

export function addKeyCommands(program: Command, run: Run, keyPolicy: KeyPolicy): void {
  const keys = program.command('keys').description('API keys');

  withJson(keys.command('create'))
    .description('create a key; it is printed only once')
    .requiredOption('--organizer <slug>', 'slug of the organizer')
    .addOption(new Option('--kind <kind>', 'the kind of key').choices(['secret', 'publishable']).makeOptionMandatory())
    .requiredOption('--name <name>', 'the purpose of the key')
    .option('--scopes <scopes>', 'scopes separated by commas (default: the scopes of the kind)', addScopes)
    .option('--expires <duration>', 'time until the key expires, such as 90d', parseLifetime)
    .option('--sandbox', 'a key of the sandbox of the organizer, which is created if it does not exist')
    .action((options) =>
      run(
        options,
        async ({ db, clock }) => {
          const isForSandbox = options.sandbox === true;
          const owner = isForSandbox
            ? await openSandboxOf(db, options.organizer, clock, byOperator)
            : await getOrganizer(db, options.organizer);
          const { kind, name, scopes, expires: lifetimeMs } = options;
          const newKey = {
            kind,
            name,
            ...(scopes ? { scopes } : {}),
            ...(lifetimeMs === undefined ? {} : { lifetimeMs }),
          };
          return createKey(db, organizerScope(owner.id, clock, byOperator), newKey, keyPolicy, clock);
        },
        ({ id, key, scopes }) => ({
          stdout: key,
          ifLost: ifLost(id),
          stderr: `Store it safely: it is not shown again. ${id}, scopes: ${scopes.join(', ')}`,
        }),
      ),
    );

  withJson(keys.command('list'))
    .description("show an organizer's keys")
    .requiredOption('--organizer <slug>', 'slug of the organizer')
    .action((options) =>
      run(
        options,
        async ({ db }) => listKeys(db, (await getOrganizer(db, options.organizer)).id),
        (rows) =>
          table(
            ['id', 'kind', 'name', 'ends in', 'scopes', 'last used', 'expires', 'revoked'],
            rows.map((key) => [
              key.id,
              key.kind,
              key.name,
              key.last4,
              key.scopes.join(','),
              key.lastUsedAt,
              key.expiresAt,
              key.revokedAt,
            ]),
          ),
      ),
    );

  withJson(keys.command('roll'))
    .description('replace a key; the old one works until the grace period ends')
    .argument('<key-id>', 'the old key')
    .addOption(graceOption('how long the old key still works'))
    .action((keyId: string, options) =>
      run(
        options,
        async ({ db, clock, config }) => {
          const { organizerId } = await getKey(db, keyId);
          const services = { db, clock, secrets: await requireSecrets(db, config) };
          const roll = { graceMs: options.grace, mayHold: () => true };
          return rollKey(services, organizerScope(organizerId, clock, byOperator), keyId, roll, keyPolicy);
        },
        ({ id, key, previous }) => ({
          stdout: key,
          ifLost: ifLost(id),
          stderr: `Store it safely: it is not shown again. ${id}; ${previous.id} works until ${previous.expiresAt}`,
        }),
      ),
    );

  withJson(keys.command('revoke'))
    .description('revoke a key; it stops working within a second')
    .argument('<key-id>', 'the key')
    .action((keyId: string, options) =>
      run(
        options,
        async ({ db, clock }) => {
          const { organizerId } = await getKey(db, keyId);
          return revokeKey(db, organizerScope(organizerId, clock, byOperator), keyId, clock);
        },
        ({ id, revokedAt }) => `${id} was revoked at ${revokedAt}.`,
      ),
    );

  for (const [name, description] of [
    ['grant', 'grant a secret key a scope that only the operator can grant'],
    ['ungrant', 'remove such a scope from a key, from the keys that replaced it, and from those that it replaced'],
  ] as const) {
    withJson(keys.command(name))
      .description(description)
      .argument('<key-id>', 'the key')
      .argument('<scope>', 'the scope')
      .action((keyId: string, scope: string, options) =>
        run(
          options,
          async ({ db, clock }) => {
            const { organizerId } = await getKey(db, keyId);
            const change = name === 'grant' ? { grant: scope } : { ungrant: scope };
            return changeGrant(db, organizerScope(organizerId, clock, byOperator), keyId, change, keyPolicy, clock);
          },
          (key) =>
            [key, ...key.others].map(({ id, scopes }) => `${id} has the scopes ${scopes.join(', ')}.`).join('\n'),
        ),
      );
  }
}

function addScopes(text: string, previous: readonly string[] = []): string[] {
  return [...previous, ...text.split(',').map((scope) => scope.trim())];
}

/** Parses the time until a key expires; returns milliseconds. */
function parseLifetime(text: string): number {
  const lifetimeMs = parseDuration(text);
  if (lifetimeMs === 0)
    throw new InvalidArgumentError('It must be at least 1s. Without the option, the key does not expire.');
  return lifetimeMs;
}

/** What to do if a new key cannot be printed. */
function ifLost(id: string): string {
  return `The key ${id} was created, but was not printed. Revoke it with "keys revoke ${id}", or replace it with "keys roll ${id}".`;
}
