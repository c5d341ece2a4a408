import { expect, test } from 'vitest';
import { chooseEncoding } from './accept-encoding.ts';

const supported = ['zstd', 'br', 'gzip'] as const;

test.each([
  [undefined, null],
  ['', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['*', 'zstd'],
  ['*;q=0', null],
  ['gzip;q=0', null],
  ['gzip;q=0.000, br;q=0', null],
  ['gzip; q=0, *', 'zstd'],
  ['zstd;q=0, *;q=0.5', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip;q=0.5, identity', null],
  ['gzip, identity', 'gzip'],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['deflate, compress', null],
  ['gzippy, brr', null],
  ['gzip;q=nonsense', null],
  ['gzip;level=9', null],
  [', gzip ,', 'gzip'],
])('the header Accept-Encoding %j selects the coding %j', (header, encoding) => {
  expect(chooseEncoding(header, supported)).toBe(encoding);
});
