import { expect, test } from 'vitest';
import { parsePostgresUrl } from './postgres-url.ts';

test.each([
  ['postgres://user:p%2Cw@db/shop', ['postgres://user:p%2Cw@db/shop'], false],
  ['postgresql:///shop?host=/run/postgresql', ['postgresql:///shop?host=/run/postgresql'], false],
  ['postgres://db/shop?target_session_attrs=read-write&sslmode=require', ['postgres://db/shop?sslmode=require'], true],
  [
    'postgres://u@db1:5433,[::1]:5432,db3/shop',
    ['postgres://u@db1:5433/shop', 'postgres://u@[::1]:5432/shop', 'postgres://u@db3/shop'],
    true,
  ],
  ['postgres://db1,db2/shop?target_session_attrs=any', ['postgres://db1/shop', 'postgres://db2/shop'], true],
])('the hosts of %s', (text, urls, mustBePrimary) => {
  expect(parsePostgresUrl(text)).toEqual({ urls, mustBePrimary });
});

test.each([
  'mysql://db/shop',
  'postgres://db1,/shop',
  'postgres://db1:5432,db2:port/shop',
  'postgres://db1,db2/shop?target_session_attrs=standby',
  'shop',
])('%s is rejected', (text) => {
  expect(parsePostgresUrl(text)).toBeNull();
});
