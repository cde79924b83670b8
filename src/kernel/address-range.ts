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
