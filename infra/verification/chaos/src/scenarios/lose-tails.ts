import assert from 'node:assert/strict';
import type { LuitClient } from '@luit/smoke/client';
import { Redis } from 'ioredis';
import { until } from '@luit/smoke/until';
import type { TestCluster } from '../test-cluster';
import { assertAllEnded } from './assert-all-ended';

const DIRECTIVES = ['', '[slow:2]', '[fail:technical]', '[no-webhook]', '[duplicate-webhook]'];
/** Entries that one loss removes from a queue. */
const NEWEST = 20;
/** Redis goes on losing entries for this long after the last job was accepted. */
const LOSING_MS = 5_000;
/** All unfinished work ends within this time. */
const LIMIT_MS = 180_000;

/** Removes the newest entries of a queue in every state but `active`, and returns their number. */
const LOSE_TAIL = `
local lost = 0
local function drop(id)
  if id and not string.find(id, ':') then redis.call('DEL', KEYS[1] .. id); lost = lost + 1 end
end
for _, id in ipairs(redis.call('LRANGE', KEYS[1] .. 'wait', 0, ARGV[1] - 1)) do
  redis.call('LREM', KEYS[1] .. 'wait', 1, id); drop(id)
end
for _, name in ipairs({ 'prioritized', 'delayed' }) do
  for _, id in ipairs(redis.call('ZREVRANGE', KEYS[1] .. name, 0, ARGV[1] - 1)) do
    redis.call('ZREM', KEYS[1] .. name, id); drop(id)
  end
end
return lost`;

/**
 * Redis loses the newest entries of its queues again and again while jobs run, as after a crash between two writes of its append-only file.
 * Its generation survives, so nothing is replayed: only reconciling finds the losses. Every job, event and mail must end within three
 * minutes.
 *
 * @param count number of jobs, a multiple of five: one in five fails
 * @returns the number of lost entries by queue, and the milliseconds from the last loss until all work was finished
 */
export async function loseTails(
  cluster: TestCluster,
  creator: LuitClient,
  count: number,
): Promise<{ lost: Record<string, number>; endedMs: number }> {
  const before = (await creator.balance()).credits;
  const redis = new Redis(cluster.stack.redis);
  const generation = await redis.get('luit:redis-generation');
  const lost: Record<string, number> = {};
  let isLosing = true;
  const losing = (async () => {
    while (isLosing) {
      for (const queue of await queuesOf(redis)) {
        const dropped = (await redis.eval(LOSE_TAIL, 1, `bull:{${queue}}:${queue}:`, NEWEST)) as number;
        if (dropped > 0) lost[queue] = (lost[queue] ?? 0) + dropped;
      }
    }
  })();
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push(await creator.generate(`Tail ${DIRECTIVES[i % DIRECTIVES.length]}`));
  await new Promise((resolve) => setTimeout(resolve, LOSING_MS));
  // Idle workers may have taken every entry at once.
  for (let i = 0; i < count && Object.keys(lost).length === 0; i++) ids.push(await creator.generate('Tail [slow:2]'));
  isLosing = false;
  await losing;
  const lostAt = Date.now();
  assert.ok(Object.keys(lost).length > 0, 'Redis lost no entry');

  await cluster.untilIdle(LIMIT_MS);
  await until('every event and mail to be acknowledged', () => nothingOwed(cluster), LIMIT_MS - (Date.now() - lostAt));
  const endedMs = Date.now() - lostAt;
  assert.equal(await redis.get('luit:redis-generation'), generation, 'The generation of Redis changed');
  redis.disconnect();
  await assertAllEnded(cluster, creator, { ids, failing: count / DIRECTIVES.length, creditsBefore: before });
  return { lost, endedMs };
}

async function queuesOf(redis: Redis): Promise<string[]> {
  return (await redis.keys('bull:*:meta')).map((key) => key.split(':')[2] ?? '');
}

async function nothingOwed(cluster: TestCluster): Promise<true | undefined> {
  const [row] = await cluster.sql<{ owed: number }>(`
    SELECT (SELECT count(*) FROM auth.outbox WHERE kind = 'event')
         + (SELECT count(*) FROM billing.outbox WHERE kind = 'event')
         + (SELECT count(*) FROM generation.outbox WHERE kind = 'event')
         + (SELECT count(*) FROM auth.mails WHERE sent_at IS NULL AND link_id IS NULL)
         + (SELECT count(*) FROM generation.requests WHERE erase_at <= now() AND erased_at IS NULL) AS owed`);
  return Number(row?.owed) === 0 ? true : undefined;
}
