import type { ApiClient, RequestOptions } from './api-client';
import { itemsOf } from './pages';
import { requestBody } from './request-body';
import type { ListQuery, NewRestoration, Restoration, RestorationVariant } from './resources';
import type { CreateOptions } from './videos';
import { waitForResult } from './wait-for-result';

/** Every method throws a `ProblemError` if the API refuses the request. */
export class Restorations {
  constructor(private readonly api: ApiClient) {}

  /** Holds the credits. A `Blob` as `image` is sent as a file; `openAsBlob` of `node:fs` reads one from the disk. */
  create(
    body: NewRestoration,
    { idempotencyKey = crypto.randomUUID(), signal }: CreateOptions = {},
  ): Promise<Restoration> {
    const params = { header: { 'Idempotency-Key': idempotencyKey } };
    const init = { params, body, bodySerializer: requestBody, signal };
    return this.api.send(() => this.api.http.POST('/v1/restorations', init), { signal });
  }

  get(id: string, { signal }: RequestOptions = {}): Promise<Restoration> {
    const init = { params: { path: { id } }, signal };
    return this.api.send(() => this.api.http.GET('/v1/restorations/{id}', init), { signal });
  }

  /** All restorations of the account, newest first by default. */
  list({ after: start, ...query }: ListQuery = {}, { signal }: RequestOptions = {}): AsyncGenerator<Restoration, void> {
    return itemsOf((after) => {
      const init = { params: { query: { ...query, after } }, signal };
      return this.api.send(() => this.api.http.GET('/v1/restorations', init), { signal });
    }, start);
  }

  /** Waits until the restoration is completed or has failed: `status` and `error` say which. */
  waitFor(id: string, options: RequestOptions = {}): Promise<Restoration> {
    return waitForResult({ read: () => this.get(id, options), ...options });
  }

  /** A restored photo, or its thumbnail, as it arrives. */
  async download(
    id: string,
    { variant = 'image', signal }: RequestOptions & { variant?: RestorationVariant } = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const params = { path: { id }, query: { variant } };
    const stream = await this.api.send(
      () => this.api.http.GET('/v1/restorations/{id}/content', { params, parseAs: 'stream', signal }),
      { signal },
    );
    return stream as ReadableStream<Uint8Array>;
  }

  /** Returns the credits where possible. */
  cancel(id: string, { signal }: RequestOptions = {}): Promise<Restoration> {
    const init = { params: { path: { id } }, signal };
    const options = { signal, isRepeatable: false };
    return this.api.send(() => this.api.http.POST('/v1/restorations/{id}/cancel', init), options);
  }

  async delete(id: string, { signal }: RequestOptions = {}): Promise<void> {
    const init = { params: { path: { id } }, signal };
    await this.api.send(() => this.api.http.DELETE('/v1/restorations/{id}', init), { signal, isRepeatable: false });
  }
}
