import { getEventListeners, once } from 'node:events';
import { withDeadline } from './deadline';
import { collectGarbage } from '../testing/collect-garbage';

/** Work that runs until it is aborted. */
const untilAborted = async (signal: AbortSignal): Promise<never> => {
  await once(signal, 'abort');
  throw new Error('aborted');
};

describe('withDeadline', () => {
  it('aborts after the deadline even if garbage is collected meanwhile', async () => {
    const collecting = setTimeout(collectGarbage, 10);
    try {
      await expect(withDeadline(100, new AbortController().signal, untilAborted)).rejects.toThrow(
        'Not done within 100 ms',
      );
    } finally {
      clearTimeout(collecting);
    }
  });

  it('aborts with the outer signal, and does not start after it has aborted', async () => {
    const outer = new AbortController();
    const reason = new Error('The lease is stale');
    const stopped = withDeadline(60_000, outer.signal, untilAborted);
    outer.abort(reason);
    await expect(stopped).rejects.toBe(reason);
    const work = jest.fn();
    await expect(withDeadline(60_000, outer.signal, work)).rejects.toBe(reason);
    expect(work).not.toHaveBeenCalled();
  });

  it('returns or throws what the work does, and leaves no listener on the outer signal', async () => {
    const { signal } = new AbortController();
    expect(await withDeadline(60_000, signal, () => Promise.resolve(7))).toBe(7);
    await expect(withDeadline(60_000, signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
