import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { useDatabase } from '../../../test/harness/databases.ts';

const script = join(import.meta.dirname, '../../../test/harness/measure-import.ts');
const mebibyte = 1024 * 1024;

describe('the memory of an import', () => {
  const database = useDatabase('sqlite');

  async function measure(orders: number): Promise<number> {
    const args = ['--expose-gc', script, String(orders)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: database.env });
    const result = JSON.parse(stdout) as { orders: number; bytesMax: number };
    expect(result.orders).toBe(orders);
    return result.bytesMax;
  }

  // Only on SQLite: the code that reads a file line by line does not depend on the database.
  test('does not grow with the size of the file', async () => {
    const smallBytes = await measure(1_000);
    const largeBytes = await measure(9_000);
    // The larger file has 8,000 more lines. They are 7 MiB of text, and need more memory as objects.
    expect(largeBytes - smallBytes).toBeLessThan(4 * mebibyte);
  });
});
