import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const folders = '{apps,packages}/*/{src,test}';
const unit = `${folders}/**/*.unit.test.ts`;
const processes = `${folders}/**/*.process.test.ts`;
const harness = 'packages/server/test/harness';

export default defineConfig({
  test: {
    pool: 'forks',
    // All test files of a worker share their loaded modules. Loading them for each file took longer than most suites.
    isolate: false,
    // Suites often wait for a process or a timer, so there is one worker more than processors.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { requireAssertions: true },
    sequence: { hooks: 'stack' },
    projects: [
      {
        extends: true,
        // Tests without servers, databases and other processes.
        test: { name: 'unit', include: [unit] },
      },
      {
        extends: true,
        // Tests with databases, and with servers in the process of the test.
        test: {
          name: 'integration',
          include: [`${folders}/**/*.test.ts`],
          exclude: ['**/node_modules/**', unit, processes],
          globalSetup: [`${harness}/global-setup.ts`],
        },
      },
      {
        extends: true,
        // Tests that start other processes or browsers, and kill some of them.
        test: {
          name: 'processes',
          include: [processes],
          globalSetup: [`${harness}/global-setup.ts`, `${harness}/program-setup.ts`],
        },
      },
    ],
  },
});
