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
  const listen = () => setTimeout(() => silence.abort(new Error('The stream of events is silent')), maxSilenceMs);
  let timer = listen();
  const either = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
  const header = sequence < 0 ? {} : { 'Last-Event-ID': String(sequence) };
  const found: Video[] = [];
  const parser = createParser({ onEvent: ({ data }) => found.push(JSON.parse(data) as Video) });
  const decoder = new TextDecoder();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
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
    // Not every browser iterates over streams.
    reader = (body as ReadableStream<Uint8Array>).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = listen();
      parser.feed(decoder.decode(part.value, { stream: true }));
      yield* found.splice(0);
    }
  } finally {
    clearTimeout(timer);
    // A consumer that stops reading ends the connection; a connection that has already ended is left alone.
    await reader?.cancel().catch(() => undefined);
  }
}
