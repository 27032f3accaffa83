import { withLockRetries } from './lock-retries';

const failure = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

describe('withLockRetries', () => {
  const run = async (codes: string[], limitMs = 60_000) => {
    const retried: string[] = [];
    const work = () => {
      const code = codes.shift();
      return code ? Promise.reject(failure(code)) : Promise.resolve('done');
    };
    const result = await withLockRetries(work, { limitMs, onRetry: ({ message }) => retried.push(message) });
    return { result, retried };
  };

  it('repeats what timed out waiting for a lock or was in a deadlock', async () => {
    expect(await run(['55P03', '40P01'])).toEqual({
      result: 'done',
      retried: ['failed with 55P03', 'failed with 40P01'],
    });
  });

  it('throws any other error, and the last one after its limit', async () => {
    await expect(run(['42P01'])).rejects.toThrow('failed with 42P01');
    await expect(run(['55P03'], 0)).rejects.toThrow('failed with 55P03');
  });
});
