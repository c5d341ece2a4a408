import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const folders = '{apps,packages}/*/{src,test}';
const unit = `${folders}/**/*.unit.test.ts`;
const processes = `${folders}/**/*.process.test.ts`;
const harness = 'packages/server/test/harness';

export default defineConfig({
  test: {
    pool: 'forks',
    // A file's modules are loaded once for all files of a worker: loading them again for each took longer than most suites.
    isolate: false,
    // Suites often wait for a process or a timer: one more than there are processors keeps those busy.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { requireAssertions: true },
    sequence: { hooks: 'stack' },
    projects: [
      {
        extends: true,
        // No server, no database, no process.
        test: { name: 'unit', include: [unit] },
      },
      {
        extends: true,
        // Servers and databases, each within the process of the test.
        test: {
          name: 'integration',
          include: [`${folders}/**/*.test.ts`],
          exclude: ['**/node_modules/**', unit, processes],
          globalSetup: [`${harness}/global-setup.ts`],
        },
      },
      {
        extends: true,
        // Real processes, some of which are killed, and browsers.
        test: {
          name: 'processes',
          include: [processes],
          globalSetup: [`${harness}/global-setup.ts`, `${harness}/program-setup.ts`],
        },
      },
    ],
  },
});
