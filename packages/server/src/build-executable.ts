import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApps, bundle, licenses } from './build.ts';

const packageFolder = join(import.meta.dirname, '..');

/** The marker in the binary of Node that says whether it contains a program. */
const sentinelFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * Builds the program as one executable file for the operating system and the processor of this machine: the binary of the current
 * Node, all modules of the program, and its browser programs as assets. The licenses of all parts are written to the file
 * `LICENSES.txt` next to it. See "Single executable applications" in the documentation of Node 24.
 *
 * @param outFile is replaced
 */
async function buildExecutable(outFile: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'organizer-executable-'));
  try {
    const main = join(folder, 'main.cjs');
    // Node 24 runs only a CommonJS file from an executable. Names are kept, so that stack traces can be read.
    const minify = { mangle: false, compress: false, codegen: { removeWhitespace: true } };
    const output = { format: 'cjs', codeSplitting: false, dynamicImportInCjs: false, minify } as const;
    await bundle(['executable.ts'], { ...output, file: main });
    buildApps(join(folder, 'apps'));
    const blob = join(folder, 'program.blob');
    const config = {
      main,
      output: blob,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      // The same option as in bin/organizer.js.
      execArgv: ['--max-semi-space-size=8'],
      assets: {
        ...assetsIn(folder, 'apps'),
        'package.json': join(packageFolder, 'package.json'),
      },
    };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    execFileSync(process.execPath, ['--experimental-sea-config', join(folder, 'config.json')], { stdio: 'pipe' });
    const draft = join(folder, 'organizer');
    copyFileSync(process.execPath, draft);
    // The output lists harmless warnings about the sections of the binary. It is shown only if the command fails.
    const postject = fileURLToPath(import.meta.resolve('postject/dist/cli.js'));
    const options = ['--sentinel-fuse', sentinelFuse];
    execFileSync(process.execPath, [postject, draft, 'NODE_SEA_BLOB', blob, ...options], { stdio: 'pipe' });
    chmodSync(draft, 0o755);
    mkdirSync(dirname(outFile), { recursive: true });
    rmSync(outFile, { force: true }); // A file that is being executed cannot be overwritten.
    copyFileSync(draft, outFile);
    writeFileSync(join(dirname(outFile), 'LICENSES.txt'), `${nodeLicense()}\n${licenses()}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files below a folder, by their path relative to `parent`. */
function assetsIn(parent: string, folder: string): Record<string, string> {
  const entries = readdirSync(join(parent, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(files.map((file) => [relative(parent, file), file]));
}

function nodeLicense(): string {
  const { node } = process.versions;
  return `Node.js ${node}\n\nhttps://github.com/nodejs/node/blob/v${node}/LICENSE\n`;
}

await buildExecutable(resolve(process.argv[2] ?? join(packageFolder, '../../dist/organizer')));
