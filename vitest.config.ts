import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { memoryFolder } from './packages/server/test/harness/memory-folder.ts';
import { MissingProgramsReporter } from './packages/server/test/harness/missing-programs-reporter.ts';
import { missingPrograms, programTags } from './packages/server/test/harness/programs.ts';

const folders = '{apps,packages}/*/{src,test}';
const unit = `${folders}/**/*.unit.test.ts`;
const processes = `${folders}/**/*.process.test.ts`;
const harness = 'packages/server/test/harness';

const temporaryFolder = process.env['TMPDIR'] ?? memoryFolder();
if (temporaryFolder !== undefined) process.env['TMPDIR'] = temporaryFolder;
// A worker otherwise spends about a second on removing the types from the source and compiling it.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

const missing = missingPrograms();

/** The longest suites, longest first. Most of their time they wait for processes. */
const longSuites = [
  ...['webhooks-crash', 'dashboard-pages', 'dashboard', 'dashboard-sales', 'crash', 'import-memory'],
  ...[
    'generated-clients',
    'sdk-python',
    'packed-server',
    'documentation-pages',
    'package',
    'gate-crash',
    'rolling-update',
  ],
  ...['consume-crash', 'webhook-commands', 'readme-tour', 'start', 'hosted-page', 'beside-server', 'personal-data'],
  ...['extending', 'gate-app', 'postgres-failover', 'command-line', 'webhook-verification'],
  ...['checkout-stress', 'payments-refunds'],
];

/**
 * Starts the longest suites first, so that at the end of a run no worker is idle while another runs a long suite. The other suites of
 * processes follow: a worker starts again, and loads all modules again, when the next suite is of another project.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const index = longSuites.findIndex((name) => moduleId.endsWith(`/${name}.process.test.ts`));
      if (index !== -1) return index;
      return project.name === 'processes' ? longSuites.length : longSuites.length + 1;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    // A file's modules are loaded once for all files of a worker: loading them again for each took longer than most suites.
    isolate: false,
    // Suites often wait for a process or a timer: two more than there are processors keep those busy.
    maxWorkers: availableParallelism() + 2,
    // Node runs the source as it is, like the server in development. Transforming it for the tests took longer than most suites.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // A timeout limits how long a failing test takes. No test may fail because the machine is slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { requireAssertions: true, poll: { timeout: 120_000 } },
    tags: programTags(missing),
    reporters: [...configDefaults.reporters, new MissingProgramsReporter(missing)],
    sequence: { hooks: 'stack', sequencer: LongestFirst },
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
