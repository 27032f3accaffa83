import { connectRedis } from '@luit/platform/redis/redis-connection';
import { startTestRedis } from '@luit/platform/testing/redis';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';

/** A plain push of socket.io: from an emit in this process, through Redis, to a client of another process. */
export interface BarePush {
  /** Milliseconds of so many pushes, one after the other. */
  measure(pushes: number): Promise<number[]>;
  close(): Promise<void>;
}

export async function openBarePush(): Promise<BarePush> {
  const redis = await startTestRedis();
  const relay = fork(join(__dirname, 'push-relay.js'), [redis.url]);
  const [port] = (await once(relay, 'message')) as [number];
  const server = new Server({ adapter: createAdapter(connectRedis(redis.url, 'push-bench')) });
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
  return {
    measure: async (pushes) => {
      const times: number[] = [];
      for (let i = 0; i < pushes; i++) {
        const arrived = new Promise((resolve) => client.once('push', resolve));
        const start = performance.now();
        server.to('creator').emit('push', { i });
        await arrived;
        times.push(performance.now() - start);
      }
      return times;
    },
    close: async () => {
      client.close();
      relay.disconnect();
      // The server stays open until this process exits: closing it ends the adapter's reader with an uncatchable error.
      await redis.stop();
    },
  };
}
