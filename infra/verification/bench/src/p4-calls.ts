import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { startTestRedis } from '@luit/platform/testing/redis';
import { connectTestCalls } from '@luit/platform/testing/services';
import type { Redis } from 'ioredis';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ECHO, PING_LIST } from './call-names';
import { median, paired } from './paired';
import { pairRow, type Row } from './report';

const LATENCY_CALLS = 1_500;
const THROUGHPUT_CALLS = 12_000;
const CALLERS = 32;

type Operation = () => Promise<unknown>;

/** P4: compares calls with a plain ping-pong over two Redis lists, both between two processes. */
export async function benchCalls(): Promise<Row[]> {
  const redis = await startTestRedis();
  const responder = fork(join(__dirname, 'responder.js'), [redis.url]);
  await once(responder, 'message');
  const calls = await connectTestCalls(redis.url);
  const bare = new PingPong(redis.url);
  const call: Operation = () => calls.client.call(ECHO, { text: 'x'.repeat(100) });
  const ping: Operation = () => bare.ping();
  try {
    const latency = await paired(
      () => p50(call),
      () => p50(ping),
    );
    const throughput = await paired(
      () => perSecond(call),
      () => perSecond(ping),
    );
    return [
      pairRow('P4', 'call p50, 1 caller ÷ list ping-pong', latency, 'ms', { atMost: 2.5 }),
      pairRow('P4', 'calls at 32 callers ÷ list ping-pong', throughput, '/s', { atLeast: 1 }),
    ];
  } finally {
    await calls.close();
    await bare.close();
    const ended = once(responder, 'exit');
    responder.disconnect();
    await ended;
    await redis.stop();
  }
}

async function p50(operation: Operation): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < LATENCY_CALLS; i++) {
    const start = performance.now();
    await operation();
    times.push(performance.now() - start);
  }
  return median(times);
}

async function perSecond(operation: Operation): Promise<number> {
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (let i = 0; i < THROUGHPUT_CALLS / CALLERS; i++) await operation();
    }),
  );
  return THROUGHPUT_CALLS / ((performance.now() - start) / 1_000);
}

/** The minimum work: pushes to one list and blocks on the other. */
class PingPong {
  private readonly pushing: Redis;
  private readonly reading: Redis;
  private readonly waiting = new Map<number, () => void>();
  private readonly reply = `bench:pong:${process.pid}`;
  private nextId = 0;
  private isClosed = false;

  constructor(url: string) {
    this.pushing = connectRedis(url, 'bench-push', { enableAutoPipelining: true });
    this.reading = connectRedis(url, 'bench-read');
    void this.read();
  }

  ping(): Promise<void> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, resolve);
      this.pushing.rpush(PING_LIST, JSON.stringify({ id, reply: this.reply, text: 'x'.repeat(100) })).catch(reject);
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([closeRedis(this.pushing), this.reading.disconnect()]);
  }

  private async read(): Promise<void> {
    while (!this.isClosed) {
      const taken = await this.reading.blpop(this.reply, 0).catch(() => null);
      if (!taken) continue;
      const { id } = JSON.parse(taken[1]) as { id: number };
      this.waiting.get(id)?.();
      this.waiting.delete(id);
    }
  }
}
