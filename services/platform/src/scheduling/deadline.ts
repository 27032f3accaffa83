import { addAbortListener } from 'node:events';

/**
 * Runs work with a signal that aborts after `ms` milliseconds or when the outer signal aborts.
 *
 * This replaces `AbortSignal.any([outer, AbortSignal.timeout(ms)])`, whose timeout may be garbage-collected before it fires
 * (nodejs/node#57736) and whose signal leaks into the outer one (nodejs/node#55351).
 *
 * @throws DOMException `TimeoutError` after the deadline, the outer signal's reason if it aborted, or the error of the work
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
