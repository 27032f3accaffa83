import { auth, group, platform } from './guards.mjs';

const fairQueue = platform('scheduling/fair-queue.ts');
const fairSpec = platform('scheduling/fair-queue.spec.ts');
const passwordsSpec = auth('identity/passwords/passwords.spec.ts');
export const queues = group('queues', [
  {
    name: 'sign-ups and sign-ins share a queue',
    file: auth('identity/passwords/passwords.service.ts'),
    find: 'return this.newHashes.run(',
    replace: 'return this.checks.run(',
    spec: passwordsSpec,
    test: '60 concurrent sign-ups from one address do not delay a sign-in',
  },
  {
    name: 'one network is served until its queue is empty',
    file: fairQueue,
    find: '    this.networks.delete(network);\n    hosts.delete(host);',
    replace:
      '    if (items.length === 0) hosts.delete(host);\n    if (hosts.size === 0) this.networks.delete(network);',
    spec: fairSpec,
    test: 'networks share equally',
  },
  {
    name: 'one host of a network is served until its queue is empty',
    file: fairQueue,
    find: '    hosts.delete(host);\n    // Reinsert',
    replace: '    if (items.length === 0) hosts.delete(host);\n    // Reinsert',
    spec: fairSpec,
    test: 'networks share equally',
  },
  {
    name: 'a host queues any number of attempts',
    file: fairQueue,
    find: 'items.length >= this.limits.perHost ||',
    replace: '',
    spec: fairSpec,
    test: 'a host or network over its limit is rejected with a retry delay',
  },
  {
    name: 'a network queues any number of attempts',
    file: fairQueue,
    find: '|| count(hosts) >= this.limits.perNetwork',
    replace: '',
    spec: fairSpec,
    test: 'a host or network over its limit is rejected with a retry delay',
  },
  {
    name: 'a full queue rejects newcomers',
    file: fairQueue,
    find: 'if (count(hosts) <= minimum) throw unavailable();',
    replace: 'if (minimum > 0) throw unavailable();',
    spec: fairSpec,
    test: 'a full queue evicts from the largest network for a smaller one',
  },
  {
    name: 'each address of a /24 is a network',
    file: auth('identity/passwords/passwords.service.ts'),
    find: 'network: networkPrefix(ip) };',
    replace: 'network: addressPrefix(ip) };',
    spec: passwordsSpec,
    test: 'addresses of one network share its turns',
  },
  {
    name: 'each address of a /64 is a host',
    file: auth('identity/passwords/passwords.service.ts'),
    find: 'host: addressPrefix(ip),',
    replace: 'host: ip,',
    spec: passwordsSpec,
    test: 'addresses of one network share its turns',
  },
  {
    name: 'a /128 is one client',
    file: platform('security/address-prefix.ts'),
    find: 'ipv4Octets: 4, ipv6Groups: 4',
    replace: 'ipv4Octets: 4, ipv6Groups: 8',
    spec: platform('security/address-prefix.spec.ts'),
    test: 'the 2^64 addresses of one IPv6 customer count as one client',
  },
  {
    name: 'a /32 is one network',
    file: platform('security/address-prefix.ts'),
    find: 'ipv4Octets: 3, ipv6Groups: 3',
    replace: 'ipv4Octets: 4, ipv6Groups: 3',
    spec: platform('security/address-prefix.spec.ts'),
    test: '203.0.113.7 counts as',
  },
]);
