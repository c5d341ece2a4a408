import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deployments } from '../../src/deployments/index.ts';
import { byOperator } from '../../src/features/audit/index.ts';
import { importFile, importFrom } from '../../src/features/transfer/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/database/open.ts';
import { makeOrganizer, orderLine, raceLines } from './fixtures.ts';
import { pretixCatalog, pretixOrder, pretixPosition } from './pretix-files.ts';

/*
 * Imports a file with the given number of orders: of JSON lines, or of pretix with two positions in each order. Prints the largest
 * memory use after a garbage collection, in bytes. Must be run with --expose-gc.
 */

const orders = Number(process.argv[2]);
const config = deployments.extended.loadConfig(process.env);
const db = openDatabase(config);
const organizer = await makeOrganizer(db);
const isPretix = process.argv[3] === 'pretix';
const file = join(config.dataDir, `${orders}.${isPretix ? 'json' : 'jsonl'}`);

const output = createWriteStream(file);
for (const text of isPretix ? pretixParts() : lines()) if (!output.write(text)) await once(output, 'drain');
output.end();
await once(output, 'finish');

function* lines(): Generator<string> {
  for (const line of raceLines()) yield `${JSON.stringify(line)}\n`;
  for (let index = 0; index < orders; index += 1) {
    const buyer = { email: `buyer-${index}@example.com`, name: `Buyer ${index} ${'x'.repeat(280)}`, phone: null };
    const attendees = [{ ticketTypeId: 'run-10', holderName: `Holder ${index} ${'y'.repeat(280)}` }];
    yield `${JSON.stringify(orderLine(`order-${index}`, { buyer, attendees }))}\n`;
  }
}

function* pretixParts(): Generator<string> {
  yield '{"count":0,"next":null,"results":[';
  for (let index = 0; index < orders; index += 1) {
    const positions = [pretixPosition(2 * index), pretixPosition(2 * index + 1)];
    yield `${index === 0 ? '' : ','}${JSON.stringify(pretixOrder(`P${index}`, positions, '240.00'))}`;
  }
  yield ']}';
}

let bytesMax = 0;
const onProgress = () => {
  globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  bytesMax = Math.max(bytesMax, heapUsed + external);
};
const onFailure = () => {
  throw new Error('A line was rejected.');
};
const options = { dryRun: false, baseUrl: 'https://tickets.example.com', onFailure, onProgress };

/** Imports the file together with the catalog of pretix. */
async function importPretix() {
  const catalog = Object.entries(pretixCatalog).map(([name, content]) => {
    const path = join(config.dataDir, `${orders}-${name}`);
    writeFileSync(path, JSON.stringify(content));
    return path;
  });
  const settings = {
    product: 'pretix',
    event: null,
    language: null,
    currency: null,
    defaultEmail: null,
    aliases: new Map<string, string>(),
  } as const;
  const pretixOptions = { ...options, onChanged: () => {} };
  return importFrom(db, organizer, [...catalog, file], settings, pretixOptions, systemClock, byOperator);
}

const report = isPretix
  ? await importPretix()
  : await importFile(db, organizer, file, options, systemClock, byOperator);
await db.destroy();
process.stdout.write(JSON.stringify({ orders: report.created.order, bytesMax }));
