import { BlockList, isIP } from 'node:net';

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6');

/** Names that no public resolver knows: of one label, as services of Compose and Kubernetes have, or under these. */
const PRIVATE_NAME = /(^[^.]+|\.(internal|local|localhost|lan|svc|home\.arpa|test))$/i;

/** Whether an address or a host name (of a URL, so IPv6 may stand in brackets) means this machine or its own network. */
export function isPrivateHost(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family ? PRIVATE.check(address, family === 4 ? 'ipv4' : 'ipv6') : PRIVATE_NAME.test(address);
}
