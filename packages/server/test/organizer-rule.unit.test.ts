import { describe, expect, test } from 'vitest';
import { tablesWithoutOrganizer } from './harness/organizer-rule.ts';

const tenantTables = new Set(['orders', 'order_items', 'events']);
const check = (text: string) => tablesWithoutOrganizer(text, tenantTables);

const ofOrder = 'i.order_number = t.order_number';

describe('the rule accepts a statement whose tables are compared with the organizer as a parameter', () => {
  const statements = {
    'in a select': 'select * from orders where id = $2 and organizer_id = $1',
    'with quotes and a cast': 'select * from "orders" as "t" where "t"."organizer_id" = cast($1 as text)',
    'in a row': 'select * from orders where (organizer_id, id) = ($1, $2)',
    'in a join': 'select 1 from orders as t left join events as e on e.organizer_id = $1 where t.organizer_id = $1',
    'in a subquery': `select (select 1 from order_items as i where i.organizer_id = $1 and ${ofOrder}) from orders as t
      where t.organizer_id = $1`,
    'in a common table expression': 'with c as (select id from orders where organizer_id = $1) select id from c',
    'in an update':
      'update orders set status = $2 where organizer_id = $1 and id in (select id from orders where organizer_id = $1)',
    'in a delete': 'delete from orders where organizer_id = $1',
    'in the values of an insert': 'insert into orders (id, organizer_id) values ($2, $1)',
    'in rows of an insert':
      'insert into orders (organizer_id) select organizer_id from json_populate_recordset(null::orders, $1)',
    'of another table': 'select * from organizers where id = $1',
  };
  test.for(Object.entries(statements))('%s', ([, text]) => {
    expect(check(text)).toEqual([]);
  });
});

describe('the rule rejects a statement with a table', () => {
  const statements = {
    'without an organizer': 'select * from orders where id = $1',
    'that is compared with the column of another table': `select (
      select 1 from orders as i where i.organizer_id = t.organizer_id and ${ofOrder}) from events as t where t.organizer_id = $1`,
    'that is joined by the column of another table':
      'select 1 from events as e join orders as t on t.organizer_id = e.organizer_id where e.organizer_id = $1',
    'that is compared with the organizer of another alias':
      'select 1 from events as e, orders as t where e.organizer_id = $1 and t.id = $2',
    'that is compared only in one case': 'select 1 from orders where organizer_id = $1 or id = $2',
    'that is compared with several organizers': 'select 1 from orders where organizer_id = any($1)',
    'with another comparison': 'select 1 from orders where organizer_id > $1',
    'in the second part of a union': 'select id from events where organizer_id = $1 union select id from orders',
    'in a recursive expression': `with recursive r as (
      select id from events where organizer_id = $1 union all select t.id from orders as t, r where t.id > r.id) select id from r`,
    'in an update from rows':
      'update orders as t set id = n.id from json_populate_recordset(null::orders, $1) as n where t.organizer_id = n.organizer_id',
    'in a delete':
      'delete from orders where (organizer_id, id) in (select organizer_id, id from events where organizer_id = $1)',
    'in an insert without the column': 'insert into orders (id) values ($1)',
  };
  test.for(Object.entries(statements))('%s', ([, text]) => {
    expect(check(text)).toEqual(['orders']);
  });
});
