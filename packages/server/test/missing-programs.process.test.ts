import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { missingPrograms, programs } from './harness/programs.ts';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const suites = globSync('packages/*/{src,test}/**/*.test.ts', { cwd: root })
  .filter((file) => !file.endsWith('/missing-programs.process.test.ts'))
  .sort()
  .map((file) => ({ file, code: read(file) }));

test('without any program, the tests that need one are skipped, and a table says how to install it', {
  timeout: 600_000,
}, async () => {
  // The browser is in an npm package.
  const missing = programs.filter(({ tag }) => tag !== 'chromium');
  expect(missingPrograms('').filter(({ tag }) => tag !== 'chromium')).toEqual(missing);
  const tags = missing.map(({ tag }) => tag);
  const isTagged = new RegExp(`\\btags.*'(${tags.join('|')})'|\\bprograms\\.filter`);
  const include = suites.filter(({ code }) => isTagged.test(code)).map(({ file }) => file);
  expect(include.length).toBeGreaterThan(tags.length);
  const folder = mkdtempSync(join(tmpdir(), 'organizer-bare-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // Skipped tests need no server, so the run has no setup.
  const config = `import config from ${JSON.stringify(join(root, 'vitest.config.ts'))};
export default { root: ${JSON.stringify(root)}, test: { ...config.test, projects: undefined, maxWorkers: 1, include: ${JSON.stringify(include)} } };`;
  writeFileSync(join(folder, 'vitest.config.ts'), config);
  const args = ['run', '--no-color', '--config', join(folder, 'vitest.config.ts'), '--tags-filter', tags.join(' or ')];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), ...args],
    {
      env: { ...process.env, PATH: '' },
    },
  );
  expect(stdout).toMatch(/Tests +\d+ skipped \(\d+\)/);
  const table = stdout.slice(stdout.indexOf('Not run, because a program is missing:'));
  for (const { tag, packages } of missing) {
    expect(table).toMatch(new RegExp(`^ +\\d+ +${tag} .* apt-get install ${packages.join(' ')}$`, 'm'));
  }
});

test('a suite that starts a program has its tag', () => {
  const untagged = suites.flatMap(({ file, code }) => {
    const imports = [...code.matchAll(/^(?:import|\}).* from '(\.[^']+\.ts)';$/gm)].map(([, path]) =>
      join(dirname(file), path!),
    );
    // Of the modules, the list of programs starts none.
    const sources = [code, ...imports.filter((path) => !path.endsWith('/programs.ts')).map(read)];
    const isStarted = (command: string) =>
      sources.some((source) => source.includes(`'${command}'`) || source.includes(`${command}.launch(`));
    const isTagged = (tag: string) => new RegExp(`\\btags.*'${tag}'|\\bprograms\\.filter`).test(code);
    const started = programs.filter(({ commands }) => commands.some(isStarted));
    return started.filter(({ tag }) => !isTagged(tag)).map(({ tag }) => `${file}: ${tag}`);
  });
  expect(untagged).toEqual([]);
});

test('CONTRIBUTING.md lists all programs', () => {
  const rows = programs.map(
    ({ tests, packages }) => `| ${tests} | ${packages.map((name) => `\`${name}\``).join(', ')} |`,
  );
  expect(read('CONTRIBUTING.md').split('\n')).toEqual(expect.arrayContaining(rows));
});
