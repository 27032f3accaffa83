import { eventQueueName, Queues } from '@luit/platform/queues/queues';
import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { until } from '@luit/smoke/until';
import type { TestCluster } from '../test-cluster';

/** Publishes an event of generation whose payload billing rejects. The returned function removes it. */
export async function rejectedEvent(cluster: TestCluster): Promise<() => Promise<void>> {
  const [event] = await cluster.sql<{ id: string }>(
    `INSERT INTO generation.outbox (kind, name, payload) VALUES ('event', 'generation.requestSettled', '{}') RETURNING id`,
  );
  const id = String(event?.id);
  return async () => {
    await cluster.sql('DELETE FROM generation.outbox WHERE id = $1', [id]);
    const redis = connectRedis(cluster.stack.redis, 'alerts-test');
    const queues = new Queues(redis);
    for (const subscriber of ['billing', 'auth'] as const) {
      const queue = queues.named(eventQueueName(subscriber));
      // An entry that is being handled is locked.
      await until('the event to be removed', async () => {
        await queue.remove(id);
        return (await queue.getJobState(id)) === 'unknown' || undefined;
      });
    }
    await queues.close();
    await closeRedis(redis);
  };
}
