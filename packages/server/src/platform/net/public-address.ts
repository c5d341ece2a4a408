import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Global unicast addresses are allocated only from this block (IANA). */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** A public address with a special use in a cloud: Azure's host, which serves metadata and DNS to its virtual machines. */
const cloudHosts: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Domains without public names: reserved by RFC 6761 (`localhost`), RFC 6762 (`local`), RFC 8375 (`home.arpa`) and ICANN
 * (`internal`), and names of the machine itself in `/etc/hosts` of many systems.
 */
const privateDomains = ['localhost', 'localdomain', 'localdomain6', 'local', 'internal', 'home.arpa'];

/**
 * Whether a host name belongs to a machine or a private network, independent of what it resolves to: a name in a reserved
 * domain, or a name with a single label.
 *
 * @param hostname in the form of `URL.hostname`, not an address
 */
export function isPrivateName(hostname: string): boolean {
  const name = hostname.replace(/\.+$/, '');
  return !name.includes('.') || privateDomains.some((domain) => name.endsWith(`.${domain}`));
}

/**
 * Whether an address is a public unicast address. Addresses in IANA's special-purpose registries are not, nor are multicast
 * addresses, nor IPv6 addresses that contain an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo): the network decides
 * where those lead.
 *
 * @param address in the form of `node:net` and `node:dns`, IPv6 without brackets. Any other text, and an address with a zone,
 *   is not public.
 */
export function isPublicUnicast(address: string): boolean {
  // Node's parser is strict; ipaddr.js also accepts octal, hexadecimal and shortened notations.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv6' ? parsed.match(globalUnicast) : !cloudHosts.has(parsed.toString());
}
