import type { Redis } from 'ioredis';
import { RedisClock } from './redis-clock';

/** The clock of Redis is five seconds ahead of the process's. */
const AHEAD_MS = 5_000;

describe('the clock of Redis', () => {
  let processMs = 1_000;
  /** How long the process is frozen after Redis has sent its time. */
  let frozenMs = 0;
  const redis: Pick<Redis, 'time' | 'status'> = {
    status: 'ready',
    time: () => {
      const microseconds = (processMs + AHEAD_MS) * 1_000;
      processMs += frozenMs;
      return Promise.resolve([0, microseconds]);
    },
  };
  const clock = new RedisClock(redis, () => processMs);

  it('follows Redis, not the process, and ignores a sample during which the process was frozen', async () => {
    await clock.sample();
    expect(clock.now() - processMs).toBe(AHEAD_MS);
    frozenMs = 8_000;
    await clock.sample();
    expect(clock.now() - processMs).toBe(AHEAD_MS);
  });
});
