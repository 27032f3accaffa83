import { testVideo } from './testing/test-videos';
import { waitForResult } from './wait-for-result';

const delays = { reconnect: 1, poll: 1 };

describe('waiting for a result', () => {
  it('where events never arrive, the state is polled', async () => {
    const states = [...Array.from({ length: 5 }, () => testVideo('in_progress', 1)), testVideo('completed', 2)];
    let streams = 0;
    const result = await waitForResult({
      read: () => Promise.resolve(states.shift()!),
      events: () => {
        streams += 1;
        throw new TypeError('fetch failed');
      },
      delays,
    });
    expect(result.status).toBe('completed');
    expect(streams).toBe(3);
    expect(states).toEqual([]);
  });

  it('a stream that breaks after a new state is opened again', async () => {
    const asked: number[] = [];
    const result = await waitForResult({
      read: () => Promise.resolve(testVideo('in_progress', 0)),
      events: async function* (sequence) {
        asked.push(sequence);
        if (asked.length === 6) yield testVideo('failed', 6);
        yield testVideo('in_progress', asked.length);
        throw new TypeError('terminated');
      },
      delays,
    });
    expect(result.status).toBe('failed');
    expect(asked).toEqual([-1, 1, 2, 3, 4, 5]);
  });

  it('an error of the state ends the wait', async () => {
    const read = () => Promise.reject(new Error('not found'));
    await expect(waitForResult({ read, delays })).rejects.toThrow('not found');
  });
});
