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
});
