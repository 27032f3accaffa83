import { newCreator } from '@luit/smoke/smoke-test';
import { LiveConnection } from '@luit/smoke/live';
import { connectRedis } from '@luit/platform/redis/redis-connection';
import { startTestRedis } from '@luit/platform/testing/redis';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Client } from 'pg';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { quantile } from './paired';
import { type Row, formatNumber } from './report';
import { withStack } from './stack-bench';

const VIDEOS = 12;
const PUSHES = 300;

/** P6: time from the provider's completion to the client's event, without copying the file, compared with a plain push. */
export async function benchPush(): Promise<Row[]> {
  const ours = await doneToEvent();
  const baseline = await barePush();
  return [0.5, 0.99].map((share) => {
    const [our, bare] = [quantile(ours, share), quantile(baseline, share)];
    return {
      id: 'P6',
      metric: `provider done → event at the client, copy excluded, p${share * 100}`,
      ours: `${formatNumber(our)} ms`,
      baseline: `${formatNumber(bare)} ms`,
      ratio: formatNumber(our / bare),
      target: '≤ 10',
      isMet: our / bare <= 10,
    };
  });
}

async function doneToEvent(): Promise<number[]> {
  return withStack(async (running) => {
    const creator = await newCreator(running.stack);
    await creator.buyPack('pro');
    const live = await LiveConnection.open(running.stack.api, creator.session?.access_token ?? '');
    const database = new Client({ connectionString: running.stack.postgres });
    await database.connect();
    const times: number[] = [];
    for (let i = 0; i < VIDEOS; i++) {
      const id = await creator.generate(`Push ${i} [slow:1]`);
      await live.finalState(id);
      const arrived = live.requests.find(({ request }) => request.id === id && request.status === 'completed');
      const { rows } = await database.query<{ body: string; copied: string; settled: string }>(
        `SELECT convert_from(decode(raw_body, 'base64'), 'UTF8') AS body,
                extract(epoch FROM completed_at - collecting_at) * 1000 AS copied
           FROM generation.requests JOIN generation.provider_events ON request_id = requests.id
          WHERE requests.id = $1 ORDER BY received_at DESC LIMIT 1`,
        [id],
      );
      const { completed_at } = JSON.parse(rows[0]?.body ?? '{}') as { completed_at: string };
      times.push((arrived?.at ?? Number.NaN) - Date.parse(completed_at) - Number(rows[0]?.copied));
    }
    live.close();
    await database.end();
    return times;
  });
}

/** Milliseconds from an emit in this process to the event at a client of another one. */
async function barePush(): Promise<number[]> {
  const redis = await startTestRedis();
  const relay = fork(join(__dirname, 'push-relay.js'), [redis.url]);
  const [port] = (await once(relay, 'message')) as [number];
  const connection = connectRedis(redis.url, 'push-bench');
  const server = new Server({ adapter: createAdapter(connection) });
  const client = io(`http://127.0.0.1:${port}`, { transports: ['websocket'] });
  await once(client as unknown as NodeJS.EventEmitter, 'connect');
  // Wait until the two servers have discovered each other.
  await new Promise<void>((resolve) => {
    const probe = setInterval(() => server.to('creator').emit('probe'), 50);
    client.once('probe', () => {
      clearInterval(probe);
      resolve();
    });
  });
  const times: number[] = [];
  for (let i = 0; i < PUSHES; i++) {
    const arrived = new Promise((resolve) => client.once('push', resolve));
    const start = performance.now();
    server.to('creator').emit('push', { i });
    await arrived;
    times.push(performance.now() - start);
  }
  client.close();
  relay.disconnect();
  // The server stays open until this process exits: closing it ends the adapter's reader with an uncatchable error.
  await redis.stop();
  return times;
}
