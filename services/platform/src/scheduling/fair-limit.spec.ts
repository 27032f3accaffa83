import { FairLimit } from './fair-limit';

const lane = { host: 'h', network: 'n' };
const upTo = (waiting: number) => ({ total: waiting, perNetwork: waiting, perHost: waiting + 1 });

describe('FairLimit', () => {
  it('two hashes run concurrently, others wait in order, and the rest are rejected', async () => {
    const queue = new FairLimit(2, { ...upTo(3), perNetwork: 4 });
    const finish: (() => void)[] = [];
    const started: number[] = [];
    const work = (id: number) =>
      queue.run(lane, () => {
        started.push(id);
        return new Promise<number>((resolve) => finish.push(() => resolve(id)));
      });
    const running = [1, 2, 3, 4, 5].map(work);
    await expect(work(6)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: expect.any(Number) as number,
    });
    expect(started).toEqual([1, 2]);
    for (const id of [1, 2, 3, 4, 5]) {
      finish.shift()?.();
      expect(await running[id - 1]).toBe(id);
    }
    expect(started).toEqual([1, 2, 3, 4, 5]);
  });

  it('a slot cools down for as long as its hash took', async () => {
    jest.useFakeTimers();
    const queue = new FairLimit(1, upTo(1), 1);
    const started: number[] = [];
    const work = (id: number) =>
      queue.run(lane, () => {
        started.push(id);
        return new Promise<void>((resolve) => setTimeout(resolve, 20));
      });
    const both = Promise.all([work(1), work(2)]);
    await jest.advanceTimersByTimeAsync(39);
    expect(started).toEqual([1]);
    await jest.advanceTimersByTimeAsync(1);
    expect(started).toEqual([1, 2]);
    await jest.advanceTimersByTimeAsync(20);
    await both;
    jest.useRealTimers();
  });

  it('a trusted device is served before everyone else who waits', async () => {
    const queue = new FairLimit(1, upTo(3));
    const started: string[] = [];
    const work = (name: string, isTrusted = false) =>
      queue.run({ host: name, network: name, isTrusted }, () => {
        started.push(name);
        return Promise.resolve();
      });
    await Promise.all([work('running'), work('stranger 1'), work('stranger 2'), work('returning', true)]);
    expect(started).toEqual(['running', 'returning', 'stranger 1', 'stranger 2']);
  });

  it('failed work frees its slot', async () => {
    const queue = new FairLimit(1, upTo(0));
    await expect(queue.run(lane, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await queue.run(lane, () => Promise.resolve('fine'))).toBe('fine');
  });
});
