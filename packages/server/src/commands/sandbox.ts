import type { Command } from 'commander';
import { OperatorError } from '../errors/index.ts';
import { byOperator } from '../features/audit/index.ts';
import { moveClock, openSandboxOf, type SandboxView, startReset, viewSandbox } from '../features/sandboxes/index.ts';
import { organizerScope } from '../platform/scope.ts';
import { parseDuration, parseTime, type Run, table, withJson } from './runtime.ts';

/** Adds the commands for the sandbox of an organizer. The sandbox is created if it does not exist yet. */
export function addSandboxCommands(program: Command, run: Run): void {
  const sandbox = program.command('sandbox').description("an organizer's sandbox, with its own data and its own clock");
  const ofOrganizer = (name: string, description: string) =>
    withJson(sandbox.command(name))
      .description(description)
      .requiredOption('--organizer <slug>', 'slug of the live organizer');

  ofOrganizer('show', 'show the slug, with which other commands use the sandbox, and the clock').action((options) =>
    run(
      options,
      async ({ db, clock }) => viewSandbox(await openSandboxOf(db, options.organizer, clock, byOperator), clock),
      formatSandbox,
    ),
  );

  ofOrganizer('clock', 'move the clock forward; what becomes due is done by a running server')
    .option('--forward <duration>', 'by how much, such as 3d', parseDuration)
    .option('--to <time>', 'the new time, such as 2026-11-20T09:00:00Z', parseTime)
    .action((options) =>
      run(
        options,
        async ({ db, clock }) => {
          const { forward: forwardMs, to: toMs } = options;
          if ((forwardMs === undefined) === (toMs === undefined)) {
            throw new OperatorError('Use either --forward or --to.', 'usage');
          }
          const { id, clockOffsetMs } = await openSandboxOf(db, options.organizer, clock, byOperator);
          const target = toMs ?? clock.now() + clockOffsetMs + forwardMs;
          return viewSandbox(await moveClock(db, organizerScope(id, clock, byOperator), target, clock), clock);
        },
        formatSandbox,
      ),
    );

  ofOrganizer('reset', 'delete all events, orders and webhook events; a running server does it within seconds').action(
    (options) =>
      run(
        options,
        async ({ db, clock }) => {
          const { id } = await openSandboxOf(db, options.organizer, clock, byOperator);
          return viewSandbox(await startReset(db, organizerScope(id, clock, byOperator), clock), clock);
        },
        formatSandbox,
      ),
  );
}

function formatSandbox(view: SandboxView): string {
  return table(
    ['setting', 'value'],
    Object.entries(view).map(([name, value]) => [name, String(value ?? '–')]),
  );
}
