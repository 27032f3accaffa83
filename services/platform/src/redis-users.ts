import { callersOf } from '@luit/contracts/messages/callers';
import type { Service } from '@luit/contracts/messages/message';
import { jobs, publishersOf } from '@luit/contracts/messages/registry';
import { replyLists, requestList, stopLists } from './calls/wire';
import { REDIS_GENERATION_KEY } from './redis/redis-generation';
import { eventQueueName } from './jobs/queues';
import { BROADCAST_CHANNELS } from './broadcasts/broadcasts';

export const SERVICES = ['gateway', 'auth', 'billing', 'generation', 'worker'] as const satisfies Service[];

/** For operators' tools: doctor, restore, fault injection, measurements. */
export const OPERATIONS = 'operations';

export const REDIS_USERS = [...SERVICES, OPERATIONS] as const;
export type RedisUser = (typeof REDIS_USERS)[number];

/** Who adds entries to each job's queue, or pauses it, besides the service that works it off. */
const JOB_PRODUCERS: Record<string, Service[]> = {
  mail: ['auth', 'generation'],
  submit: ['generation'],
  track: ['generation'],
  'late-result': ['generation'],
  erase: ['generation'],
};

/** Keys that only one service knows, as patterns. */
const OWN_KEYS: Record<Service, string[]> = {
  gateway: ['luit:limit:*', 'luit:live', 'sio:session:*'],
  auth: [REDIS_GENERATION_KEY],
  billing: [REDIS_GENERATION_KEY],
  generation: [REDIS_GENERATION_KEY, 'luit:provider-rate:*'],
  worker: ['luit:download-attempts:*'],
};

/** Each queue with the services that may add, take and change entries. */
export function queueUsers(): { name: string; users: Service[] }[] {
  const ofJobs = jobs.map(({ name, owner }) => ({ name, users: [owner, ...(JOB_PRODUCERS[name] ?? [])] }));
  const ofEvents = SERVICES.map((subscriber) => ({
    name: eventQueueName(subscriber),
    publishers: publishersOf(subscriber),
    subscriber,
  })).filter(({ publishers }) => publishers.length > 0);
  return [
    ...ofJobs,
    ...ofEvents.map(({ name, publishers, subscriber }) => ({ name, users: [...new Set([subscriber, ...publishers])] })),
  ];
}

/** What moves calls, entries of queues, limits and marks; nothing that looks beyond the keys a user is given. */
const COMMANDS = [
  ...['+@string', '+@hash', '+@list', '+@set', '+@sortedset', '+@stream', '-@dangerous'],
  ...['+del', '+unlink', '+exists', '+expire', '+expireat', '+pexpire', '+pexpireat', '+ttl', '+pttl', '+persist'],
  ...['+rename', '+type', '+multi', '+exec', '+discard', '+eval', '+evalsha', '+script|exists', '+script|load'],
  ...['+time', '+ping', '+info', '+client|setname'],
];

function callKeys(service: Service): string[] {
  const servers = SERVICES.filter((server) => callersOf(server).includes(service));
  return [
    ...callersOf(service).map((caller) => `~${requestList(service, caller)}`),
    ...callersOf(service).map((caller) => `%W~${replyLists(caller)}*`),
    ...servers.map((server) => `%W~${requestList(server, service)}`),
    `~${replyLists(service)}*`,
    `~${stopLists(service)}*`,
  ];
}

/** The queue board of the gateway reads every queue. BullMQ's scripts name the bare prefix, which holds nothing, as a key. */
function queueKeys(service: Service): string[] {
  return queueUsers().flatMap(({ name, users }) => {
    if (users.includes(service)) return [`~bull:${name}:*`];
    return service === 'gateway' ? [`%R~bull:${name}:*`, `~bull:${name}:`, `~bull:${name}:metrics:*`] : [];
  });
}

/** Publishing and listening are one right to Redis' channels, so each service has the command for one of them only. */
function noticeRules(service: Service): string[] {
  if (service === 'gateway') {
    // Its replicas speak to each other besides, and that right to publish is one of those channels alone.
    return [
      `&${BROADCAST_CHANNELS}*`,
      '&luit:live*',
      '+subscribe',
      '+unsubscribe',
      '+pubsub|numsub',
      '(+publish &luit:live*)',
    ];
  }
  if (service === 'billing') return [];
  return [`&${BROADCAST_CHANNELS}${service}`, '+publish'];
}

function rulesOf(user: RedisUser): string[] {
  if (user === OPERATIONS) return ['~*', '&*', '+@all'];
  const keys = [...callKeys(user), ...queueKeys(user), ...OWN_KEYS[user].map((key) => `~${key}`)];
  return ['-@all', ...COMMANDS, ...keys, ...noticeRules(user)];
}

/**
 * The ACL file of Redis: one user per service with its own keys and commands, none without a password.
 *
 * @param password what stands for a user's password: `#` and the hash of one, or a name that a start script replaces
 */
export function redisUsersFile(password: (user: RedisUser) => string): string {
  const lines = REDIS_USERS.map((user) => `user ${user} on ${password(user)} ${rulesOf(user).join(' ')}`);
  return ['user default off', ...lines, ''].join('\n');
}

/** As the committed file has it; whoever starts Redis puts the SHA-256 of each password in. */
export const passwordName = (user: RedisUser): string => `REDIS_PASSWORD_${user.toUpperCase()}`;

const indented = (text: string): string => text.replace(/^(?=.)/gm, '    ');

/** The files that are made from this table and from infra/redis/start.sh, by their path in the repository. */
export function committedFiles(startScript: string): Record<string, string> {
  const users = redisUsersFile((user) => `#${passwordName(user)}`);
  return {
    'infra/redis/users.acl': users,
    'infra/kubernetes/overlays/small/redis-users.yaml': [
      '# What infra/redis holds, which Kustomize may not read from here: npm run redis-users',
      'apiVersion: v1',
      'kind: ConfigMap',
      'metadata:',
      '  name: redis-users',
      '  namespace: luit',
      'data:',
      '  users.acl: |',
      indented(users.trimEnd()),
      '  start.sh: |',
      indented(startScript),
    ].join('\n'),
  };
}
