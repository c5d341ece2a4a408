import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { deployments } from '../../src/deployments/index.ts';
import { byOperator } from '../../src/features/audit/index.ts';
import { importFile } from '../../src/features/transfer/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/database/open.ts';
import { makeOrganizer, orderLine, raceLines } from './fixtures.ts';

/*
 * Imports a file with the given number of orders. Prints the largest memory use after a garbage collection, in bytes. Must be
 * run with --expose-gc.
 */

const orders = Number(process.argv[2]);
const config = deployments.extended.loadConfig(process.env);
const db = openDatabase(config);
const organizer = await makeOrganizer(db);
const file = join(config.dataDir, `${orders}.jsonl`);

// Not a stream: its buffers could still be counted when the import starts.
const output = openSync(file, 'w');
const writeLine = (line: object) => writeSync(output, `${JSON.stringify(line)}\n`);
for (const line of raceLines()) writeLine(line);
for (let index = 0; index < orders; index += 1) {
  const buyer = { email: `buyer-${index}@example.com`, name: `Buyer ${index} ${'x'.repeat(280)}`, phone: null };
  const attendees = [{ ticketTypeId: 'run-10', holderName: `Holder ${index} ${'y'.repeat(280)}` }];
  writeLine(orderLine(`order-${index}`, { buyer, attendees }));
}
closeSync(output);

let bytesMax = 0;
const onProgress = () => {
  globalThis.gc!();
  // Not `external`: it also counts memory of Node itself, which is 12 MB more for a moment in some runs.
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  bytesMax = Math.max(bytesMax, heapUsed + arrayBuffers);
};
const onFailure = () => {
  throw new Error('A line was rejected.');
};
const report = await importFile(
  db,
  organizer,
  file,
  { dryRun: false, baseUrl: 'https://tickets.example.com', onFailure, onProgress },
  systemClock,
  byOperator,
);
await db.destroy();
process.stdout.write(JSON.stringify({ orders: report.created.order, bytesMax }));
