import { setTimeout as pause } from 'node:timers/promises';
import type { TestCluster } from '../test-cluster';

const BETWEEN_POSTS_MS = 200;

export function postRepeatedly(cluster: TestCluster, path: string, body: object): () => Promise<void> {
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      const headers = { 'content-type': 'application/json' };
      await fetch(cluster.stack.api + path, { method: 'POST', headers, body: JSON.stringify(body) });
      await pause(BETWEEN_POSTS_MS);
    }
  })();
  return async () => {
    isOver = true;
    await loop;
  };
}

export function freezeRepeatedly(
  cluster: TestCluster,
  name: string,
  forMs: number,
  betweenMs: number,
): () => Promise<void> {
  const { running } = cluster;
  return alternately(
    () => running.kill(name, 'SIGSTOP'),
    () => running.kill(name, 'SIGCONT'),
    forMs,
    betweenMs,
  );
}

/** Stalls the Redis connections of a service. */
export function stallRepeatedly(
  cluster: TestCluster,
  name: string,
  forMs: number,
  betweenMs: number,
): () => Promise<void> {
  return alternately(
    () => cluster.proxies[name]?.stall(),
    () => cluster.proxies[name]?.resume(),
    forMs,
    betweenMs,
  );
}

/** Calls `start` and `stop` in turn until the returned function is called; `stop` is always the last call. */
function alternately(start: () => void, stop: () => void, forMs: number, betweenMs: number): () => Promise<void> {
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      start();
      await pause(forMs);
      stop();
      await pause(betweenMs);
    }
  })();
  return async () => {
    isOver = true;
    await loop;
  };
}
