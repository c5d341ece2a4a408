import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicUnicast } from './public-address.ts';

/**
 * IP addresses that are not public, from IANA's special-purpose registries and address space maps. Ranges within another
 * entry are left out. `reason` is part of the test title.
 */
const specialRanges: readonly (readonly [cidr: string, reason: string])[] = [
  ['0.0.0.0/8', 'this network, RFC 791'],
  ['10.0.0.0/8', 'private, RFC 1918'],
  ['100.64.0.0/10', 'shared by carriers, RFC 6598'],
  ['127.0.0.0/8', 'loopback, RFC 1122'],
  ['168.63.129.16/32', "Azure's host"],
  ['169.254.0.0/16', 'link-local, RFC 3927'],
  ['172.16.0.0/12', 'private, RFC 1918'],
  ['192.0.0.0/24', 'IETF protocol assignments, RFC 6890'],
  ['192.0.2.0/24', 'documentation, RFC 5737'],
  ['192.31.196.0/24', 'AS112, RFC 7535'],
  ['192.52.193.0/24', 'AMT, RFC 7450'],
  ['192.88.99.0/24', '6to4 relays, RFC 7526'],
  ['192.168.0.0/16', 'private, RFC 1918'],
  ['192.175.48.0/24', 'AS112, RFC 7534'],
  ['198.18.0.0/15', 'benchmarking, RFC 2544'],
  ['198.51.100.0/24', 'documentation, RFC 5737'],
  ['203.0.113.0/24', 'documentation, RFC 5737'],
  ['224.0.0.0/4', 'multicast, RFC 5771'],
  ['240.0.0.0/4', 'reserved, and broadcast, RFC 1112'],

  ['::/128', 'unspecified, RFC 4291'],
  ['::1/128', 'loopback, RFC 4291'],
  ['::/96', 'IPv4-compatible, RFC 4291'],
  ['::ffff:0:0/96', 'IPv4-mapped, RFC 4291'],
  ['::ffff:0:0:0/96', 'IPv4-translated, RFC 2765'],
  ['64:ff9b::/96', 'NAT64, RFC 6052'],
  ['64:ff9b:1::/48', 'NAT64, RFC 8215'],
  ['100::/64', 'discard, RFC 6666'],
  ['100:0:0:1::/64', 'dummy, RFC 9780'],
  ['::/3', 'not global unicast'],
  ['2001::/32', 'Teredo, RFC 4380'],
  ['2001:1::1/128', 'port control anycast, RFC 7723'],
  ['2001:1::2/128', 'TURN anycast, RFC 8155'],
  ['2001:1::3/128', 'DNS-SD anycast, RFC 9665'],
  ['2001:2::/48', 'benchmarking, RFC 5180'],
  ['2001:3::/32', 'AMT, RFC 7450'],
  ['2001:4:112::/48', 'AS112, RFC 7535'],
  ['2001:10::/28', 'ORCHID, RFC 4843'],
  ['2001:20::/28', 'ORCHIDv2, RFC 7343'],
  ['2001:30::/28', 'drone remote ids, RFC 9374'],
  ['2001::/23', 'IETF protocol assignments, RFC 2928'],
  ['2001:db8::/32', 'documentation, RFC 3849'],
  ['2002::/16', '6to4, RFC 3056'],
  ['2620:4f:8000::/48', 'AS112, RFC 7534'],
  ['3fff::/20', 'documentation, RFC 9637'],
  ['4000::/2', 'not global unicast'],
  ['5f00::/16', 'segment routing, RFC 9602'],
  ['8000::/1', 'not global unicast'],
  ['fc00::/7', 'unique local, RFC 4193'],
  ['fe80::/10', 'link-local, RFC 4291'],
  ['fec0::/10', 'site-local, RFC 3879'],
  ['ff00::/8', 'multicast, RFC 4291'],
];

interface Range {
  readonly bits: 32 | 128;
  readonly first: bigint;
  readonly last: bigint;
}

function toNumber(address: string): bigint {
  if (!address.includes(':')) return address.split('.').reduce((sum, octet) => sum * 256n + BigInt(octet), 0n);
  const [head = '', tail = ''] = address.split('::').map((side) => side.split(':').filter((group) => group !== ''));
  const zeroes = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeroes, ...tail].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

