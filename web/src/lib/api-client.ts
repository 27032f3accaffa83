import { t } from '@lingui/core/macro';
import { ApiError, errorText, isLockedOut, type ApiErrorCode } from './api-error';

/** Provides the bearer token of a client. */
export interface TokenSource {
  /** Rises with each session, so that responses to requests of an earlier session can be discarded. */
  readonly epoch: number;
  accessToken(): string | null;
  /** Returns a newer token than the rejected one; null if the session has ended. */
  renew(rejected: string): Promise<string | null>;
  /** Ends the session because the server locked the user out; `message` is shown to the user. */
  end(refusal: { code: string; message: string }): void;
}

export interface CallOptions {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON unless it is `FormData`, or a `Blob`, whose content type is in `headers`. */
  body?: unknown;
  headers?: Record<string, string>;
  idempotencyKey?: string;
  /** Overrides the session's token and is never renewed; null sends no token, for calls that create a session. */
  bearer?: string | null;
  signal?: AbortSignal;
  /** Whether the request outlives a page that is closed or left meanwhile. */
  keepalive?: boolean;
}

/** A client of the HTTP API: adds the bearer token, renews it once after a 401 and unwraps the response envelope. */
export class ApiClient {
  constructor(
    private readonly fetch: typeof globalThis.fetch,
    private readonly tokens?: TokenSource,
  ) {}

  /** Returns the body of a successful response. @throws ApiError for anything else, including `success: false` with a 2xx status */
  async call<T>(path: string, options: CallOptions = {}): Promise<T> {
    const response = await this.send(path, options);
    if (response.status === 204) return undefined as T;
    const epoch = options.bearer === undefined && this.tokens?.accessToken() ? this.tokens.epoch : undefined;
    const body = await readJson(response);
    if (epoch !== undefined) this.requireSession(epoch);
    if (!response.ok || body === null || body.success === false) throw this.toError(response, body);
    return body as T;
  }

  /**
   * Returns the raw response, for files and conditional requests.
   *
   * @throws ApiError only if there is no response, or the session ended before it came
   */
  async send(path: string, options: CallOptions = {}): Promise<Response> {
    if (options.bearer !== undefined) return this.attempt(path, options, options.bearer);
    const token = this.tokens?.accessToken() ?? null;
    if (!token || !this.tokens) return this.attempt(path, options, null);
    const { epoch } = this.tokens;
    const response = await this.attempt(path, options, token);
    this.requireSession(epoch);
    if (response.status !== 401 || (await isWrongPassword(response))) return response;
    const renewed = await this.tokens.renew(token);
    if (!renewed) return response;
    this.requireSession(epoch);
    const repeated = await this.attempt(path, options, renewed);
    this.requireSession(epoch);
    return repeated;
  }

  private requireSession(epoch: number): void {
    if (epoch === this.tokens?.epoch) return;
    throw new ApiError(t`You’ve been signed out.`, { status: 401, code: 'unauthorized' });
  }

  private toError(response: Response, body: Record<string, unknown> | null): ApiError {
    const error = failure(response, body);
    if (isLockedOut(error) && this.tokens?.accessToken()) this.tokens.end(error);
    return error;
  }

  private async attempt(path: string, options: CallOptions, token: string | null): Promise<Response> {
    const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
    if (token) headers.authorization = `Bearer ${token}`;
    if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
    const { body } = options;
    const isRaw = body instanceof FormData || body instanceof Blob;
    // The browser sets the content type of a form, including the boundary.
    if (body !== undefined && !isRaw) headers['content-type'] = 'application/json';
    try {
      return await this.fetch(path, {
        method: options.method ?? 'GET',
        headers,
        body: body === undefined || isRaw ? body : JSON.stringify(body),
        credentials: 'same-origin',
        signal: options.signal,
        keepalive: options.keepalive,
      });
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
      throw new ApiError(t`We can’t reach the server. Check your connection and try again.`, {
        status: 0,
        code: 'offline',
      });
    }
  }
}

/** A 401 for a wrong password, not for the token. Retrying with a new token would only use up another sign-in attempt. */
async function isWrongPassword(response: Response): Promise<boolean> {
  return (await readJson(response.clone()))?.code === 'invalid_credentials';
}

/** Converts an unsuccessful response with any body into an error. */
export async function failureOf(response: Response): Promise<ApiError> {
  return failure(response, await readJson(response));
}

async function readJson(response: Response): Promise<Record<string, unknown> | null> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : null;
  } catch {
    // For example a proxy's error page or a truncated response. The caller reports the status.
    return null;
  }
}

function failure(response: Response, body: Record<string, unknown> | null): ApiError {
  const text = body?.message ?? body?.error;
  const { status } = response;
  const message = typeof text === 'string' ? text : t`The server responded with status ${status}.`;
  const code = typeof body?.code === 'string' ? (body.code as ApiErrorCode) : 'unreadable';
  const retryAfter = Number(response.headers.get('retry-after'));
  const details =
    typeof body?.details === 'object' && body.details ? (body.details as Record<string, unknown>) : undefined;
  return new ApiError(errorText(code, message, details), {
    status,
    code,
    requestId: typeof body?.requestId === 'string' ? body.requestId : undefined,
    details,
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
  });
}
