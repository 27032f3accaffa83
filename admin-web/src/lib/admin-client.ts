import type { ErrorCode } from '@luit/contracts/errors';
import type { FailureBody } from '@luit/contracts/http/failures';
import { AdminError } from './admin-error';
import type { AdminSession } from './admin-session';

export const adminMessages = {
  noToken: 'No admin token found. Please login again.',
  expired: 'Session expired. Please login again.',
  idle: 'You were signed out after 30 minutes without activity. Please login again.',
  loginFailed: (status: number | string) => `Login failed: ${status}`,
  apiError: (status: number) => `API Error: ${status}`,
} as const;

interface LoginAnswer {
  success: boolean;
  /** Unix seconds. */
  expiresAt?: number;
  admin?: { email: string };
  message?: string;
}

/** With it the server takes the session's cookie for a change; a page of another site cannot send it. */
const FROM_THIS_APP = { 'x-luit-operator': '1' };

/** Speaks the operators' calls. Every answer but the login's carries its content in `data`. */
export class AdminClient {
  constructor(
    private readonly fetch: typeof globalThis.fetch,
    private readonly session: AdminSession,
  ) {}

  /** @throws Error `Login failed: {status}` */
  async login(email: string, password: string): Promise<void> {
    const response = await this.fetch('/api/admin/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...FROM_THIS_APP },
      body: JSON.stringify({ email, password }),
    });
    if (!response.ok) throw new Error(adminMessages.loginFailed(response.status));
    const answer = (await response.json()) as LoginAnswer;
    if (!answer.success || !answer.expiresAt)
      throw new Error(adminMessages.loginFailed(answer.message ?? response.status));
    this.session.open(answer.admin?.email ?? email, answer.expiresAt);
  }

  /**
   * Ends the session on the server and in every tab. Only the server can take the cookie away, so a failure leaves the
   * operator signed in.
   *
   * @throws AdminError, TypeError where the server cannot be reached
   */
  async logout(): Promise<void> {
    const response = await this.fetch('/api/admin/logout', { method: 'POST', headers: FROM_THIS_APP });
    if (!response.ok && response.status !== 401) throw await refusalOf(response);
    this.session.end();
  }

  /** The `data` of an answer. A 401 ends the session. @throws Error with the text to show */
  async get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return dataOf<T>(await this.ask(path, { signal }));
  }

  /** Asks for a change. With a key, asking again changes nothing more. @throws AdminError */
  async send<T>(
    method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    body: object = {},
    key?: string,
  ): Promise<T> {
    const headers = { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) };
    return dataOf<T>(await this.ask(path, { method, headers, body: JSON.stringify(body) }));
  }

  /** A file, for example a CSV. @throws AdminError */
  async download(path: string): Promise<Blob> {
    return (await this.ask(path, {})).blob();
  }

  private async ask(path: string, init: RequestInit): Promise<Response> {
    if (!this.session.isOpen()) {
      this.session.end(adminMessages.noToken);
      throw new AdminError(adminMessages.noToken, 401);
    }
    const response = await this.fetch(path, {
      ...init,
      headers: { ...init.headers, ...FROM_THIS_APP },
    });
    if (response.status === 401) {
      const { details } = await refusalOf(response);
      const message = details.reason === 'idle' ? adminMessages.idle : adminMessages.expired;
      this.session.end(message);
      throw new AdminError(message, 401);
    }
    if (!response.ok) throw await refusalOf(response);
    return response;
  }
}

async function dataOf<T>(response: Response): Promise<T> {
  const answer = (await response.json()) as { data: T };
  return answer.data;
}

async function refusalOf(response: Response): Promise<AdminError> {
  const message = adminMessages.apiError(response.status);
  try {
    const { code, message: reason, details } = (await response.json()) as Partial<FailureBody>;
    return new AdminError(message, response.status, { code: code as ErrorCode, reason, details });
  } catch {
    // Not our envelope, for example a proxy's page: the status is all there is to say.
    return new AdminError(message, response.status);
  }
}
