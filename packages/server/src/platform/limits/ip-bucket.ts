import ipaddr from 'ipaddr.js';

/** The rate-limit bucket of an IP address: the whole IPv4 address, or the /64 prefix of an IPv6 address. */
export function ipBucket(address: string): string {
  // Removes the port that some proxies add, and an IPv6 zone.
  const plain = address.replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3').replace(/%.*$/, '');
  // If a proxy sends text that is not an IP address, the text itself is the bucket.
  if (!plain.includes(':') || !ipaddr.isValid(plain)) return plain;
  const parsedAddress = ipaddr.process(plain);
  if (parsedAddress.kind() === 'ipv4') return parsedAddress.toString();
  // A subscriber usually has a whole /64 network.
  return (parsedAddress as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
