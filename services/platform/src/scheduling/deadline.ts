import { addAbortListener } from 'node:events';

/**
 * Does work that is told to stop after so long, or when the outer signal says so.
 *
 * Not `AbortSignal.any([outer, AbortSignal.timeout(ms)])`: what it makes keeps neither alive, so that such a timeout never
 * comes once memory was tidied (nodejs/node#57736), and stays with the outer one for good (nodejs/node#55351).
 *
 * @throws DOMException `TimeoutError`, or the outer signal's reason, whatever the work made of it · what the work throws
 */
export async function withDeadline<T>(
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer.throwIfAborted();
  const stop = new AbortController();
  const { signal } = stop;
  const timer = setTimeout(() => stop.abort(new DOMException(`Not done within ${ms} ms`, 'TimeoutError')), ms);
  const listener = addAbortListener(outer, () => stop.abort(outer.reason));
  try {
    return await work(signal);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    listener[Symbol.dispose]();
  }
}
