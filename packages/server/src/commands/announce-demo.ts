import type { Config } from '../config.ts';
import { keyPolicies } from '../deployments/key-policies.ts';
import { byOperator } from '../features/audit/index.ts';
import { findLastPublishedSlug } from '../features/catalog/index.ts';
import { fillDemo } from '../features/demo/index.ts';
import { createKey } from '../features/keys/index.ts';
import { listOrganizers } from '../features/organizers/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/dialect.ts';

const orders = 300;
const seed = 1;

/** Fills an empty database with the small demo, and prints a key and a line to paste on the given stream. */
export async function announceDemo(db: Db, config: Config, clock: Clock, output: NodeJS.WritableStream): Promise<void> {
  if ((await listOrganizers(db)).length > 0) return;
  const { organizers } = await fillDemo(db, { orders, seed }, clock, byOperator);
  const first = organizers[0]!;
  const keyPolicy = keyPolicies[config.deployment];
  const { key } = await createKey(db, first.id, { kind: 'secret', name: 'Demo' }, keyPolicy, clock, byOperator);
  output.write(
    [
      '',
      `The database was empty: it now holds ${orders} demonstration orders of ${organizers.length} organizers.`,
      `A secret key of ${first.name}, shown this once:`,
      '',
      `  ${key}`,
      '',
      'Try it in another terminal:',
      '',
      `  curl '${config.baseUrl}/api/v1/orders?limit=2' -H 'Authorization: Bearer ${key}'`,
      '',
      ...(await sellingLines(db, config)),
      '',
    ].join('\n'),
  );
}

/** Where an event of the demo is sold, on a deployment that sells. */
async function sellingLines(db: Db, { deployment, baseUrl }: Config): Promise<string[]> {
  if (deployment !== 'extended') return [];
  const slug = await findLastPublishedSlug(db);
  return ['Buy a ticket in a browser:', '', `  ${baseUrl}/e/${slug}`, ''];
}
