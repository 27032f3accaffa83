import { BlockList, isIP } from 'node:net';

/** Special-purpose addresses (IANA registries), at which no public server can be reached. */
const SPECIAL = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  SPECIAL.addSubnet(net, prefix, 'ipv4');
}
/** Only 2000::/3 is public; the exceptions within it are Teredo, documentation and 6to4. */
const PUBLIC_IPV6 = new BlockList();
PUBLIC_IPV6.addSubnet('2000::', 3, 'ipv6');
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  SPECIAL.addSubnet(net, prefix, 'ipv6');
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !SPECIAL.check(address, 'ipv4');
  return isIP(address) === 6 && PUBLIC_IPV6.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6');
}

/** Addresses that no server of an operator has: this host's wildcard, link-local ones with the metadata of clouds, multicast, reserved. */
const NEVER_OWN = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const) {
  NEVER_OWN.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 128],
  ['fd00:ec2::', 32],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  NEVER_OWN.addSubnet(net, prefix, 'ipv6');
}

/** Whether a server of an operator may have the address, which may be private. */
export function isOwnAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !NEVER_OWN.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
