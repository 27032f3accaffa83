import type { Problem } from './resources';

/** The API refused a request, or could not handle it (RFC 9457). */
export class ProblemError extends Error {
  readonly status: number;
  /** Undefined if the response is not from Luit, but from a proxy in front of it. */
  readonly problem: Problem | undefined;
  /** How long to wait before another attempt. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, headers }: Response, body: unknown) {
    const problem = isProblem(body) ? body : undefined;
    super(problem?.detail ?? `The server responded with ${status}`);
    this.name = 'ProblemError';
    this.status = status;
    this.problem = problem;
    this.retryAfterSeconds = parseRetryAfter(headers.get('retry-after'));
  }

  get code(): Problem['code'] | undefined {
    return this.problem?.code;
  }

  /** The invalid field of the input. */
  get param(): string | undefined {
    return this.problem?.error.param ?? undefined;
  }

  /** Names the request in the logs of Luit. */
  get requestId(): string | undefined {
    return this.problem?.request_id;
  }
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'error' in body && 'request_id' in body;
}

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function parseRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, (time - Date.now()) / 1_000);
}
