import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeOnBoth, useDatabase } from '../../../test/harness/databases.ts';

const script = join(import.meta.dirname, '../../../test/harness/measure-import.ts');
const mebibyte = 1024 * 1024;

describeOnBoth('the memory of an import', (kind) => {
  const database = useDatabase(kind);

  async function measure(orders: number): Promise<number> {
    const args = ['--expose-gc', script, String(orders)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: database.env });
    const result = JSON.parse(stdout) as { orders: number; bytesMax: number };
    expect(result.orders).toBe(orders);
    return result.bytesMax;
  }

  test('does not grow with the size of the file', async () => {
    const smallBytes = await measure(6_000);
    const largeBytes = await measure(18_000);
    // The larger file has 12,000 more lines. They are 10 MiB of text, and need more memory as objects.
    expect(largeBytes - smallBytes).toBeLessThan(4 * mebibyte);
    if (kind === 'sqlite') return;
    const { rows } = await sql`select 1 from pg_stats where tablename = 'tickets'`.execute(database.db);
    expect(rows, 'statistics of the query planner').not.toEqual([]);
  });
});
