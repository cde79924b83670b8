import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A single IP address, or a range written as CIDR. */
export function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  if (more.length > 0 || isIP(address) === 0 || address.includes('%')) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIPv4(address) ? 32 : 128);
}

/** Whether an address lies in one of the ranges. IPv4 written as IPv6 (::ffff:10.0.0.1) counts as IPv4. */
export function addressMatcher(ranges: readonly string[]): (address: string) => boolean {
  const listed = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) listed.addAddress(address, family);
    else listed.addSubnet(address, Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && listed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Four bytes or sixteen, as a packet has them; undefined: it is not a number. */
export function addressBytes(address: string): Uint8Array | undefined {
  const bare = address.replace(/%.*$/, '');
  return isIP(bare) === 0 ? undefined : Uint8Array.from(ipaddr.parse(bare).toByteArray());
}

/** What one customer of a network provider has: an IPv4 address, or 64 bits of IPv6. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...(address.includes('::') ? zeros : []), ...after].slice(0, 4).join(':');
}

/**
 * From where an IP address can be reached. `nowhere` covers addresses no legitimate target has: link-local (cloud
 * metadata), reserved, multicast, and IPv6 addresses that embed one of these.
 */
export type Reach = 'internet' | 'private' | 'nowhere';

const privateRanges: ReadonlySet<string> = new Set(['loopback', 'private', 'carrierGradeNat', 'uniqueLocal']);
/** Metadata and host services of clouds, at addresses that look like ordinary ones. */
const disguised: ReadonlySet<string> = new Set(['168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254']);
/** IPv4-compatible addresses such as ::127.0.0.1 are deprecated; the parser takes them for mapped addresses. */
const COMPATIBLE = /^[:0]+:\d+\.\d+\.\d+\.\d+$/;
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];

export function reachOf(address: string): Reach {
  if (!ipaddr.isValid(address) || address.includes('%') || COMPATIBLE.test(address)) return 'nowhere';
  const parsed = ipaddr.parse(address);
  const inside = parsed instanceof ipaddr.IPv6 ? embeddedIPv4(parsed) : undefined;
  if (inside !== undefined) return reachOf(inside);
  if (disguised.has(parsed.toString())) return 'nowhere';
  if (privateRanges.has(parsed.range())) return 'private';
  const isGlobal = parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
  return parsed.range() === 'unicast' && isGlobal ? 'internet' : 'nowhere';
}

/** An address or a name that leads to this machine. */
export function isLoopback(address: string): boolean {
  if (address === 'localhost' || address.endsWith('.localhost')) return true;
  if (!ipaddr.isValid(address)) return false;
  return ipaddr.process(address).range() === 'loopback';
}

/** The IPv4 address that an IPv6 one stands for: mapped (::ffff:…), or translated by NAT64 (64:ff9b::…). */
function embeddedIPv4(address: ipaddr.IPv6): string | undefined {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return address.match(NAT64) ? address.toByteArray().slice(12).join('.') : undefined;
}
