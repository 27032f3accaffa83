import { ApiClient, type LuitOptions, type RequestOptions } from './api-client';
import { Images } from './images';
import { itemsOf } from './pages';
import type { Balance, Model, Quote, QuoteInput, Transaction, TransactionQuery, Usage, UsageQuery } from './resources';
import { Restorations } from './restorations';
import { Videos } from './videos';

/** The entry point of the SDK. Every method throws a `ProblemError` if the API refuses the request. */
export class Luit {
  readonly videos: Videos;
  readonly images: Images;
  readonly restorations: Restorations;
  private readonly api: ApiClient;

  constructor(options: LuitOptions) {
    this.api = new ApiClient(options);
    this.videos = new Videos(this.api);
    this.images = new Images(this.api);
    this.restorations = new Restorations(this.api);
  }

  /** The models that the key may use, with lengths, sizes and credits. */
  async models({ signal }: RequestOptions = {}): Promise<Model[]> {
    const { data } = await this.api.send(() => this.api.http.GET('/v1/models', { signal }), { signal });
    return data;
  }

  /** The price that a video, with a model of images an image, or with `quality` a restoration, would have now. Nothing is reserved. */
  quote(body: QuoteInput = {}, { signal }: RequestOptions = {}): Promise<Quote> {
    return this.api.send(() => this.api.http.POST('/v1/quotes', { body, signal }), { signal });
  }

  /** The credits of the account, and the budget of the key. */
  balance({ signal }: RequestOptions = {}): Promise<Balance> {
    return this.api.send(() => this.api.http.GET('/v1/balance', { signal }), { signal });
  }

  /** All credit transactions of the account, newest first. */
  transactions(
    { after: start, ...query }: TransactionQuery = {},
    { signal }: RequestOptions = {},
  ): AsyncGenerator<Transaction, void> {
    return itemsOf((after) => {
      const init = { params: { query: { ...query, after } }, signal };
      return this.api.send(() => this.api.http.GET('/v1/transactions', init), { signal });
    }, start);
  }

  /** Requests and credits by day in IST, model or key; of the last 30 days by default. */
  usage(query: UsageQuery = {}, { signal }: RequestOptions = {}): Promise<Usage> {
    return this.api.send(() => this.api.http.GET('/v1/usage', { params: { query }, signal }), { signal });
  }
}
