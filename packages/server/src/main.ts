import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { Command } from 'commander';
import { reportFailure } from './commands/runtime.ts';

/** Loads a module of commands and adds them to the program. */
type AddCommands = (program: Command) => Promise<void>;

const operation: AddCommands = async (program) =>
  (await import('./commands/operation.ts')).addOperationCommands(program);
const transfer: AddCommands = async (program) => (await import('./commands/transfer.ts')).addTransferCommands(program);

/** The commands in the order in which the help lists them. A module is loaded only for a command of its own. */
const commands: Readonly<Record<string, AddCommands>> = {
  serve: operation,
  migrate: operation,
  organizers: async (program) => (await import('./commands/organizers.ts')).addOrganizerCommands(program),
  keys: async (program) => (await import('./commands/keys.ts')).addKeyCommands(program),
  orders: async (program) => (await import('./commands/orders.ts')).addOrderCommands(program),
  events: async (program) => (await import('./commands/events.ts')).addEventCommands(program),
  tickets: async (program) => (await import('./commands/tickets.ts')).addTicketCommands(program),
  settlements: async (program) => (await import('./commands/settlements.ts')).addSettlementCommands(program),
  import: transfer,
  export: transfer,
  backup: transfer,
  demo: transfer,
  webhooks: async (program) => (await import('./commands/webhooks.ts')).addWebhookCommands(program),
  audit: async (program) => (await import('./commands/audit.ts')).addAuditCommand(program),
};

/** The version of this program, as its package says. */
function readVersion(): string {
  const file = findPackageJSON('..', import.meta.url)!;
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** The modules that a command line needs: that of its command, or all of them for the help and for an unknown command. */
function wantedModules(words: readonly string[]): Iterable<AddCommands> {
  // The program's own options take no value: the first word that is no option is the command.
  const name = words.find((word) => !word.startsWith('-'));
  if (name === undefined && words.includes('--version')) return [];
  return name !== undefined && Object.hasOwn(commands, name) ? [commands[name]!] : new Set(Object.values(commands));
}

async function main(): Promise<void> {
  process.umask(0o077); // Everything that is written holds personal data or secrets: it is its owner's alone.
  const program = new Command('organizer')
    .description('The organizer API server and its command line. Settings come from environment variables.')
    .version(readVersion(), '--version', 'print the version of this program')
    .helpCommand(false)
    // Subcommands inherit it: every failure is reported in one place.
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  for (const add of wantedModules(process.argv.slice(2))) await add(program);
  await program.parseAsync();
}

main().catch((error) => {
  reportFailure(error, { json: process.argv.includes('--json') });
  process.exit(); // At once, whatever is still open: a connection to Redis would keep the process alive.
});
