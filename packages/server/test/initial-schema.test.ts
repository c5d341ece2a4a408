import { afterAll, beforeAll, expect, test } from 'vitest';
import { up } from '../migrations/initial-schema/index.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { createEmptyDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { describeSchema } from './harness/schema-description.ts';

describeOnBoth('the initial schema', (kind) => {
  let chain: TestDatabase;
  let initial: TestDatabase;
  beforeAll(async () => {
    [chain, initial] = await Promise.all([createEmptyDatabase(kind), createEmptyDatabase(kind)]);
  });
  afterAll(() => Promise.all([chain.drop(), initial.drop()]));

  test('is what all migrations before it created', async () => {
    await migrate(chain.db);
    await initial.db.transaction().execute((tx) => up(tx as never));
    const expected = await describeSchema(chain);
    expect(expected.length).toBeGreaterThan(300);
    expect(await describeSchema(initial)).toEqual(expected);
  });
});
