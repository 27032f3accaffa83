import { gateway, group } from './guards.mjs';

const slowBodies = gateway('http/slow-bodies.ts');
const slowClients = gateway('http/slow-clients.spec.ts');
export const slow = group('slow', [
  {
    name: 'a JSON body arrives as slowly as it likes',
    file: slowBodies,
    find: "if (kind === 'json' || kind === 'raw') return ageMs > limits.smallBodyMs ? 'slow' : undefined;",
    replace: "if (kind === 'json') return undefined;",
    spec: slowClients,
    test: 'JSON is aborted if it stalls or arrives too slowly',
  },
  {
    name: 'a webhook arrives as slowly as it likes',
    file: slowBodies,
    find: "if (kind === 'json' || kind === 'raw') return ageMs > limits.smallBodyMs ? 'slow' : undefined;",
    replace: "if (kind === 'raw') return undefined;",
    spec: slowClients,
    test: 'a webhook is aborted if it stalls or arrives too slowly',
  },
  {
    name: 'a form arrives as slowly as it likes',
    file: slowBodies,
    find: "return ageMs > limits.bodyIdleMs && rate < limits.minUploadRate ? 'slow' : undefined;",
    replace: "return rate < 0 ? 'slow' : undefined;",
    spec: slowClients,
    test: 'a form is aborted if it stalls or arrives too slowly',
  },
  {
    name: 'an upload stalls after a fast start',
    file: slowBodies,
    find: "if (now - arrival.lastReadAt > limits.bodyIdleMs) return 'idle';",
    replace: '',
    spec: slowClients,
    test: 'an upload that stalls after a fast start is aborted',
  },
  {
    name: 'headers never end',
    file: gateway('http/connection-limits.ts'),
    find: 'headersTimeout: limits.headersMs,',
    replace: 'headersTimeout: 0,',
    spec: slowClients,
    test: 'incomplete headers and idle sockets are closed',
  },
  {
    name: 'a client that does not read keeps its file open',
    file: gateway('http/connection-limits.ts'),
    find: 'connectionTimeout: limits.socketIdleMs,',
    replace: 'connectionTimeout: 0,',
    spec: slowClients,
    test: 'a client that does not read is disconnected',
  },
  {
    name: 'an address has any number of downloads',
    file: gateway('http/transfers.ts'),
    find: 'const end = inFlight.begin(request.ip);',
    replace: 'const end = () => inFlight;',
    spec: slowClients,
    test: 'concurrent downloads of one address are limited',
  },
  {
    name: 'an address has any number of connections',
    file: gateway('http/connection-limits.ts'),
    find: 'if (count > perAddress) return void socket.destroy();',
    replace: '',
    spec: slowClients,
    test: 'sockets of one address are limited',
  },
  {
    name: 'the bodies of a forger are read',
    file: gateway('webhooks/forged-webhooks.ts'),
    find: '!refused.isEmpty(addressPrefix(request.ip))',
    replace: 'request.ip',
    spec: gateway('webhooks/forged-webhooks.spec.ts'),
    test: 'an address whose webhooks are refused too often is rejected before its bodies are read',
  },
]);
