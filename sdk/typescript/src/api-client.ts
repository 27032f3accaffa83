import createClient, { type Client } from 'openapi-fetch';
import { setTimeout } from 'node:timers/promises';
import type { paths } from './api';
import { ProblemError } from './problem.error';
import { API_VERSION } from './resources';
import { retryDelay } from './retry-delay';

const MAX_RETRIES = 4;

export interface LuitOptions {
  apiKey: string;
  /** The origin of the site, such as `https://luit.example`. */
  baseUrl: string;
  /** After connection errors, 429 and 503; 4 by default. */
  maxRetries?: number;
}

export interface RequestOptions {
  /** Ends the request, and the wait for another attempt. */
  signal?: AbortSignal;
}

interface SendOptions extends RequestOptions {
  /** Whether it may be carried out twice. */
  isRepeatable?: boolean;
  maxRetries?: number;
}

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Sends requests with the key and the version, and repeats those that may succeed later. */
export class ApiClient {
  readonly http: Client<paths>;
  private readonly maxRetries: number;

  /** @throws TypeError if the base URL is not valid */
  constructor({ apiKey, baseUrl, maxRetries = MAX_RETRIES }: LuitOptions) {
    this.maxRetries = maxRetries;
    this.http = createClient<paths>({
      baseUrl: new URL(baseUrl).origin,
      headers: { authorization: `Bearer ${apiKey}`, 'luit-version': API_VERSION },
    });
  }

  /**
   * @param attempt sends the same request each time
   * @throws ProblemError; TypeError without a response; the reason of the signal
   */
  async send<Data>(
    attempt: () => Promise<Answer<Data>>,
    { signal, isRepeatable = true, maxRetries = this.maxRetries }: SendOptions = {},
  ): Promise<Data> {
    for (let retries = 0; ; retries += 1) {
      try {
        const { data, error, response } = await attempt();
        if (!response.ok) throw new ProblemError(response, error);
        return data as Data;
      } catch (error) {
        const delayMs = retries < maxRetries ? retryDelay(error, retries, isRepeatable) : undefined;
        if (delayMs === undefined || signal?.aborted) throw error;
        await setTimeout(delayMs, undefined, { signal });
      }
    }
  }
}