/** Formats an IP address as Node does. In IPv6, the longest run of zeroes becomes `::`. */
function toText(bits: 32 | 128, value: bigint): string {
  const [size, count] = bits === 32 ? [8n, 4] : [16n, 8];
  const parts = Array.from({ length: count }, (_, i) => (value >> (size * BigInt(count - 1 - i))) % (1n << size));
  if (bits === 32) return parts.join('.');
  return new URL(`http://[${parts.map((part) => part.toString(16)).join(':')}]`).hostname.slice(1, -1);
}

function toRange(cidr: string): Range {
  const [address = '', prefix] = cidr.split('/');
  const bits = address.includes(':') ? 128 : 32;
  const first = toNumber(address);
  return { bits, first, last: first + (1n << BigInt(bits - Number(prefix))) - 1n };
}

const ranges = specialRanges.map(([cidr]) => toRange(cidr));

function isSpecial(bits: 32 | 128, value: bigint): boolean {
  return ranges.some((range) => range.bits === bits && range.first <= value && value <= range.last);
}

describe('isPublicUnicast', () => {
  test.each(specialRanges)('is false for the first, a middle and the last IP address of %s (%s)', (cidr) => {
    const { bits, first, last } = toRange(cidr);
    for (const value of [first, first + (last - first) / 2n, last]) {
      expect([toText(bits, value), isPublicUnicast(toText(bits, value))]).toEqual([toText(bits, value), false]);
    }
  });

  test('is true for the IP addresses next to a special range, unless they are in another special range', () => {
    const neighbours = ranges.flatMap(({ bits, first, last }) =>
      [first - 1n, last + 1n]
        .filter((value) => value >= 0n && value < 1n << BigInt(bits) && !isSpecial(bits, value))
        .map((value) => toText(bits, value)),
    );
    expect(neighbours.filter((address) => !isPublicUnicast(address))).toEqual([]);
    const expected = ['9.255.255.255', '11.0.0.0', '100.128.0.0', '172.32.0.0', '223.255.255.255', '168.63.129.17'];
    expect(neighbours).toEqual(
      expect.arrayContaining([...expected, '2000::', '2001:200::', '2001:db9::', '3fff:1000::']),
    );
  });

  test('is true for all IP addresses outside the special ranges, and only for these', () => {
    const valuesIn = ({ bits, first, last }: Range) =>
      fc.record({ bits: fc.constant(bits), value: fc.bigInt({ min: first, max: last }) });
    const valuesInBlocks = ['0.0.0.0/0', '::/0', '2000::/3', '2001::/16'].map((cidr) => valuesIn(toRange(cidr)));
    fc.assert(
      fc.property(fc.oneof(...valuesInBlocks, ...ranges.map(valuesIn)), ({ bits, value }) => {
        expect(isPublicUnicast(toText(bits, value))).toBe(!isSpecial(bits, value));
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['8.8.8.8', '1.1.1.1', '193.99.144.80', '2606:4700:4700::1111', '2a02:2e0:3fe:1001:302::'])(
    'is true for the well-known IP address %s',
    (address) => {
      expect(isPublicUnicast(address)).toBe(true);
    },
  );

  test.each([
    ['empty text', ''],
    ['a name', 'localhost'],
    ['decimal', '134744072'],
    ['octal', '010.8.8.8'],
    ['hexadecimal', '0x08.8.8.8'],
    ['shortened', '8.8'],
    ['a dot at the end', '8.8.8.8.'],
    ['a space', ' 8.8.8.8'],
    ['brackets', '[2606:4700:4700::1111]'],
    ['a zone', '2606:4700:4700::1111%eth0'],
    ['a link-local zone', 'fe80::1%lo'],
    ['IPv4-mapped', '::ffff:8.8.8.8'],
    ['NAT64', '64:ff9b::8.8.8.8'],
    ['a range', '8.8.8.0/24'],
    ['a port', '8.8.8.8:80'],
  ])('is false for text that is not a plain IP address: %s', (_, address) => {
    expect(isPublicUnicast(address)).toBe(false);
  });
});
