import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { delimiter, join } from 'node:path';

const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const cache = join(import.meta.dirname, '../../../../node_modules/.cache');

/**
 * The program of the browser: that of the machine or, on Linux with x64, the one in the npm package `@sparticuz/chromium`. The headless
 * shell is Chromium without its windows: it takes a fifth less processor time.
 *
 * @param path the folders in which programs are searched
 * @returns undefined if no browser can be started
 */
export function findBrowser(path: string): string | undefined {
  const files = path.split(delimiter).flatMap((folder) => programs.map((name) => join(folder, name)));
  return files.find((file) => existsSync(file)) ?? unpackBrowser();
}

/** The browser of the npm package, which is unpacked once. */
function unpackBrowser(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const { version } = JSON.parse(readFileSync(findPackageJSON('@sparticuz/chromium', import.meta.url)!, 'utf8'));
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) unpackTo(folder);
  const file = join(folder, 'start');
  return existsSync(file) ? file : undefined;
}

/** Unpacks the browser of the npm package. The folder gets the program `start` if the browser can be started on this machine. */
function unpackTo(folder: string): void {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  const unpack = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()";
  execFileSync(process.execPath, ['--input-type=module', '-e', unpack], {
    cwd: import.meta.dirname,
    // The package unpacks into the temporary folder, and its libraries only where it is started by AWS.
    env: { TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  });
  writeFileSync(
    join(draft, 'fonts.conf'),
    `<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>${folder}/fonts</dir></fontconfig>\n`,
  );
  const script = `#!/bin/sh
export LD_LIBRARY_PATH='${folder}/al2023/lib' FONTCONFIG_FILE='${folder}/fonts.conf'
exec '${folder}/chromium' "$@"
`;
  const env = { LD_LIBRARY_PATH: join(draft, 'al2023/lib') };
  if (spawnSync(join(draft, 'chromium'), ['--version'], { env }).status === 0) {
    writeFileSync(join(draft, 'start'), script, { mode: 0o755 });
  }
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true }); // Another process has unpacked it.
  }
}

export const browserFile = findBrowser(process.env['PATH'] ?? '');

/** Arguments with which the browser sends no requests of its own. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
