import { createParser } from 'eventsource-parser';
import type { ApiClient, RequestOptions } from './api-client';
import type { Video } from './resources';

/** The server writes at least every 15 seconds. */
const MAX_SILENCE_MS = 45_000;

/**
 * The states of a video until the connection ends, which it does after the final one.
 *
 * @param sequence of the newest known state; -1 for none
 * @throws ProblemError; the connection error; Error if the connection is silent
 */
export async function* videoEvents(
  api: ApiClient,
  id: string,
  sequence: number,
  { signal, maxSilenceMs = MAX_SILENCE_MS }: RequestOptions & { maxSilenceMs?: number } = {},
): AsyncGenerator<Video, void> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error('The stream of events is silent')), maxSilenceMs);
  const either = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
  const header = sequence < 0 ? {} : { 'Last-Event-ID': String(sequence) };
  const found: Video[] = [];
  const parser = createParser({ onEvent: ({ data }) => found.push(JSON.parse(data) as Video) });
  const decoder = new TextDecoder();
  try {
    const body = await api.send(
      () =>
        api.http.GET('/v1/videos/{id}/events', {
          params: { path: { id }, header },
          parseAs: 'stream',
          signal: either,
        }),
      { signal, maxRetries: 0 },
    );
    // 204: the final state is known.
    if (!body) return;
    for await (const chunk of body) {
      timer.refresh();
      parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
      yield* found.splice(0);
    }
  } finally {
    clearTimeout(timer);
  }
}
