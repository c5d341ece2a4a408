import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { useDatabase } from '../../../test/harness/databases.ts';
import { processEnv } from '../../../test/harness/server-process.ts';

const script = join(import.meta.dirname, '../../../test/harness/measure-import.ts');
const mebibyte = 1024 * 1024;

describe('the memory of an import', () => {
  const database = useDatabase('sqlite');

  async function measure(orders: number): Promise<number> {
    const args = ['--expose-gc', script, String(orders)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: processEnv(database.env) });
    const result = JSON.parse(stdout) as { orders: number; bytesMax: number };
    expect(result.orders).toBe(orders);
    return result.bytesMax;
  }

  // Only on SQLite: the code that reads a file line by line does not depend on the database.
  test('does not grow with the size of the file', async () => {
    const smallBytes = await measure(1_000);
    const largeBytes = await measure(5_000);
    // The larger file has 4,000 more lines. They are 3.5 MiB of text, and need more memory as objects.
    expect(largeBytes - smallBytes).toBeLessThan(2 * mebibyte);
  });
});
