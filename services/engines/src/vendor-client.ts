import { MAX_RETRY_AFTER_MS } from '@luit/contracts/generation/limits';
import type { SubmitResult } from './engine';
import { failure, readError, UNDOCUMENTED_RESPONSE } from './failures';
import { type HttpRequest, type HttpResponse, NoResponseError, retryAfterMs, type Send } from './transport/http';

export interface Timeouts {
  postTimeoutMs: number;
  getTimeoutMs: number;
}

export const TIMEOUTS: Timeouts = { postTimeoutMs: 15_000, getTimeoutMs: 10_000 };

/** The parts of the protocol that differ between vendors. */
export interface VendorProtocol {
  headers: Record<string, string>;
  /** The message of an error response. */
  errorMessageOf(text: string): string;
  /** The id of a created task, or null if the response does not contain one. */
  createdId(text: string): string | null;
  /** The failure of a permanently rejected submission. */
  rejectionOf(status: number, text: string): ReturnType<typeof failure>;
  /** Parses a retry delay from the text of a 429 response, milliseconds. */
  parseRetryAfterMs?(text: string): number | undefined;
}

interface CreateOptions {
  headers?: Record<string, string>;
  /** The result of a response that its status does not tell. */
  resultOf?: (response: HttpResponse) => SubmitResult | undefined;
}

interface ReadRequest {
  operation: string;
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  /** Statuses other than 2xx that the caller handles. */
  isExpected?: (status: number) => boolean;
}

/** HTTP client of one vendor. Submissions are sent once and mapped to a result; failed reads throw ProviderReadError. */
export class VendorClient {
  constructor(
    private readonly instance: HttpRequest['instance'],
    private readonly protocol: VendorProtocol,
    private readonly timeouts: Timeouts,
    private readonly send: Send,
  ) {}

  /** Submissions are not idempotent, so only a response that proves that no task was created allows a retry. */
  async create(url: string, body: unknown, signal: AbortSignal, options: CreateOptions = {}): Promise<SubmitResult> {
    const { instance } = this;
    const headers = { ...this.protocol.headers, ...options.headers };
    const { postTimeoutMs: timeoutMs } = this.timeouts;
    try {
      const request = { instance, operation: 'submit', method: 'POST', url, headers, body, timeoutMs, signal } as const;
      const response = await this.send(request);
      return options.resultOf?.(response) ?? this.toResult(response);
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error;
      return { result: error.wasSent ? 'unknown' : 'retry', failure: failure('provider', error.code, error.message) };
    }
  }

  /** @throws ProviderReadError unless the status is 2xx or expected */
  async read(
    { operation, url, method = 'GET', body, isExpected }: ReadRequest,
    signal: AbortSignal,
  ): Promise<HttpResponse> {
    const { instance } = this;
    const { headers, errorMessageOf } = this.protocol;
    const { getTimeoutMs: timeoutMs } = this.timeouts;
    try {
      const response = await this.send({ instance, operation, method, url, headers, body, timeoutMs, signal });
      if ((response.status >= 200 && response.status < 300) || isExpected?.(response.status)) return response;
      throw readError(`http_${response.status}`, errorMessageOf(response.text), this.afterMs(response));
    } catch (error) {
      throw error instanceof NoResponseError ? readError(error.code, error.message) : error;
    }
  }

  private toResult(response: HttpResponse): SubmitResult {
    const { status, text } = response;
    const { createdId, errorMessageOf, rejectionOf } = this.protocol;
    if (status >= 200 && status < 300) {
      const externalId = createdId(text);
      if (externalId !== null) return { result: 'submitted', externalId };
      return { result: 'unknown', failure: failure('provider', 'garbage', UNDOCUMENTED_RESPONSE) };
    }
    if (status === 429) {
      return {
        result: 'retry',
        failure: failure('quota', 'throttled', errorMessageOf(text)),
        retryAfterMs: this.afterMs(response),
      };
    }
    if (status >= 400 && status < 500 && status !== 408) {
      return { result: 'rejected', failure: rejectionOf(status, text) };
    }
    return { result: 'unknown', failure: failure('provider', `http_${status}`, errorMessageOf(text)) };
  }

  private afterMs({ status, headers, text }: HttpResponse): number | undefined {
    const afterMs = retryAfterMs(headers) ?? (status === 429 ? this.protocol.parseRetryAfterMs?.(text) : undefined);
    return afterMs === undefined ? undefined : Math.min(afterMs, MAX_RETRY_AFTER_MS);
  }
}
