import { callersOf, allowedCalls } from '@luit/contracts/registry/callers';
import type { Service } from '@luit/contracts/messages/message';
import { jobs } from '@luit/contracts/registry/registry';
import { Redis } from 'ioredis';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { replyList, requestList } from './calls/wire';
import { eventQueueName } from './queues/queues';
import { OPERATIONS, queueUsers, SERVICES } from './redis-users';
import { asRedisUser, startTestRedis, type TestRedis } from './testing/redis';

const root = path.resolve(__dirname, '..', '..', '..');
const QUEUES = [...jobs.map(({ name }) => name), ...SERVICES.map(eventQueueName)];
const pairs = SERVICES.flatMap((service) => SERVICES.map((other) => [service, other] as const));

/** The services of the calls that are not named after a service. */
const OWNERS: Record<string, Service> = { alertDestination: 'auth', operations: 'generation' };

function callsInSources(service: Service): string[] {
  const folder = path.join(root, 'services', service, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|\btest(ing)?\//.test(file));
  const text = sources.map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n');
  const made = [...text.matchAll(/\b(auth|billing|generation|alertDestination|operations)Calls\.(\w+)/g)].map(
    ([, owner = '', name]) => `${OWNERS[owner] ?? owner}.${name}`,
  );
  const reports = text.includes('new AlertReporter(') ? ['auth.reportAlerts'] : [];
  return [...new Set([...made, ...reports])].filter((name) => !name.startsWith(`${service}.`)).sort();
}

describe('Redis users', () => {
  it.each(Object.entries(allowedCalls))('allowedCalls lists exactly the calls that %s makes', (service, made) => {
    expect(made.map(({ name }) => name).sort()).toEqual(callsInSources(service as Service));
  });

  describe('on a running server', () => {
    let redis: TestRedis;
    const clients = {} as Record<Service, Redis>;
    let operations: Redis;

    const refusal = (service: Service, command: string, ...args: string[]) =>
      clients[service].call(command, ...args).then(
        () => `${service} may ${command} ${args.join(' ')}`,
        (error: Error) => error.message.split(' ')[0],
      );
    const may = async (service: Service, command: string, ...args: string[]) =>
      (await refusal(service, command, ...args)) !== 'NOPERM';

    beforeAll(async () => {
      redis = await startTestRedis();
      operations = new Redis(redis.url);
      for (const service of SERVICES) clients[service] = new Redis(asRedisUser(service, redis.url));
    });

    afterEach(() => operations.flushall());

    afterAll(async () => {
      for (const client of [operations, ...Object.values(clients)]) client.disconnect();
      await redis.stop();
    });

    it('a connection without a password is rejected', async () => {
      const { port } = new URL(redis.url);
      const stranger = new Redis(Number(port), '127.0.0.1', { enableReadyCheck: false });
      await expect(stranger.ping()).rejects.toThrow('NOAUTH');
      await expect(stranger.call('AUTH', 'default', '')).rejects.toThrow('WRONGPASS');
      stranger.disconnect();
    });

    it.each(pairs)('%s can write to a request list of %s only as its caller or its server', async (service, server) => {
      for (const caller of SERVICES) {
        const isItsOwn = caller === service && callersOf(server).includes(service);
        const serves = server === service && callersOf(server).includes(caller);
        const list = requestList(server, caller);
        await expect(may(service, 'RPUSH', list, 'x')).resolves.toBe(isItsOwn || serves);
        await expect(may(service, 'LPOP', list)).resolves.toBe(serves);
        await expect(may(service, 'LRANGE', list, '0', '-1')).resolves.toBe(serves);
      }
    });

    it.each(pairs)(
      '%s can write to reply lists of %s only if it serves its calls, and can read only its own',
      async (service, caller) => {
        const list = replyList(caller, 'instance:1');
        const isItsOwn = service === caller;
        await expect(may(service, 'RPUSH', list, 'x')).resolves.toBe(isItsOwn || callersOf(service).includes(caller));
        await expect(may(service, 'LPOP', list)).resolves.toBe(isItsOwn);
      },
    );

    it.each(SERVICES.flatMap((service) => QUEUES.map((queue) => [service, queue] as const)))(
      '%s can change the queue %s only as its producer or consumer',
      async (service, queue) => {
        const isUser = queueUsers().some(({ name, users }) => name === queue && users.includes(service));
        await expect(may(service, 'LPUSH', `bull:{${queue}}:${queue}:wait`, 'x')).resolves.toBe(isUser);
        await expect(may(service, 'HSET', `bull:{${queue}}:${queue}:1`, 'data', '{}')).resolves.toBe(isUser);
        await expect(may(service, 'HSET', `bull:{${queue}}:${queue}:meta`, 'paused', '1')).resolves.toBe(isUser);
        await expect(
          may(service, 'EVAL', "return redis.call('DEL', KEYS[1])", '1', `bull:{${queue}}:${queue}:wait`),
        ).resolves.toBe(isUser);
        const undeclared = await refusal(
          service,
          'EVAL',
          `return redis.call('DEL', 'bull:{${queue}}:${queue}:wait')`,
          '0',
        );
        expect(undeclared === `${service} may EVAL return redis.call('DEL', 'bull:{${queue}}:${queue}:wait') 0`).toBe(
          isUser,
        );
      },
    );

    it('the worker cannot reach billing or the keys of billing, auth and the gateway', async () => {
      const foreign = [
        'luit:redis-generation',
        'luit:limit:{limits}:sign-in:1.2.3.4',
        'luit:live',
        'sio:session:1',
        'luit:provider-rate:{fal:submit}',
      ];
      for (const key of [
        ...foreign,
        requestList('billing', 'gateway'),
        requestList('auth', 'gateway'),
        'bull:{events-billing}:events-billing:1',
      ])
        expect(await refusal('worker', 'DEL', key)).toBe('NOPERM');
    });

    it.each(SERVICES)('%s can publish only its own broadcasts, and only the gateway can subscribe', async (service) => {
      for (const source of SERVICES)
        await expect(may(service, 'PUBLISH', `luit:broadcasts:${source}`, '{}')).resolves.toBe(
          source === service && ['auth', 'generation', 'worker'].includes(service),
        );
      const listener = new Redis(asRedisUser(service, redis.url));
      const listening = listener.subscribe('luit:broadcasts:auth').then(
        () => true,
        () => false,
      );
      await expect(listening).resolves.toBe(service === 'gateway');
      listener.disconnect();
    });

    const FORBIDDEN = [
      ...['FLUSHALL', 'FLUSHDB', 'KEYS *', 'SCAN 0', 'RANDOMKEY', 'DBSIZE', 'CONFIG GET *', 'CONFIG SET save x'],
      ...[
        'ACL LIST',
        'ACL WHOAMI',
        'CLIENT LIST',
        'CLIENT KILL TYPE normal',
        'CLIENT PAUSE 1',
        'SCRIPT FLUSH',
        'MONITOR',
      ],
      ...[
        'FUNCTION LIST',
        'SHUTDOWN',
        'SAVE',
        'BGSAVE',
        'REPLICAOF a 1',
        'MODULE LIST',
        'MIGRATE a 1 k 0 1',
        'SORT k',
        'SWAPDB 0 1',
      ],
    ];

    it.each(SERVICES)('%s has no command that reaches beyond its keys', async (service) => {
      const answers = await Promise.all(FORBIDDEN.map((line) => refusal(service, ...(line.split(' ') as [string]))));
      expect(answers).toEqual(FORBIDDEN.map(() => 'NOPERM'));
    });

    it(`${OPERATIONS} can run every command`, async () => {
      await expect(operations.config('SET', 'maxmemory-policy', 'noeviction')).resolves.toBe('OK');
      await expect(operations.flushall()).resolves.toBe('OK');
      await expect(operations.rpush(requestList('billing', 'gateway'), '{}')).resolves.toBe(1);
    });
  });
});
