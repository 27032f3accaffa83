import { closeRedis, connectRedis } from '../redis/redis-connection';
import { startTestRedis } from '../testing/redis';
import { Queues } from './queues';

describe('queues', () => {
  it('leave it to their connection to tell that Redis is gone', async () => {
    const written = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = await startTestRedis();
    const redis = connectRedis(server.url, 'queues-under-test');
    const queues = new Queues(redis);
    await queues.named('under-test').waitUntilReady();
    const isMissed = new Promise((resolve) => redis.once('error', resolve));
    await server.stop();
    await isMissed;
    expect(written).not.toHaveBeenCalled();
    await closeRedis(redis);
    await queues.close();
    written.mockRestore();
  });
});
