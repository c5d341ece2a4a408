import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accountReasons } from '../src/errors/reasons/accounts.ts';
import { catalogReasons } from '../src/errors/reasons/catalog.ts';
import { operationReasons } from '../src/errors/reasons/operation.ts';
import { orderReasons } from '../src/errors/reasons/orders.ts';

const folder = join(import.meta.dirname, '../../../apps/dashboard/src/messages');
const german = readdirSync(folder)
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n');

/** Errors that no request of the dashboard can cause. */
const otherCallers: readonly string[] = ['dashboard_not_built', 'invalid_webhook_signature', 'webhook_events_deleted'];

const reasons = Object.keys({ ...accountReasons, ...catalogReasons, ...orderReasons, ...operationReasons });

test.each(reasons.filter((reason) => !otherCallers.includes(reason)))(
  'the dashboard has a German sentence for the reason %s',
  (reason) => {
    expect(german).toMatch(new RegExp(String.raw`^ +${reason}: \(`, 'm'));
  },
);
