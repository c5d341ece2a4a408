import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { OperatorError } from '../errors/index.ts';
import { goReceiver } from './receivers/go.ts';
import { nodeReceiver } from './receivers/node.ts';
import { phpReceiver } from './receivers/php.ts';
import { pythonReceiver } from './receivers/python.ts';
import { withJson } from './runtime.ts';

/** The file of a receiver, its content, and the command that starts it. */
interface Receiver {
  readonly file: string;
  readonly content: string;
  readonly start: string;
}

const receivers = {
  node: { file: 'receiver.mjs', content: nodeReceiver, start: 'node receiver.mjs' },
  python: { file: 'receiver.py', content: pythonReceiver, start: 'python3 receiver.py' },
  php: { file: 'receiver.php', content: phpReceiver, start: 'php -S 127.0.0.1:4000 receiver.php' },
  go: { file: 'receiver.go', content: goReceiver, start: 'go run receiver.go' },
} satisfies Record<string, Receiver>;

/** Adds the command that writes programs of developers. It uses no database. */
export function addInitCommand(program: Command): void {
  const init = program.command('init').description('write a small program to start with');
  withJson(init.command('receiver'))
    .description('write a program that receives webhooks and verifies their signatures')
    .argument('[folder]', 'the folder of the program; it is created if it does not exist', 'receiver')
    .addOption(
      new Option('--language <language>', 'the language of the program')
        .choices(Object.keys(receivers))
        .makeOptionMandatory(),
    )
    .action((folder: string, options: { language: keyof typeof receivers; json?: boolean }) => {
      const { file: name, content, start } = receivers[options.language];
      const file = join(folder, name);
      writeNewFile(folder, file, content);
      const text =
        `${file}\n\nStart it: cd ${folder} && WEBHOOK_SECRET=whsec_… ${start}\n` +
        'It listens on http://127.0.0.1:4000. "organizer listen", "organizer webhooks add" and "organizer webhooks rotate" print a secret.';
      process.stdout.write(`${options.json ? JSON.stringify({ file, start }) : text}\n`);
    });
}

/** @throws OperatorError if the file exists, or cannot be written */
function writeNewFile(folder: string, file: string, content: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, content, { flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OperatorError(code === 'EEXIST' ? `${file} exists already.` : `${file} cannot be written: ${message}`);
  }
}
