import type { ApiClient, RequestOptions } from './api-client';
import { itemsOf } from './pages';
import { requestBody } from './request-body';
import type { ListQuery, NewVideo, Remix, Video, VideoVariant } from './resources';
import { videoEvents } from './video-events';
import { waitForResult } from './wait-for-result';

export interface CreateOptions extends RequestOptions {
  /** At most 64 printable characters; random by default. A program that may crash stores its own before it sends a request. */
  idempotencyKey?: string;
}

/** Every method throws a `ProblemError` if the API refuses the request. */
export class Videos {
  constructor(private readonly api: ApiClient) {}

  /** Holds the credits. A `Blob` as `input_reference` is sent as a file; `openAsBlob` of `node:fs` reads one from the disk. */
  create(body: NewVideo, { idempotencyKey = crypto.randomUUID(), signal }: CreateOptions = {}): Promise<Video> {
    const params = { header: { 'Idempotency-Key': idempotencyKey } };
    const init = { params, body, bodySerializer: requestBody, signal };
    return this.api.send(() => this.api.http.POST('/v1/videos', init), { signal });
  }

  /** Makes a finished video again with another prompt. */
  remix(id: string, body: Remix, { idempotencyKey = crypto.randomUUID(), signal }: CreateOptions = {}): Promise<Video> {
    const params = { path: { id }, header: { 'Idempotency-Key': idempotencyKey } };
    return this.api.send(() => this.api.http.POST('/v1/videos/{id}/remix', { params, body, signal }), { signal });
  }

  get(id: string, { signal }: RequestOptions = {}): Promise<Video> {
    return this.api.send(() => this.api.http.GET('/v1/videos/{id}', { params: { path: { id } }, signal }), { signal });
  }

  /** All videos of the account, newest first by default. */
  list({ after: start, ...query }: ListQuery = {}, { signal }: RequestOptions = {}): AsyncGenerator<Video, void> {
    return itemsOf(
      (after) =>
        this.api.send(() => this.api.http.GET('/v1/videos', { params: { query: { ...query, after } }, signal }), {
          signal,
        }),
      start,
    );
  }

  /** Waits until the video is completed or has failed: `status` and `error` say which. */
  waitFor(id: string, options: RequestOptions = {}): Promise<Video> {
    return waitForResult({
      read: () => this.get(id, options),
      events: (sequence) => this.events(id, sequence, options),
      ...options,
    });
  }

  /**
   * The states of a video from one connection; `waitFor` connects again.
   *
   * @param sequence only newer states
   */
  events(id: string, sequence = -1, options: RequestOptions = {}): AsyncGenerator<Video, void> {
    return videoEvents(this.api, id, sequence, options);
  }

  /** A video that is ready, or its thumbnail, as it arrives. */
  async download(
    id: string,
    { variant = 'video', signal }: RequestOptions & { variant?: VideoVariant } = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const params = { path: { id }, query: { variant } };
    const stream = await this.api.send(
      () => this.api.http.GET('/v1/videos/{id}/content', { params, parseAs: 'stream', signal }),
      { signal },
    );
    return stream as ReadableStream<Uint8Array>;
  }

  /** Returns the credits where possible. */
  cancel(id: string, { signal }: RequestOptions = {}): Promise<Video> {
    const init = { params: { path: { id } }, signal };
    return this.api.send(() => this.api.http.POST('/v1/videos/{id}/cancel', init), { signal, isRepeatable: false });
  }

  async delete(id: string, { signal }: RequestOptions = {}): Promise<void> {
    const init = { params: { path: { id } }, signal };
    await this.api.send(() => this.api.http.DELETE('/v1/videos/{id}', init), { signal, isRepeatable: false });
  }
}
