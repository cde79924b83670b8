import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

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
