import { group, platform } from './guards.mjs';

const redisUsers = platform('redis-users.ts');
const redisSpec = platform('redis-users.spec.ts');
export const redis = group('redis', [
  {
    name: 'a connection needs no password',
    file: redisUsers,
    find: "'user default off'",
    replace: "'user default on nopass ~* &* +@all'",
    spec: redisSpec,
    test: 'a connection without a password is rejected',
  },
  {
    name: 'every service changes every key',
    file: redisUsers,
    find: "return ['-@all', ...COMMANDS, ...keys, ...channelRules(user)];",
    replace: "return ['-@all', ...COMMANDS, '~*', ...channelRules(user)];",
    spec: redisSpec,
    test: 'can change the queue',
  },
  {
    name: 'every service serves every call',
    file: redisUsers,
    find: '...servers.map((server) => `%W~${requestList(server, service)}`),',
    replace: '...SERVICES.flatMap((server) => SERVICES.map((caller) => `~${requestList(server, caller)}`)),',
    spec: redisSpec,
    test: 'can write to a request list of',
  },
  {
    name: 'every service reads every reply',
    file: redisUsers,
    find: '...callersOf(service).map((caller) => `%W~${replyLists(caller)}*`),',
    replace: '...SERVICES.map((caller) => `~${replyLists(caller)}*`),',
    spec: redisSpec,
    test: 'can write to reply lists of',
  },
  {
    name: 'the gateway changes the queues that it shows',
    file: redisUsers,
    find: '`%R~${queue}*`',
    replace: '`~${queue}*`',
    spec: redisSpec,
    test: 'gateway can change the queue',
  },
  {
    name: 'every service publishes every broadcast',
    file: redisUsers,
    find: "return channels.length > 0 ? [...channels, '+publish'] : [];",
    replace: "return ['&*', '+publish'];",
    spec: redisSpec,
    test: 'can publish only its own broadcasts',
  },
  {
    name: 'every service runs commands on all keys',
    file: redisUsers,
    find: "'+@stream', '-@dangerous'",
    replace: "'+@stream', '+@dangerous'",
    spec: redisSpec,
    test: 'has no command that reaches beyond its keys',
  },
  {
    name: 'any certificate of Redis is accepted',
    file: platform('redis/open-redis.ts'),
    find: 'const secured = tls ? { tls } : {};',
    replace: 'const secured = tls ? { tls: { ...tls, rejectUnauthorized: false } } : {};',
    spec: platform('addresses/certificate-authorities.spec.ts'),
    test: 'Redis over TLS a client with another authority',
  },
  {
    name: 'any certificate of Postgres is accepted',
    file: platform('addresses/certificate-authorities.ts'),
    find: 'ssl: { ca: readPem(authority) } }',
    replace: 'ssl: { ca: readPem(authority), rejectUnauthorized: false } }',
    spec: platform('addresses/certificate-authorities.spec.ts'),
    test: 'Postgres over TLS a client with another authority',
  },
]);
