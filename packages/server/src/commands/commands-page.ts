import type { Command } from 'commander';

const intro = `<!-- Generated from the commands by "npm run openapi". Do not edit. -->

# The command line

All commands of the program. In a copy of the repository, run \`npm run organizer -- COMMAND\`; where the program is
[installed](installing.md), run \`organizer COMMAND\`. [A tour of the command line](tour.md) shows the most common ones with their output.

- Every command has the option \`--help\` and, except \`mcp\`, \`--json\`. The lists below leave them out.
- A command prints the name of the database on standard error if it uses one, and can be used while a server is running. Only
  \`serve\`, \`migrate\` and \`demo\` create a database.
- Amounts are printed as \`120.24 EUR\`. With \`--json\`, a command prints one JSON value, whose amounts are in minor units as in the API.
  \`listen\` prints one JSON value on each line. Amounts in options are also in minor units.
- A command that creates a secret prints only the secret on standard output, and all other text on standard error.
- A command that fails prints one line on standard error and exits with a nonzero status. With \`--json\`, that line is JSON:
  \`{"error":{"code":"not_found","message":"…"}}\`. The \`code\` is an [error code of the API](errors.md), or \`usage\`,
  \`invalid_setting\`, \`no_database\`, \`unavailable\`, \`invalid_line\`, \`changed_line\` or \`failed\`.
- The sandbox of an organizer has the slug \`SLUG.test\`. Commands for events, orders and other data accept it ([Sandbox](sandbox.md)).

The deployment \`baseline\` has no \`gates\`, \`devices\`, \`listen\`, \`mcp\` and \`users\`.
`;

/** The page about the commands of a program as Markdown: a section for each command, with its subcommands. */
export function commandsPage(program: Command): string {
  return [intro, ...program.commands.map(section)].join('\n');
}

function section(command: Command): string {
  const parts = command.commands.length > 0 ? command.commands.map(usageOf) : [usageOf(command)];
  const summary = command.commands.length > 0 ? `${sentence(command.description())}\n\n` : '';
  return `## ${command.name()}\n\n${summary}${parts.join('\n')}`;
}

/** The words, the description, the arguments and the options of a command, as its help shows them. */
function usageOf(command: Command): string {
  const help = command.createHelp();
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--json' && long !== '--help');
  const required = options.filter(({ mandatory }) => mandatory).map(({ flags }) => ` ${flags}`);
  const usage = help.commandUsage(command).replace(/ \[options\]/, '');
  const items = [
    ...help
      .visibleArguments(command)
      .map((argument) => [help.argumentTerm(argument), help.argumentDescription(argument)]),
    ...options.map((option) => [help.optionTerm(option), help.optionDescription(option)]),
  ];
  const list = items.map(([term, description]) => `- \`${term}\`: ${description}\n`).join('');
  return `**\`${usage}${required.join('')}\`** ${sentence(command.description())}\n${list === '' ? '' : `\n${list}`}`;
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
