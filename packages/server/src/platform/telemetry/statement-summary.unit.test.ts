import { expect, test } from 'vitest';
import { isWrite, summarizeStatement } from './statement-summary.ts';

test.for([
  ['select * from "orders" where id = ?', 'select orders'],
  ['insert into "orders" (id) values (?) on conflict do update set id = ?', 'insert orders'],
  [
    'select id from orders as o join events as e on e.id = o.event_id for update of o skip locked',
    'select orders events',
  ],
  [
    'with picked as materialized (select id from mails limit 1 for no key update) update mails set a = ?',
    'update mails',
  ],
  [
    'with recursive p(id) as (select 1 union all select 2 from p) select x from (select y from events) as z',
    'select events',
  ],
  ['select value from json_each($1)', 'select'],
  ['delete from otp_codes', 'delete otp_codes'],
  ['commit', 'commit'],
] as const)('%s is summarized as %s', ([text, summary]) => {
  expect(summarizeStatement(text)).toBe(summary);
  expect(isWrite(text)).toBe(!summary.startsWith('select'));
});
