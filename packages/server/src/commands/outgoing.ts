import { Argument, type Command } from 'commander';
import { byOperator } from '../features/audit/index.ts';
import {
  dropOutgoing,
  holdOutgoing,
  listOutgoing,
  type OutgoingState,
  releaseOutgoing,
} from '../features/outgoing/index.ts';
import { type OutgoingKind, outgoingKinds } from '../platform/queue/holds.ts';
import { type Run, table, withJson } from './runtime.ts';

export function addOutgoingCommands(program: Command, run: Run): void {
  const outgoing = program
    .command('outgoing')
    .description(
      'hold, release or drop what leaves this service: e-mails, webhooks, and requests to payment providers',
    );

  withJson(outgoing.command('list'))
    .description('show what is held, and how much waits')
    .action((options) => run(options, ({ db, clock }) => listOutgoing(db, clock), formatStates));

  for (const [name, description, work] of [
    ['hold', 'do not send these kinds until they are released, in all servers of this database', holdOutgoing],
    ['release', 'send these kinds again, and first what waits', releaseOutgoing],
  ] as const) {
    withKinds(outgoing, name, description).action((kinds: KindArguments, options) =>
      run(
        options,
        async ({ db, clock }) => {
          await work(db, toKinds(kinds), clock, byOperator);
          return listOutgoing(db, clock);
        },
        formatStates,
      ),
    );
  }

  withKinds(
    outgoing,
    'drop',
    'do not send what waits of these kinds: e-mails and refunds fail, webhooks are cancelled. The kinds must be held, and stay held',
  ).action((kinds: KindArguments, options) =>
    run(
      options,
      ({ db, clock }) => dropOutgoing(db, toKinds(kinds), clock, byOperator),
      (results) =>
        table(
          ['kind', 'dropped'],
          results.map(({ kind, dropped }) => [kind, dropped]),
        ),
    ),
  );
}

type KindArguments = readonly (OutgoingKind | 'all')[];

function withKinds(outgoing: Command, name: string, description: string): Command {
  const kinds = new Argument('<kinds...>', 'what leaves the service').choices([...outgoingKinds, 'all']);
  return withJson(outgoing.command(name)).description(description).addArgument(kinds);
}

function toKinds(kinds: KindArguments): OutgoingKind[] {
  return outgoingKinds.filter((kind) => kinds.includes(kind) || kinds.includes('all'));
}

function formatStates(states: readonly OutgoingState[]): string {
  return table(
    ['kind', 'state', 'held since', 'waiting'],
    states.map(({ kind, heldSince, waiting }) => [kind, heldSince === null ? 'sent' : 'held', heldSince, waiting]),
  );
}
