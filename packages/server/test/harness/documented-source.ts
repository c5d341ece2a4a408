import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A code block of a page: a new file, or a change to a file. */
export interface SourceBlock {
  readonly kind: 'file' | 'diff';
  /** The path relative to the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** The root of the repository. */
export const repository = join(import.meta.dirname, '../../../..');

/** The code blocks of a page whose first line names a file: "```ts path" for a new one, "```diff path" for a change. */
export function sourceBlocks(page: string): SourceBlock[] {
  return [...page.matchAll(/^```(ts|diff) (\S+)\n(.*?)^```$/gms)].map(([, language, path = '', text = '']) => ({
    kind: language === 'diff' ? 'diff' : 'file',
    path,
    text,
  }));
}

/** Copies the source of the server into a folder. The copy can be changed, type-checked and run. */
export function copySource(folder: string): void {
  for (const part of ['bin', 'src', 'migrations', 'package.json', 'test/table-owners.ts']) {
    cpSync(join(repository, 'packages/server', part), join(folder, 'packages/server', part), {
      recursive: true,
      filter: (path) => !path.endsWith('.test.ts'),
    });
  }
  for (const name of ['packages/messages', 'packages/shared']) {
    cpSync(join(repository, name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.includes('node_modules') && !path.endsWith('.test.ts'),
    });
  }
  linkPackages('node_modules', folder);
  for (const linked of ['packages/server/node_modules', 'packages/sdk', 'packages/sdk-python', 'apps']) {
    symlinkSync(join(repository, linked), join(folder, linked));
  }
  const configuration = JSON.parse(readFileSync(join(repository, 'tsconfig.json'), 'utf8')) as Record<string, unknown>;
  const include = ['packages/server/src', 'packages/server/migrations', 'packages/server/test'];
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...configuration, include }));
}

/** Links the installed packages. The links of packages of this repository point to the folder. */
function linkPackages(path: string, folder: string): void {
  mkdirSync(join(folder, path, '@organizer'), { recursive: true });
  for (const name of readdirSync(join(repository, path))) {
    if (name !== '@organizer') symlinkSync(join(repository, path, name), join(folder, path, name));
  }
  for (const name of ['messages', 'shared', 'sdk']) {
    symlinkSync(join(folder, 'packages', name), join(folder, path, '@organizer', name));
  }
}

/**
 * Applies a block to a folder with the source.
 *
 * @throws Error if a file to create exists, or if the lines of a diff do not occur exactly once
 */
export function applyBlock(folder: string, { kind, path, text }: SourceBlock): void {
  const file = join(folder, path);
  if (kind === 'file') {
    if (existsSync(file)) throw new Error(`${path} already exists.`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return;
  }
  let source = readFileSync(file, 'utf8');
  for (const hunk of text.split(/^@@\n/m)) {
    const lines = hunk.split('\n').slice(0, -1);
    const before = lines.filter((line) => !line.startsWith('+')).map((line) => `${line.slice(1)}\n`);
    const after = lines.filter((line) => !line.startsWith('-')).map((line) => `${line.slice(1)}\n`);
    const parts = source.split(before.join(''));
    if (parts.length !== 2) {
      throw new Error(
        `${path} must contain these lines once, but contains them ${parts.length - 1} times:\n${before.join('')}`,
      );
    }
    source = parts.join(after.join(''));
  }
  writeFileSync(file, source);
}
