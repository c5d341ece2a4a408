import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IANA allocates global unicast IPv6 addresses only from this block. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Public IP addresses of a cloud's internal services: the virtual IP address of Azure's DNS and metadata services. */
const cloudServiceAddresses: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Domains without public host names. RFC 6761 (`localhost`), RFC 6762 (`local`), RFC 8375 (`home.arpa`) and ICANN
 * (`internal`) reserve them; `localdomain` and `localdomain6` are names of the machine itself in `/etc/hosts` of many systems.
 */
const privateDomains = ['localhost', 'localdomain', 'localdomain6', 'local', 'internal', 'home.arpa'];

/**
 * Whether a host name is a name of this machine or of a private network: a name in one of `privateDomains`, or a name without
 * a dot. The name is not resolved.
 *
 * @param hostname in the form of `URL.hostname`, not an IP address
 */
export function isPrivateName(hostname: string): boolean {
  const name = hostname.replace(/\.+$/, '');
  return !name.includes('.') || privateDomains.some((domain) => name.endsWith(`.${domain}`));
}

/**
 * Whether an IP address is a public unicast address. These count as not public: addresses in IANA's special-purpose registries,
 * multicast addresses, IPv6 addresses outside `globalUnicast`, `cloudServiceAddresses`, and IPv6 addresses that contain an IPv4
 * address (mapped, compatible, NAT64, 6to4, Teredo). For an address that contains an IPv4 address, the network decides which IPv4
 * host receives the packets.
 *
 * @param address an IP address in the notation that `node:net` and `node:dns` return; IPv6 without brackets. Any other string,
 *   and an IP address with a zone, is not public.
 */
export function isPublicUnicast(address: string): boolean {
  // `isIP` rejects octal, hexadecimal and shortened notations, which `ipaddr.parse` would accept.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsedAddress = ipaddr.parse(address);
  if (parsedAddress.range() !== 'unicast') return false;
  return parsedAddress.kind() === 'ipv6'
    ? parsedAddress.match(globalUnicast)
    : !cloudServiceAddresses.has(parsedAddress.toString());
}
