import { readServerClock } from './server-clock';

/** Longer than the server works on any request; milliseconds. */
const WAIT_MS = 30_000;
/** For requests that send a file over a slow connection. */
const FILE_WAIT_MS = 5 * 60_000;

/**
 * A `fetch` with a timeout: it rejects with a `TimeoutError` if no response arrives in time. Downloading the body may take any time after
 * that. Each response sets the server clock.
 */
export function boundedFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const limit = new AbortController();
    const giveUp = () => limit.abort(new DOMException('The server did not answer', 'TimeoutError'));
    const timer = setTimeout(giveUp, init?.body instanceof Object ? FILE_WAIT_MS : WAIT_MS);
    const signal = init?.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal;
    let isArriving = false;
    try {
      const response = await fetch(input, { ...init, signal });
      readServerClock(response);
      isArriving = response.headers.get('content-type')?.includes('json') ?? false;
      return response;
    } finally {
      if (!isArriving) clearTimeout(timer);
    }
  };
}
