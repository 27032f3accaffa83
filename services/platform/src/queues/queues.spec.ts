import { closeRedis, connectRedis } from '../redis/redis-connection';
import { startTestRedis } from '../testing/redis';
import { Queues } from './queues';

describe('queues', () => {
  it('print nothing when Redis is unreachable, which their connection logs', async () => {
    const written = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = await startTestRedis();
    const redis = connectRedis(server.url, 'queues-under-test');
    const queues = new Queues(redis);
    await queues.named('under-test').waitUntilReady();
    const isLost = new Promise((resolve) => redis.once('error', resolve));
    await server.stop();
    await isLost;
    expect(written).not.toHaveBeenCalled();
    await closeRedis(redis);
    await queues.close();
    written.mockRestore();
  });

  it('makes an entry due that a process with a clock an hour ahead has put off', async () => {
    const server = await startTestRedis();
    const redis = connectRedis(server.url, 'queues-under-test');
    const queues = new Queues(redis);
    const queue = queues.named('under-test');
    const hour = 3_600_000;
    const add = (jobId: string, delay: number, timestamp: number) =>
      queue.add('job', { payload: {} }, { jobId, delay, timestamp });
    await add('ahead', 1_000, Date.now() + hour);
    await add('on-time', 60_000, Date.now());
    await add('behind', 2 * hour, Date.now() - hour);
    expect(await queues.absent('under-test', ['ahead', 'on-time', 'behind', 'never-added'])).toEqual(['never-added']);
    const states = await Promise.all(['ahead', 'on-time', 'behind'].map((id) => queue.getJobState(id)));
    expect(states).toEqual(['waiting', 'delayed', 'delayed']);
    await queues.close();
    await closeRedis(redis);
    await server.stop();
  });
});
