import { expect, test } from 'vitest';
import { parsePostgresUrl, withoutPassword } from './postgres-url.ts';

test.each([
  ['postgres://user:p%2Cw@db/shop', ['postgres://user:p%2Cw@db/shop'], false],
  ['postgresql:///shop?host=/run/postgresql', ['postgresql:///shop?host=/run/postgresql'], false],
  [
    'postgres://db/shop?target_session_attrs=read-write&sslmode=require',
    ['postgres://db/shop?sslmode=require&uselibpqcompat=true'],
    true,
  ],
  [
    'postgres://db/shop?sslmode=verify-full&sslrootcert=system',
    ['postgres://db/shop?sslmode=verify-full&uselibpqcompat=true'],
    false,
  ],
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

test.each([
  ['postgres://user:p%2Cw:%C3%A9@db/shop', 'postgres://user@db/shop', 'p,w:é'],
  ['postgres://u:50%@db1:5433,[::1]:5432,db3/shop', 'postgres://u@db1:5433,[::1]:5432,db3/shop', '50%'],
  [
    'postgres://u:a@db/shop?sslmode=require&password=b%26c&port=1',
    'postgres://u@db/shop?sslmode=require&port=1',
    'b&c',
  ],
  ['postgresql:///shop?user=u&%70assword=b', 'postgresql:///shop?user=u', 'b'],
  ['postgres://db:5432/shop?password=b', 'postgres://db:5432/shop', 'b'],
  ['postgres://db:5432/shop?options=-c%20a=b', 'postgres://db:5432/shop?options=-c%20a=b', null],
  ['postgres://u:@db1,db2:5432', 'postgres://u@db1,db2:5432', null],
  ['postgres://u@db', 'postgres://u@db', null],
])('the password of %s', (text, url, password) => {
  expect(withoutPassword(text)).toEqual({ url, password });
});
