import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { RedisWriteProbe } from '../health/redis-write-probe';
import { within } from '../scheduling/within';
import { eventually } from '../testing/eventually';
import { startTestRedis, type TestRedis } from '../testing/redis';
import { startStallingProxy, type StallingProxy } from '../testing/stalling-proxy';
import { closeRedis, connectRedis } from './redis-connection';
import { RedisSubscriber } from './redis-subscriber';

const portOf = ({ url }: TestRedis) => Number(new URL(url).port);

/** A primary and its replica behind one address; open connections stay with the server to which they were opened. */
class FailoverPair {
  private constructor(
    private readonly servers: [TestRedis, TestRedis],
    private readonly target: { host: string; port: number },
    private readonly proxy: StallingProxy,
    readonly oldPrimary: Redis,
    readonly newPrimary: Redis,
  ) {}

  static async start(): Promise<FailoverPair> {
    const primary = await startTestRedis();
    const replica = await startTestRedis(['--replicaof', '127.0.0.1', String(portOf(primary))]);
    const target = { host: '127.0.0.1', port: portOf(primary) };
    const [old, next] = [new Redis(primary.url), new Redis(replica.url)];
    await eventually(async () => expect(await next.info('replication')).toContain('master_link_status:up'));
    return new FailoverPair([primary, replica], target, await startStallingProxy(target), old, next);
  }

  get url(): string {
    return this.servers[0].url.replace(/:\d+$/, `:${this.proxy.port}`);
  }

  /** The old primary stays alive as a replica. */
  async failOver(): Promise<void> {
    const port = portOf(this.servers[1]);
    await eventually(() => this.oldPrimary.call('FAILOVER', 'TO', '127.0.0.1', String(port)));
    await eventually(async () => expect((await this.newPrimary.role())[0]).toBe('master'));
    this.target.port = port;
  }

  async stop(): Promise<void> {
    this.oldPrimary.disconnect();
    this.newPrimary.disconnect();
    await this.proxy.close();
    await Promise.all(this.servers.map((server) => server.stop()));
  }
}

describe('a planned failover whose old primary stays alive as a replica', () => {
  let pair: FailoverPair;
  let connection: Redis;

  beforeEach(async () => {
    pair = await FailoverPair.start();
    connection = connectRedis(pair.url, 'under-test');
    await connection.ping();
  });

  afterEach(async () => {
    await closeRedis(connection);
    await pair.stop();
  });

  it('refused writes are sent again on a connection to the new primary', async () => {
    await pair.failOver();
    await connection.set('written', 'once');
    expect(await pair.newPrimary.get('written')).toBe('once');
    expect(await connection.info('replication')).toContain('role:master');
  });

  it('a transaction of scripts fails once and moves the connection', async () => {
    const write = () => connection.multi().eval(`return redis.call('SET', KEYS[1], 'x')`, 1, 'scripted').exec();
    await pair.failOver();
    await eventually(async () => expect(await write()).toEqual([[null, 'OK']]));
    expect(await pair.newPrimary.get('scripted')).toBe('x');
  });

  it('a blocking read, a subscription and an idle connection move as well', async () => {
    const reading = connectRedis(pair.url, 'reading');
    const read = reading.blmpop(0, 1, 'list', 'LEFT');
    const subscriber = new RedisSubscriber(pair.url, 'subscriber');
    const received = jest.fn();
    await subscriber.subscribe('news', received);
    await eventually(async () => expect(String(await pair.oldPrimary.client('LIST'))).toContain('cmd=blmpop'));
    // Connections that are this young are taken for new ones.
    await eventually(async () =>
      expect(String(await pair.oldPrimary.client('LIST'))).toMatch(/name=subscriber age=([3-9]|\d\d)/),
    );

    await pair.failOver();
    await eventually(async () => expect(String(await pair.oldPrimary.client('LIST'))).not.toMatch(/ name=\S/));
    await eventually(async () => expect(await pair.newPrimary.pubsub('CHANNELS')).toEqual(['news']));
    await pair.newPrimary.rpush('list', 'work');
    await pair.newPrimary.publish('news', 'hello');
    expect(await read).toEqual(['list', ['work']]);
    await eventually(() => expect(received).toHaveBeenCalledWith('hello'));
    await subscriber.close();
    await closeRedis(reading);
  });

  it('a worker of BullMQ that waits for an entry takes the next one from the new primary', async () => {
    const taken = jest.fn();
    const worker = new Worker('moving', (job) => Promise.resolve(taken(job.name)), { connection });
    worker.on('error', () => undefined);
    const queue = new Queue('moving', { connection });
    await eventually(async () => expect(String(await pair.oldPrimary.client('LIST'))).toContain('cmd=bzpopmin'));
    await pair.failOver();
    await queue.add('after', {});
    await eventually(() => expect(taken).toHaveBeenCalledWith('after'));
    await worker.close(true);
    await queue.close();
  });

  it('a process is not ready while its server is a replica', async () => {
    const probe = new RedisWriteProbe(connection, 'gateway', true);
    await pair.oldPrimary.call('REPLICAOF', '127.0.0.1', String(pair.newPrimary.options.port));
    await expect(within(500, probe.check())).rejects.toThrow();
    await pair.oldPrimary.call('REPLICAOF', 'NO', 'ONE');
    await eventually(() => probe.check());
  });
});
