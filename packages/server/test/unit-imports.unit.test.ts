import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * Unit tests (`*.unit.test.ts`) use no server, no database and no other process, so they take only seconds. These tests
 * check what the unit tests import, directly or through other test files.
 */

const repository = join(import.meta.dirname, '../../..');
const thisFile = 'packages/server/test/unit-imports.unit.test.ts';

const nodeModules = [
  'child_process',
  'cluster',
  'dgram',
  'http',
  'http2',
  'https',
  'net',
  'sqlite',
  'tls',
  'worker_threads',
];
const packages = ['@redis/client', 'pg', 'playwright-core', 'smtp-server', 'undici'];
/** Files of src that open a database or a port, or connect to a server. */
const sourceFiles = [
  'src/app.ts',
  'src/main.ts',
  'src/platform/cluster.ts',
  'src/platform/database/migrate.ts',
  'src/platform/database/open.ts',
  'src/platform/http/listen.ts',
  'src/platform/limits/redis-limiter.ts',
  'src/platform/mail/smtp.ts',
];
const forbiddenModules = new Set([...nodeModules.flatMap((name) => [name, `node:${name}`]), ...packages]);

/** The modules that a file imports at run time, and `fetch` if the file calls it. */
function importsOf(code: string): string[] {
  const statement =
    /^(?:import|export)\b(?! type\b)[^;]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
  const names = [...code.matchAll(statement)].map(([, from, effect, dynamic]) => String(from ?? effect ?? dynamic));
  return /(?<![\w.'"`])fetch\(/.test(code) ? [...names, 'fetch'] : names;
}

/**
 * @param file path of a unit test
 * @param read reads a file
 * @returns the chains of imports that lead to a module that unit tests must not use
 */
function forbiddenChains(file: string, read: (file: string) => string): string[] {
  const chains: string[] = [];
  const visitedFiles = new Set([file]);
  const queue: (readonly [file: string, chain: string])[] = [[file, file]];
  for (const [current, chain] of queue) {
    for (const name of importsOf(read(current))) {
      const target = name.startsWith('.') ? join(dirname(current), name) : name;
      const nextChain = `${chain} → ${target}`;
      const isForbidden =
        forbiddenModules.has(name) || name === 'fetch' || sourceFiles.some((path) => target.endsWith(`/${path}`));
      if (isForbidden) chains.push(nextChain);
      // Imports of src files are not followed, because they lead to all other files.
      const isTestCode = name.startsWith('.') && target.endsWith('.ts') && /\/test\/|\.test\.ts$/.test(target);
      if (isForbidden || !isTestCode || visitedFiles.has(target)) continue;
      visitedFiles.add(target);
      queue.push([target, nextChain]);
    }
  }
  return chains;
}

test('unit tests import no server, no database and no process', () => {
  const files = globSync('{apps,packages}/*/{src,test}/**/*.unit.test.ts', {
    cwd: repository,
    exclude: (name) => name === 'node_modules',
  }).filter((file) => file !== thisFile);
  expect(files.length).toBeGreaterThan(25);
  const read = (file: string) => readFileSync(join(repository, file), 'utf8');
  expect(files.flatMap((file) => forbiddenChains(file, read))).toEqual([]);
});

const files: Record<string, string> = {
  'p/test/harness/app.ts': "import { createServer } from 'node:http';",
  'p/test/harness/types.ts': "import type { Server } from 'node:http';\nexport const kinds = ['http'];",
  'p/test/harness/both.ts': "export { kinds } from './types.ts';\nexport { start } from './app.ts';",
};

test.each([
  ["import { spawn } from 'node:child_process';", 'node:child_process'],
  ["import pg from 'pg';", 'pg'],
  ["import { openDatabase } from '../src/platform/database/open.ts';", 'p/src/platform/database/open.ts'],
  ["import {\n  start,\n} from './harness/both.ts';", 'p/test/harness/both.ts → p/test/harness/app.ts → node:http'],
  ["const { start } = await import('./harness/app.ts');", 'p/test/harness/app.ts → node:http'],
  ['const response = await fetch(url);', 'fetch'],
])('the check finds %s', (code, chain) => {
  const read = (file: string) => files[file] ?? code;
  expect(forbiddenChains('p/test/a.unit.test.ts', read)).toEqual([`p/test/a.unit.test.ts → ${chain}`]);
});

test.each([
  "import { kinds } from './harness/types.ts';",
  "import type { Pool } from 'pg';",
  'const page = prefetch(url);',
])('the check accepts %s', (code) => {
  expect(forbiddenChains('p/test/a.unit.test.ts', (file) => files[file] ?? code)).toEqual([]);
});
