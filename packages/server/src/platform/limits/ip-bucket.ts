import ipaddr from 'ipaddr.js';

/** The rate-limit bucket of a network address: the whole IPv4 address, or the /64 prefix of IPv6, which one subscriber has. */
export function ipBucket(address: string): string {
  // Without the port that some proxies add, and without a zone.
  const plain = address.replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3').replace(/%.*$/, '');
  // Text from a proxy that is not an address is counted as it is.
  if (!plain.includes(':') || !ipaddr.isValid(plain)) return plain;
  const parsed = ipaddr.process(plain);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return (parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
