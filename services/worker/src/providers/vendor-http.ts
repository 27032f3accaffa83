import { ask, type HttpAnswer, NoAnswerError, retryAfterMs } from './http';
import type { SubmitResult } from './provider';
import { fail, unreadable } from './wire';

export interface Timeouts {
  postTimeoutMs: number;
  getTimeoutMs: number;
}

/** What differs between vendors in how they answer. */
export interface Dialect {
  provider: string;
  headers: Record<string, string>;
  /** The words of an error answer. */
  wordsOf(text: string): string;
  /** The task id of a created task, or null where that is not what was answered. */
  createdId(text: string): string | null;
  /** Why a create was refused for good. */
  rejectionOf(status: number, text: string): ReturnType<typeof fail>;
  /** Where a vendor says in words when to come again, milliseconds. */
  throttledMs?(text: string): number | undefined;
}

interface Question {
  operation: string;
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Statuses beside 2xx that mean something to the caller. */
  understood?: (status: number) => boolean;
}

/** Speaks to one vendor: creates are sent once and their answer is judged, everything else is read or unreadable. */
export class VendorHttp {
  constructor(
    private readonly dialect: Dialect,
    private readonly timeouts: Timeouts,
  ) {}

  /** A create is not idempotent, so only an answer that says "nothing was done" may be followed by another. */
  async create(url: string, body: unknown, signal: AbortSignal): Promise<SubmitResult> {
    const { provider, headers } = this.dialect;
    const { postTimeoutMs: timeoutMs } = this.timeouts;
    try {
      return this.judge(
        await ask({ provider, operation: 'submit', method: 'POST', url, headers, body, timeoutMs, signal }),
      );
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      return { result: error.wasSent ? 'unknown' : 'retry', failure: fail('provider', error.code, error.message) };
    }
  }

  /** @throws ProviderUnreadableError for everything but a 2xx answer and what the question understands */
  async read({ operation, url, method = 'GET', understood }: Question, signal: AbortSignal): Promise<HttpAnswer> {
    const { provider, headers, wordsOf } = this.dialect;
    const { getTimeoutMs: timeoutMs } = this.timeouts;
    try {
      const answer = await ask({ provider, operation, method, url, headers, timeoutMs, signal });
      if ((answer.status >= 200 && answer.status < 300) || understood?.(answer.status)) return answer;
      throw unreadable(`http_${answer.status}`, wordsOf(answer.text), this.afterMs(answer));
    } catch (error) {
      throw error instanceof NoAnswerError ? unreadable(error.code, error.message) : error;
    }
  }

  private judge(answer: HttpAnswer): SubmitResult {
    const { status, text } = answer;
    const { createdId, wordsOf, rejectionOf } = this.dialect;
    if (status >= 200 && status < 300) {
      const externalId = createdId(text);
      if (externalId !== null) return { result: 'submitted', externalId };
      const failure = fail('provider', 'garbage', 'The answer is not what the provider documents');
      return { result: 'unknown', failure };
    }
    if (status === 429) {
      return {
        result: 'retry',
        failure: fail('quota', 'throttled', wordsOf(text)),
        retryAfterMs: this.afterMs(answer),
      };
    }
    if (status >= 400 && status < 500 && status !== 408) {
      return { result: 'rejected', failure: rejectionOf(status, text) };
    }
    return { result: 'unknown', failure: fail('provider', `http_${status}`, wordsOf(text)) };
  }

  private afterMs({ status, headers, text }: HttpAnswer): number | undefined {
    return retryAfterMs(headers) ?? (status === 429 ? this.dialect.throttledMs?.(text) : undefined);
  }
}
