import ipaddr from 'ipaddr.js';

/**
 * The rate-limit bucket of an IP address: the whole IPv4 address, or the /64 prefix of an IPv6 address.
 *
 * @param address undefined if the caller has closed its connection: Node no longer knows its address
 */
export function ipBucket(address: string | undefined): string {
  const parsedAddress = parse(address ?? '');
  if (typeof parsedAddress === 'string') return parsedAddress;
  // A subscriber usually has a whole /64 network.
  return prefixOf(parsedAddress, 4);
}

/** The /48 prefix of an IPv6 address, which a provider can assign to one customer; null for other addresses. */
export function ipv6Network(address: string): string | null {
  const parsedAddress = parse(address);
  return typeof parsedAddress === 'string' ? null : prefixOf(parsedAddress, 3);
}

/** An IPv6 address, or the text of another address. */
function parse(address: string): ipaddr.IPv6 | string {
  // Removes the port that some proxies add, and an IPv6 zone.
  const plain = address.replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3').replace(/%.*$/, '');
  // If a proxy sends text that is not an IP address, the text itself is the bucket.
  if (!plain.includes(':') || !ipaddr.isValid(plain)) return plain;
  const parsedAddress = ipaddr.process(plain);
  return parsedAddress.kind() === 'ipv4' ? parsedAddress.toString() : (parsedAddress as ipaddr.IPv6);
}

function prefixOf({ parts }: ipaddr.IPv6, length: number): string {
  return parts
    .slice(0, length)
    .map((part) => part.toString(16))
    .join(':');
}
