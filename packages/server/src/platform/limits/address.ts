import ipaddr from 'ipaddr.js';

/** What an address is counted by: IPv4 whole, IPv6 by its /64, which is what one subscriber gets. */
export function addressBucket(address: string): string {
  // Without a port, which some proxies add, and without a zone.
  const plain = address.replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3').replace(/%.*$/, '');
  // A proxy may pass on what is no address: it is counted as it stands.
  if (!plain.includes(':') || !ipaddr.isValid(plain)) return plain;
  const parsed = ipaddr.process(plain);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return (parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
