import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api';
import { limitedFetch } from './limited-fetch';
import { ProblemError } from './problem.error';
import { API_VERSION } from './resources';
import { retryDelay } from './retry-delay';
import { sleep } from './sleep';

const MAX_RETRIES = 4;
const TIMEOUT_MS = 60_000;

export interface LuitOptions {
  apiKey: string;
  /** The URL of the site, such as `https://luit.example` or `https://example.com/luit`. */
  baseUrl: string;
  /** After connection errors, 429 and 503; 4 by default. */
  maxRetries?: number;
  /** How long one attempt may wait for its response, milliseconds; 60,000 by default. Downloads and events may take longer. */
  timeoutMs?: number;
}

export interface RequestOptions {
  /** Ends the request, and the wait for another attempt. */
  signal?: AbortSignal;
}

interface SendOptions extends RequestOptions {
  /** True if the request may be executed twice. */
  isRepeatable?: boolean;
  maxRetries?: number;
}

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Sends requests with the key and the version, and retries requests that may succeed later. */
export class ApiClient {
  readonly http: Client<paths>;
  private readonly maxRetries: number;

  /** @throws TypeError if the base URL is not valid */
  constructor({ apiKey, baseUrl, maxRetries = MAX_RETRIES, timeoutMs = TIMEOUT_MS }: LuitOptions) {
    this.maxRetries = maxRetries;
    this.http = createClient<paths>({
      baseUrl: rootOf(baseUrl),
      fetch: limitedFetch(timeoutMs),
      headers: { authorization: `Bearer ${apiKey}`, 'luit-version': API_VERSION },
    });
  }

  /**
   * @param attempt sends the same request each time
   * @throws ProblemError; TypeError without a response, DOMException `TimeoutError` if it is late; the reason of the signal
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
        await sleep(delayMs, signal);
      }
    }
  }
}

/** The URL without slashes at its end, a query and a fragment. @throws TypeError */
function rootOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/+$/, '');
}
