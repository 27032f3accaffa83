import { correlationId } from '../tracing/correlation';
import { scheduledRounds } from '../metrics/metrics';
import { ManualTimers } from '../testing/manual-timers';
import { Scheduler } from './scheduler';

describe('Scheduler', () => {
  let timers: ManualTimers;
  let random: number;
  let scheduler: Scheduler;
  /** Times at which rounds started. */
  let startedAt: number[];

  beforeEach(() => {
    timers = new ManualTimers();
    random = 0;
    scheduler = new Scheduler(timers, () => random);
    startedAt = [];
  });

  const record = () => {
    startedAt.push(timers.now);
    return Promise.resolve();
  };
  const fail = () => {
    startedAt.push(timers.now);
    return Promise.reject(new Error('The database is down'));
  };
  /** Rounds that end when the test ends them. */
  const openRounds = () => {
    const ends: (() => void)[] = [];
    const round = () => {
      startedAt.push(timers.now);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    return { round, end: () => ends.shift()?.() };
  };

  it('a round starts an interval after the last one ended, and rounds never overlap', async () => {
    const { round, end } = openRounds();
    scheduler.every('test', 1_000, round);
    await timers.advance(5_500);
    expect(startedAt).toEqual([1_000]);
    end();
    await timers.advance(1_000);
    expect(startedAt).toEqual([1_000, 6_500]);
  });

  it('random intervals keep replicas apart and never exceed the configured one', async () => {
    scheduler.every('test', 1_000, record);
    await timers.advance(1_000);
    random = 0.999;
    await timers.advance(1_000);
    await timers.advance(1_000);
    expect(startedAt[0]).toBe(1_000);
    expect(startedAt[1]).toBe(2_000);
    expect(startedAt[2]).toBe(2_800);
  });

  it('a failed round is counted under its name, and the next one comes after the interval', async () => {
    scheduler.every('failing', 1_000, fail);
    await timers.advance(3_000);
    expect(startedAt).toEqual([1_000, 2_000, 3_000]);
    const { values } = await scheduledRounds.get();
    expect(values.find(({ labels }) => labels.name === 'failing')).toMatchObject({
      value: 3,
      labels: { outcome: 'failed' },
    });
  });

  it('a round that throws before it returns a promise is a failed round', async () => {
    scheduler.every('test', 1_000, () => {
      startedAt.push(timers.now);
      throw new Error('No connection');
    });
    await timers.advance(2_000);
    expect(startedAt).toEqual([1_000, 2_000]);
  });

  it('failed rounds are retried with backoff, which starts over after a success', async () => {
    let isDown = true;
    const round = () => (isDown ? fail() : record());
    scheduler.every('test', 30_000, round, { firstMs: 0, retry: { firstMs: 1_000, maxMs: 30_000 } });
    await timers.advance(7_000);
    expect(startedAt).toEqual([0, 1_000, 3_000, 7_000]);
    isDown = false;
    await timers.advance(8_000);
    isDown = true;
    await timers.advance(31_000);
    expect(startedAt.slice(4)).toEqual([15_000, 45_000, 46_000]);
  });

  it('a round may return the delay until the next one', async () => {
    scheduler.every('test', 1_000, async () => {
      await record();
      return { nextMs: 10_000 };
    });
    await timers.advance(21_000);
    expect(startedAt).toEqual([1_000, 11_000, 21_000]);
  });

  it('runNow starts a round at once, and the interval restarts', async () => {
    const schedule = scheduler.every('test', 1_000, record);
    await timers.advance(400);
    schedule.runNow();
    await timers.advance(1_100);
    expect(startedAt).toEqual([400, 1_400]);
  });

  it('runNow during a round starts one more round right after it', async () => {
    const { round, end } = openRounds();
    const schedule = scheduler.every('test', 1_000, round, { firstMs: 0 });
    await timers.advance(0);
    schedule.runNow();
    schedule.runNow();
    await timers.advance(10);
    expect(startedAt).toEqual([0]);
    for (let i = 0; i < 3; i += 1) {
      end();
      await timers.advance(10);
    }
    expect(startedAt).toHaveLength(2);
  });

  it('each round has a correlation id of its own', async () => {
    const ids: (string | undefined)[] = [];
    scheduler.every('test', 1_000, () => {
      ids.push(correlationId());
      return Promise.resolve();
    });
    await timers.advance(2_000);
    expect(ids).toEqual([expect.any(String), expect.any(String)]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('a shutdown waits for the round in flight and starts no other [SRV-15]', async () => {
    const { round, end } = openRounds();
    const schedule = scheduler.every('test', 1_000, round);
    await timers.advance(1_000);
    let isStopped = false;
    const stopped = scheduler.beforeApplicationShutdown().then(() => (isStopped = true));
    await timers.advance(5_000);
    expect([scheduler.isStopping, isStopped]).toEqual([true, false]);
    end();
    await stopped;
    schedule.runNow();
    await timers.advance(5_000);
    expect(startedAt).toEqual([1_000]);
  });

  it('a shutdown does not wait for a round that may be abandoned', async () => {
    const { round } = openRounds();
    scheduler.every('test', 1_000, round, { isAwaitedAtShutdown: false });
    await timers.advance(1_000);
    await scheduler.beforeApplicationShutdown();
    expect(startedAt).toEqual([1_000]);
  });
});
