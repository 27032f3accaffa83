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

/** Names that public DNS does not resolve: single labels, as in Compose and Kubernetes, and these private domains. */
const PRIVATE_NAME = /(^[^.]+|\.(internal|local|localhost|lan|svc|home\.arpa|test))$/i;

/** Returns true if the host of a URL (a name, or an address with IPv6 in brackets) is this machine or on a private network. */
export function isPrivateHost(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family ? PRIVATE.check(address, family === 4 ? 'ipv4' : 'ipv6') : PRIVATE_NAME.test(address);
}
