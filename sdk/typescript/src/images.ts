import type { ApiClient, RequestOptions } from './api-client';
import { itemsOf } from './pages';
import { requestBody } from './request-body';
import type { Image, ImageEdit, ImageGeneration, ImageResults, ImageVariant, ListQuery, NewImage } from './resources';
import type { CreateOptions } from './videos';
import { waitForResult } from './wait-for-result';

/** Every method throws a `ProblemError` if the API refuses the request. */
export class Images {
  constructor(private readonly api: ApiClient) {}

  /**
   * Starts images and returns the first; `list({ set })` with its `luit.set.id` returns all. A `Blob` as `image`, which is changed then, is
   * sent as a file; `openAsBlob` of `node:fs` reads one from the disk.
   */
  create(body: NewImage, { idempotencyKey = crypto.randomUUID(), signal }: CreateOptions = {}): Promise<Image> {
    const params = { header: { 'Idempotency-Key': idempotencyKey } };
    const init = { params, body, bodySerializer: requestBody, signal };
    return this.api.send(() => this.api.http.POST('/v1/images', init), { signal });
  }

  /** Waits for images up to a minute; `luit.status` says whether they are completed, `luit.images` has their ids. */
  generate(
    body: ImageGeneration,
    { idempotencyKey = crypto.randomUUID(), signal }: CreateOptions = {},
  ): Promise<ImageResults> {
    const params = { header: { 'Idempotency-Key': idempotencyKey } };
    return this.api.send(() => this.api.http.POST('/v1/images/generations', { params, body, signal }), { signal });
  }

  /** The same for changes of an image. */
  edit(body: ImageEdit, { idempotencyKey = crypto.randomUUID(), signal }: CreateOptions = {}): Promise<ImageResults> {
    const params = { header: { 'Idempotency-Key': idempotencyKey } };
    const init = { params, body, bodySerializer: requestBody, signal };
    return this.api.send(() => this.api.http.POST('/v1/images/edits', init), { signal });
  }

  get(id: string, { signal }: RequestOptions = {}): Promise<Image> {
    const init = { params: { path: { id } }, signal };
    return this.api.send(() => this.api.http.GET('/v1/images/{id}', init), { signal });
  }

  /** All images of the account, newest first by default. */
  list({ after: start, ...query }: ListQuery = {}, { signal }: RequestOptions = {}): AsyncGenerator<Image, void> {
    return itemsOf((after) => {
      const init = { params: { query: { ...query, after } }, signal };
      return this.api.send(() => this.api.http.GET('/v1/images', init), { signal });
    }, start);
  }

  /** Waits until the image is completed or has failed: `status` and `error` say which. */
  waitFor(id: string, options: RequestOptions = {}): Promise<Image> {
    return waitForResult({ read: () => this.get(id, options), ...options });
  }

  /** An image, or its thumbnail, as it arrives. */
  async download(
    id: string,
    { variant = 'image', signal }: RequestOptions & { variant?: ImageVariant } = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const params = { path: { id }, query: { variant } };
    const stream = await this.api.send(
      () => this.api.http.GET('/v1/images/{id}/content', { params, parseAs: 'stream', signal }),
      { signal },
    );
    return stream as ReadableStream<Uint8Array>;
  }

  /** Returns the credits where possible. */
  cancel(id: string, { signal }: RequestOptions = {}): Promise<Image> {
    const init = { params: { path: { id } }, signal };
    const options = { signal, isRepeatable: false };
    return this.api.send(() => this.api.http.POST('/v1/images/{id}/cancel', init), options);
  }

  async delete(id: string, { signal }: RequestOptions = {}): Promise<void> {
    const init = { params: { path: { id } }, signal };
    await this.api.send(() => this.api.http.DELETE('/v1/images/{id}', init), { signal, isRepeatable: false });
  }
}
