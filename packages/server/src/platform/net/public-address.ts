import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Global unicast is given out of this block alone; all that IPv6 has elsewhere is special. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** In public space, yet only a cloud's own machines reach it: Azure's host, which answers for metadata and DNS. */
const cloudHosts: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Top-level and other domains that no public name is under: reserved by RFC 6761 (`localhost`), RFC 6762 (`local`),
 * RFC 8375 (`home.arpa`) and ICANN (`internal`), and what `/etc/hosts` of many systems has for the machine itself.
 */
const privateDomains = ['localhost', 'localdomain', 'localdomain6', 'local', 'internal', 'home.arpa'];

/**
 * Whether a host name belongs to a single machine or a private network, whatever it resolves to: a name under a domain that
 * is reserved for them, or one of a single label.
 *
 * @param hostname as `URL.hostname` gives it: lower case, its escapes and IDNA forms resolved; not an address
 */
export function isPrivateName(hostname: string): boolean {
  const name = hostname.replace(/\.+$/, '');
  return !name.includes('.') || privateDomains.some((domain) => name.endsWith(`.${domain}`));
}

/**
 * Whether anybody's machine could have this address on the public internet. What IANA's special-purpose registries list
 * is not public, nor is multicast, nor an IPv6 address that carries an IPv4 one (mapped, compatible, NAT64, 6to4, Teredo):
 * where it leads is decided by the network that it passes.
 *
 * @param address as `node:net` and `node:dns` give it, IPv6 without brackets; any other text is not public, nor is an
 *   address with a zone
 */
export function isPublicUnicast(address: string): boolean {
  // Node's parser is strict. ipaddr.js alone would also read octal, hexadecimal and shortened notations.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv6' ? parsed.match(globalUnicast) : !cloudHosts.has(parsed.toString());
}
