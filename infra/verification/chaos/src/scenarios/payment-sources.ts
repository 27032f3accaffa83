import assert from 'node:assert/strict';
import type { LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import type { TestCluster } from '../test-cluster';

/** The batch size of the order poller. */
const BATCH_SIZE = 10;

/**
 * Pays orders in checkout; then two verify calls, duplicated webhooks and the poller report each payment at the same time.
 * Returns how many payments each source granted.
 */
export async function racePaymentSources(
  cluster: TestCluster,
  creator: LuitClient,
  orders: number,
): Promise<Record<string, number>> {
  const before = (await creator.balance()).credits;
  for (let done = 0; done < orders; done += BATCH_SIZE) {
    const created = await Promise.all(
      Array.from({ length: Math.min(BATCH_SIZE, orders - done) }, () => creator.orderPack('starter')),
    );
    const ids = created.map((order) => order.razorpayOrderId);
    await cluster.sql(`UPDATE billing.orders SET next_poll_at = now() WHERE razorpay_order_id = ANY ($1)`, [ids]);
    await Promise.all(
      ids.map(async (id) => {
        const paid = await creator.checkout(id, 'success', 'duplicate');
        const [one, other] = await Promise.all([creator.verify(paid), creator.verify(paid)]);
        assert.equal(one.transactionId, other.transactionId);
      }),
    );
  }
  await until('every webhook to be received', async () => {
    const [row] = await cluster.sql<{ count: number }>(
      `SELECT count(DISTINCT facts ->> 'id')::int AS count FROM billing.webhook_events WHERE type = 'payment.captured'`,
    );
    return (row?.count ?? 0) >= orders ? true : undefined;
  });
  assert.equal((await creator.balance()).credits, before + 100 * orders);
  assert.deepEqual(await cluster.violations(), {});
  const rows = await cluster.sql<{ source: string; count: number }>(
    `SELECT source, count(*)::int AS count FROM billing.payments WHERE state = 'granted' GROUP BY source ORDER BY source`,
  );
  return Object.fromEntries(rows.map(({ source, count }) => [source, count]));
}
