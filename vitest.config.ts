import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts'],
    globalSetup: ['packages/server/test/harness/global-setup.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { requireAssertions: true },
    sequence: { hooks: 'stack' },
  },
});
