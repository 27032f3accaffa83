import { getEventListeners, once } from 'node:events';
import { withDeadline } from './deadline';
import { collectGarbage } from '../testing/collect-garbage';

/** Work that ends only when it is told to. */
const untilTold = async (signal: AbortSignal): Promise<never> => {
  await once(signal, 'abort');
  throw new Error('the work was told to stop');
};

describe('a deadline', () => {
  it('comes, though memory is tidied meanwhile', async () => {
    const tidying = setInterval(collectGarbage, 10);
    try {
      await expect(withDeadline(100, new AbortController().signal, untilTold)).rejects.toThrow(
        'Not done within 100 ms',
      );
    } finally {
      clearInterval(tidying);
    }
  });

  it('gives way to the outer signal, and begins nothing once that was aborted', async () => {
    const outer = new AbortController();
    const reason = new Error('The lease is stale');
    const stopped = withDeadline(60_000, outer.signal, untilTold);
    outer.abort(reason);
    await expect(stopped).rejects.toBe(reason);
    const work = jest.fn();
    await expect(withDeadline(60_000, outer.signal, work)).rejects.toBe(reason);
    expect(work).not.toHaveBeenCalled();
  });

  it('answers and throws what the work does, and leaves nothing with the outer signal', async () => {
    const { signal } = new AbortController();
    expect(await withDeadline(60_000, signal, () => Promise.resolve(7))).toBe(7);
    await expect(withDeadline(60_000, signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
