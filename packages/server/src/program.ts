import { Command } from 'commander';
import type { AddCommands, CommandList } from './deployments/deployment.ts';
import { selectDeployment } from './deployments/index.ts';
import { programVersion } from './platform/program-folder.ts';

/** Selects the module of the command in `args`; all modules for the help and for an unknown command. */
function selectModules(commands: CommandList, args: readonly string[]): Iterable<AddCommands> {
  // The program's own options take no value, so the first argument that is not an option is the command.
  const name = args.find((arg) => !arg.startsWith('-'));
  if (name === undefined && args.includes('--version')) return [];
  const module = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  return module === undefined ? new Set(Object.values(commands)) : [module];
}

/** Runs the command in `args`, with the settings of the environment. */
export async function runProgram(args: readonly string[]): Promise<void> {
  const program = new Command('organizer')
    .description('The organizer API server and its command line. Settings come from environment variables.')
    .version(programVersion(), '--version', 'print the version of this program')
    .helpCommand(false)
    // Subcommands inherit these two settings, so that `reportFailure` reports every failure.
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  const { commands } = selectDeployment(process.env);
  for (const addCommands of selectModules(commands, args)) await addCommands(program);
  await program.parseAsync(args, { from: 'user' });
}
