import { callersOf } from '@luit/contracts/registry/callers';
import { ownerOf, type Service } from '@luit/contracts/messages/message';
import { jobProducers, presenceKey, privateRedisKeys, readableRedisKeys } from '@luit/contracts/registry/redis-access';
import { broadcasts, jobs, publishersOf, pushingServices } from '@luit/contracts/registry/registry';
import { BROADCAST_CHANNELS } from './broadcasts/broadcasts';
import { replyLists, requestList, requestRoute, stopLists } from './calls/wire';
import { SCHEMAS } from './database/prepare-database';
import { writeProbeKey } from './health/redis-write-probe';
import { eventQueueName, queuePrefix } from './queues/queues';
import { PUSH_CHANNELS, pushChannel } from './pushes/push-messages';
import { REDIS_GENERATION_KEY } from './redis/redis-generation';

export const SERVICES = ['gateway', 'auth', 'billing', 'generation', 'worker'] as const satisfies Service[];

/** The Redis user of operators' tools: doctor, restore, fault injection and benchmarks. */
export const OPERATIONS = 'operations';

export const REDIS_USERS = [...SERVICES, OPERATIONS] as const;
export type RedisUser = (typeof REDIS_USERS)[number];

/** Each queue with the services that add, take or change its entries. */
export function queueUsers(): { name: string; users: Service[] }[] {
  const jobQueues = jobs.map(({ name, owner }) => ({ name, users: [owner, ...(jobProducers[name] ?? [])] }));
  const eventQueues = SERVICES.map((subscriber) => ({ subscriber, publishers: publishersOf(subscriber) }))
    .filter(({ publishers }) => publishers.length > 0)
    .map(({ subscriber, publishers }) => ({
      name: eventQueueName(subscriber),
      users: [...new Set([subscriber, ...publishers])],
    }));
  return [...jobQueues, ...eventQueues];
}

/** Commands for calls, queues and rate limits. None of them can access keys outside a user's key patterns. */
const COMMANDS = [
  ...['+@string', '+@hash', '+@list', '+@set', '+@sortedset', '+@stream', '-@dangerous'],
  ...['+del', '+unlink', '+exists', '+expire', '+expireat', '+pexpire', '+pexpireat', '+ttl', '+pttl', '+persist'],
  ...['+rename', '+type', '+multi', '+exec', '+discard', '+eval', '+evalsha', '+script|exists', '+script|load'],
  ...['+time', '+ping', '+info', '+client|setname'],
  // How a client of a Redis Cluster finds the node of a key. None of them reads or changes data.
  ...['+cluster|slots', '+cluster|info', '+asking', '+readonly', '+readwrite'],
];

function callKeys(service: Service): string[] {
  const servers = SERVICES.filter((server) => callersOf(server).includes(service));
  return [
    ...callersOf(service).map((caller) => `~${requestList(service, caller)}`),
    ...callersOf(service).map((caller) => `%W~${replyLists(caller)}*`),
    ...servers.map((server) => `%W~${requestList(server, service)}`),
    ...servers.map((server) => `~${requestRoute(server, service)}`),
    `~${replyLists(service)}*`,
    `~${stopLists(service)}*`,
  ];
}

/** The gateway's queue board reads every queue. BullMQ's scripts declare the bare prefix, which holds no data, as a key. */
function queueKeys(service: Service): string[] {
  return queueUsers().flatMap(({ name, users }) => {
    const queue = `${queuePrefix(name)}:${name}:`;
    if (users.includes(service)) return [`~${queue}*`];
    return service === 'gateway' ? [`%R~${queue}*`, `~${queue}`, `~${queue}metrics:*`] : [];
  });
}

/** The services that publish broadcasts. */
const BROADCASTERS: readonly Service[] = [...new Set(broadcasts.map(ownerOf))];

/** A Redis channel pattern allows both publishing and subscribing, so each service gets only one of the two commands. */
function channelRules(service: Service): string[] {
  if (service === 'gateway') return [`&${BROADCAST_CHANNELS}*`, `&${PUSH_CHANNELS}*`, '+subscribe', '+unsubscribe'];
  const channels = [
    ...(BROADCASTERS.includes(service) ? [`&${BROADCAST_CHANNELS}${service}`] : []),
    ...(pushingServices().includes(service) ? [`&${pushChannel(service)}`] : []),
  ];
  return channels.length > 0 ? [...channels, '+publish'] : [];
}

function privateKeys(service: Service): string[] {
  const relaysOutbox = SCHEMAS.some((schema) => schema === service);
  return [
    ...(relaysOutbox ? [REDIS_GENERATION_KEY] : []),
    writeProbeKey(service),
    presenceKey(service),
    ...privateRedisKeys[service],
  ];
}

function rulesOf(user: RedisUser): string[] {
  if (user === OPERATIONS) return ['~*', '&*', '+@all'];
  const own = privateKeys(user).map((key) => `~${key}`);
  const readable = (readableRedisKeys[user] ?? []).map((key) => `%R~${key}`);
  const keys = [...callKeys(user), ...queueKeys(user), ...own, ...readable];
  return ['-@all', ...COMMANDS, ...keys, ...channelRules(user)];
}

/**
 * Generates Redis' ACL file: one user per service with its own keys and commands. No user can sign in without a password.
 *
 * @param password returns a user's password as ACL syntax, `#<SHA-256>` or `>plain text`, or a placeholder for it
 */
export function redisUsersFile(password: (user: RedisUser) => string): string {
  const lines = REDIS_USERS.map((user) => `user ${user} on ${password(user)} ${rulesOf(user).join(' ')}`);
  return ['user default off', ...lines, ''].join('\n');
}

/** The placeholder in the committed ACL file. The start script replaces it with the SHA-256 of the password. */
export const passwordName = (user: RedisUser): string => `REDIS_PASSWORD_${user.toUpperCase()}`;

/** The files that `npm run generate` writes, by path in the repository. */
export function committedFiles(): Record<string, string> {
  return { 'infra/deploy/redis/users.acl': redisUsersFile((user) => `#${passwordName(user)}`) };
}
