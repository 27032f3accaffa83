import { ApiError, isLockedOut, type ApiErrorCode } from './api-error';

/** Where a client gets its bearer token from. */
export interface TokenSource {
  accessToken(): string | null;
  /** Asks for a newer token than the one just refused; null when the session is over. */
  renew(refused: string): Promise<string | null>;
  /** The server shuts this person out; the message is for them to read. */
  end(refusal: { code: string; message: string }): void;
}

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON, or as the form it is. */
  body?: unknown;
  headers?: Record<string, string>;
  idempotencyKey?: string;
  /** Sent in place of the session's token and never renewed; null sends none, for calls that open a session. */
  bearer?: string | null;
  signal?: AbortSignal;
}

const OFFLINE = 'We can’t reach the server. Check your connection and try again.';

/** Speaks the public interface: bearer token, one renewal after a 401, the envelope of success and failure. */
export class ApiClient {
  constructor(
    private readonly fetch: typeof globalThis.fetch,
    private readonly tokens?: TokenSource,
  ) {}

  /** The body of a success. @throws ApiError for everything else, also for `success: false` under a 2xx */
  async call<T>(path: string, options: CallOptions = {}): Promise<T> {
    const response = await this.send(path, options);
    if (response.status === 204) return undefined as T;
    const body = await readJson(response);
    if (!response.ok || body === null || body.success === false) throw this.refusal(response, body);
    return body as T;
  }

  /** The raw answer, for files and conditional reads. @throws ApiError only when nothing answers */
  async send(path: string, options: CallOptions = {}): Promise<Response> {
    if (options.bearer !== undefined) return this.attempt(path, options, options.bearer);
    const token = this.tokens?.accessToken() ?? null;
    const response = await this.attempt(path, options, token);
    if (response.status !== 401 || !token || !this.tokens || (await isAboutPassword(response))) return response;
    const renewed = await this.tokens.renew(token);
    return renewed ? this.attempt(path, options, renewed) : response;
  }

  private refusal(response: Response, body: Record<string, unknown> | null): ApiError {
    const error = failure(response, body);
    if (isLockedOut(error) && this.tokens?.accessToken()) this.tokens.end(error);
    return error;
  }

  private async attempt(path: string, options: CallOptions, token: string | null): Promise<Response> {
    const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
    if (token) headers.authorization = `Bearer ${token}`;
    if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
    const { body } = options;
    const isForm = body instanceof FormData;
    // The browser writes a form's type itself, for it alone knows the boundary.
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
    try {
      return await this.fetch(path, {
        method: options.method ?? 'GET',
        headers,
        body: body === undefined || isForm ? body : JSON.stringify(body),
        credentials: 'same-origin',
        signal: options.signal,
      });
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
      throw new ApiError(OFFLINE, { status: 0, code: 'offline' });
    }
  }
}

/** A wrong password beside a good token: asking again with a newer one would only cost a second try. */
async function isAboutPassword(response: Response): Promise<boolean> {
  return (await readJson(response.clone()))?.code === 'invalid_credentials';
}

/** Turns an answer that is no success into the error to throw, whatever its body turned out to be. */
export async function failureOf(response: Response): Promise<ApiError> {
  return failure(response, await readJson(response));
}

async function readJson(response: Response): Promise<Record<string, unknown> | null> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : null;
  } catch {
    // A proxy's page or a cut-off answer; the caller reports it by status.
    return null;
  }
}

function failure(response: Response, body: Record<string, unknown> | null): ApiError {
  const text = body?.message ?? body?.error;
  const retryAfter = Number(response.headers.get('retry-after'));
  return new ApiError(typeof text === 'string' ? text : `The server responded with status ${response.status}.`, {
    status: response.status,
    code: typeof body?.code === 'string' ? (body.code as ApiErrorCode) : 'unreadable',
    requestId: typeof body?.requestId === 'string' ? body.requestId : undefined,
    details: typeof body?.details === 'object' && body.details ? (body.details as Record<string, unknown>) : undefined,
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
  });
}
