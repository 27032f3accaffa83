import { boundedFetch } from '@luit/ui/bounded-fetch';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

describe('a bounded fetch', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A server that answers when the test says so, and stops when the browser gives up. */
  const server = () => {
    let answer: (response: Response) => void = () => undefined;
    let signal: AbortSignal | null | undefined;
    const fetch = boundedFetch((_, init) => {
      signal = init?.signal;
      return new Promise((resolve, reject) => {
        answer = resolve;
        signal?.addEventListener('abort', () => reject(signal?.reason as Error));
      });
    });
    return { fetch, answer: (response: Response) => answer(response), isAborted: () => signal?.aborted };
  };

  it.each([
    ['half a minute', undefined, 30_000],
    ['half a minute with a text', '{}', 30_000],
    ['five minutes with a file', new Blob(['a']), 300_000],
    ['five minutes with a form', new FormData(), 300_000],
  ])('gives up after %s', async (_, body, ms) => {
    const { fetch, isAborted } = server();
    const failed = expect(fetch('/api', { method: 'POST', body })).rejects.toMatchObject({ name: 'TimeoutError' });
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(isAborted()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
  });

  it('does not stop a file that arrives slowly, but an answer', async () => {
    for (const [type, isStopped] of [
      ['video/mp4', false],
      ['application/json', true],
    ] as const) {
      const { fetch, answer, isAborted } = server();
      const asked = fetch('/api');
      answer(new Response('', { headers: { 'content-type': type } }));
      await asked;
      await vi.advanceTimersByTimeAsync(30_000);
      expect(isAborted()).toBe(isStopped);
    }
  });

  it('stops when its caller does', async () => {
    const { fetch } = server();
    const caller = new AbortController();
    const failed = expect(fetch('/api', { signal: caller.signal })).rejects.toMatchObject({ name: 'AbortError' });
    caller.abort();
    await failed;
  });
});
