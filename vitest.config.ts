import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{apps,packages}/*/{src,test}/**/*.test.ts'],
    globalSetup: ['packages/server/test/harness/global-setup.ts'],
    pool: 'forks',
    // Many suites wait for processes that they have started: on a small machine two at once take half the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { requireAssertions: true },
    sequence: { hooks: 'stack' },
  },
});
