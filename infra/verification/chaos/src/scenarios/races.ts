import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ApiError, type LuitClient } from '@luit/smoke/client';
import type { TestCluster } from '../test-cluster';

/** 100 parallel requests with credits for 7: exactly 7 are accepted, and the others get the shortfall. */
export async function creditsForSeven(cluster: TestCluster): Promise<void> {
  const creator = await cluster.creator('starter', 2);
  await creator.post(
    '/api/credits/deduct',
    { credits: 200 - 7 * 18, reason: 'race' },
    { 'idempotency-key': randomUUID() },
  );
  // Slow, because the credits of a job that failed while others still arrive pay for another one.
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, (_, i) => creator.generate(`Race ${i} [slow:15][fail:technical]`)),
  );
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as ApiError] : []));
  assert.equal(refusals.length, 93);
  for (const refusal of refusals) {
    assert.equal(refusal.status, 402);
    assert.equal(refusal.body.code, 'insufficient_credits');
    assert.equal(typeof refusal.body.details?.shortfall, 'number');
  }
  assert((await creator.balance()).available >= 0);
  await cluster.untilIdle();
  assert.equal((await creator.balance()).credits, 7 * 18);
  assert.deepEqual(await cluster.violations(), {});
}

/** One key sent 50 times in parallel creates and charges one request; with another body it is a conflict. */
export async function oneKeyFiftyTimes(cluster: TestCluster): Promise<void> {
  const creator = await cluster.creator('starter');
  const key = randomUUID();
  const ids = await Promise.all(Array.from({ length: 50 }, () => creator.generate('One and the same', key)));
  assert.equal(new Set(ids).size, 1);
  assert.equal((await creator.balance()).credits, 82);
  await assert.rejects(creator.generate('Another', key), { status: 409 });
  await cluster.untilIdle();
}

/** Five verify calls and duplicated webhooks at once grant one payment once. */
export async function onePaymentManySources(cluster: TestCluster): Promise<void> {
  const creator: LuitClient = await cluster.creator('starter', 0);
  const order = await creator.orderPack('starter');
  const paid = await creator.checkout(order.razorpayOrderId, 'success', 'duplicate');
  const verified = await Promise.all(Array.from({ length: 5 }, () => creator.verify(paid)));
  assert.equal(new Set(verified.map((each) => each.transactionId)).size, 1);
  assert.equal((await creator.balance()).credits, 100);
  assert.deepEqual(await cluster.violations(), {});
}
