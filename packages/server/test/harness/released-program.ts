import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { rolldown } from 'rolldown';

const packageFolder = join(import.meta.dirname, '../..');
/** In the folder of the server, so that Node finds the packages that only the server has. */
const cacheFolder = join(packageFolder, 'node_modules/.cache');
const releasedFile = join(import.meta.dirname, '../released/program.json.br');

/** The program of the last release. */
export interface ReleasedProgram {
  /** The file that starts it. */
  readonly program: string;
  remove(): void;
}

/**
 * Unpacks the program of the last release, without its browser programs. It uses the installed packages, so a test with it needs
 * versions of them that both programs can use.
 */
export function unpackReleasedProgram(): ReleasedProgram {
  mkdirSync(cacheFolder, { recursive: true });
  const folder = mkdtempSync(join(cacheFolder, 'organizer-released-'));
  const files = JSON.parse(brotliDecompressSync(readFileSync(releasedFile)).toString()) as Record<string, string>;
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return { program: join(folder, 'bin/organizer.js'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Bundles the modules of this repository, without those of packages, and writes them as the program of the last release. */
async function packReleasedProgram(): Promise<void> {
  const build = await rolldown({
    input: join(packageFolder, 'src/main.ts'),
    platform: 'node',
    external: (id) => /^[a-z@]/.test(id) && !id.startsWith('@organizer/'),
  });
  const { output } = await build.generate({ format: 'esm', comments: false });
  await build.close();
  const modules = output.map((file) => [`program/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]);
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const files = {
    'package.json': JSON.stringify({ type: 'module', version }),
    'bin/organizer.js': readFileSync(join(packageFolder, 'bin/organizer.js'), 'utf8'),
    ...Object.fromEntries(modules),
  };
  mkdirSync(dirname(releasedFile), { recursive: true });
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_LGWIN]: 24 };
  writeFileSync(releasedFile, brotliCompressSync(JSON.stringify(files), { params }));
}

if (import.meta.main) await packReleasedProgram();
