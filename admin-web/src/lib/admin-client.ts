import type { ErrorCode } from '@luit/contracts/errors';
import type { FailureBody } from '@luit/contracts/http/failures';
import { Intents } from '@luit/ui/intents';
import { AdminError } from './admin-error';
import type { AdminSession } from './admin-session';
import { StepUp } from './step-up';

export const adminMessages = {
  noToken: 'No admin token found. Please login again.',
  expired: 'Session expired. Please login again.',
  idle: 'You were signed out after 30 minutes of inactivity. Please sign in again.',
  loginFailed: (status: number | string) => `Login failed: ${status}`,
  apiError: (status: number) => `API Error: ${status}`,
} as const;

interface LoginAnswer {
  success: boolean;
  /** Seconds. */
  expiresIn?: number;
  admin?: { email: string };
  message?: string;
}

/** CSRF protection: the server accepts the session cookie for a change only with this header, which other sites cannot send. */
const CSRF_HEADER = { 'x-luit-operator': '1' };

/** Client of the admin API. Every response except the login carries its content in `data`. */
export class AdminClient {
  private readonly intents = new Intents();
  private secondFactorListener: () => void = () => undefined;

  constructor(
    private readonly fetch: typeof globalThis.fetch,
    private readonly session: AdminSession,
    /** Asks the operator for a fresh second factor. */
    readonly stepUp = new StepUp(),
  ) {}

  /** Calls the listener when the server says that the sign-in lacks its second factor. @returns a function that removes it */
  onSecondFactorRequired(listener: () => void): () => void {
    this.secondFactorListener = listener;
    return () => (this.secondFactorListener = () => undefined);
  }

  /** @throws Error `Login failed: {status}` */
  async login(email: string, password: string): Promise<void> {
    const response = await this.fetch('/api/admin/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...CSRF_HEADER },
      body: JSON.stringify({ email, password }),
    });
    if (!response.ok) throw new Error(adminMessages.loginFailed(response.status));
    const answer = (await response.json()) as LoginAnswer;
    if (!answer.success || !answer.expiresIn)
      throw new Error(adminMessages.loginFailed(answer.message ?? response.status));
    this.session.open(answer.admin?.email ?? email, answer.expiresIn);
  }

  /** Accepts an invitation. @throws AdminError, or TypeError when the server cannot be reached */
  async acceptInvitation(acceptance: { token: string; name: string; password: string }): Promise<{ email: string }> {
    const response = await this.fetch('/api/admin/invitations/accept', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...CSRF_HEADER },
      body: JSON.stringify(acceptance),
    });
    if (!response.ok) throw await toAdminError(response);
    return dataOf(response);
  }

  /**
   * Ends the session on the server and in every tab. Only the server can clear the cookie, so a failure leaves the
   * operator signed in. The request outlives a page that is closed meanwhile.
   *
   * @throws AdminError, or TypeError when the server cannot be reached
   */
  async logout(): Promise<void> {
    const response = await this.fetch('/api/admin/logout', { method: 'POST', headers: CSRF_HEADER, keepalive: true });
    if (!response.ok && response.status !== 401) throw await toAdminError(response);
    this.session.end();
  }

  /** Returns the `data` of a response. A 401 ends the session. @throws AdminError */
  async get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return dataOf<T>(await this.request(path, { signal }));
  }

  /**
   * Sends a change, once while the same change is in flight: both clicks of a double click get one answer. It is sent with the same
   * idempotency key until the server has given a definite answer.
   *
   * @param intent what tells this change from others of the same path, if not its whole body
   * @throws AdminError
   */
  send<T>(
    method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    body: object = {},
    intent: unknown = body,
  ): Promise<T> {
    return this.intents.run([method, path, intent], async (key) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': key };
      return dataOf<T>(await this.request(path, { method, headers, body: JSON.stringify(body) }));
    });
  }

  /** Uploads a CSV file. @throws AdminError */
  async upload<T>(path: string, file: Blob): Promise<T> {
    const headers = { 'content-type': 'text/csv' };
    return dataOf<T>(await this.request(path, { method: 'POST', headers, body: file }));
  }

  /** Downloads a file, for example a CSV. @throws AdminError */
  async download(path: string): Promise<Blob> {
    return (await this.request(path, {})).blob();
  }

  /** Downloads a file that needs a reason. @throws AdminError */
  async openFile(path: string, reason: string): Promise<Blob> {
    const headers = { 'content-type': 'application/json' };
    return (await this.request(path, { method: 'POST', headers, body: JSON.stringify({ reason }) })).blob();
  }

  private async request(path: string, init: RequestInit, isRepeated = false): Promise<Response> {
    if (!this.session.isOpen()) {
      this.session.end(adminMessages.noToken);
      throw new AdminError(adminMessages.noToken, 401);
    }
    const asked = this.session.getState();
    const response = await this.fetch(path, {
      ...init,
      headers: { ...init.headers, ...CSRF_HEADER },
    });
    // The operator who asked has signed out, and another one may have signed in.
    if (this.session.getState() !== asked) throw new AdminError(adminMessages.expired, 401);
    if (response.status === 401) {
      const { details } = await toAdminError(response);
      const message = details.reason === 'idle' ? adminMessages.idle : adminMessages.expired;
      this.session.end(message);
      throw new AdminError(message, 401);
    }
    if (response.ok) return response;
    const error = await toAdminError(response);
    if (error.code === 'second_factor_required') this.secondFactorListener();
    // A second request for step-up would be an error of the server, and asking again would never end.
    if (error.code === 'step_up_required' && !isRepeated && (await this.stepUp.request()))
      return this.request(path, init, true);
    throw error;
  }
}

async function dataOf<T>(response: Response): Promise<T> {
  const answer = (await response.json()) as { data: T };
  return answer.data;
}

async function toAdminError(response: Response): Promise<AdminError> {
  const message = adminMessages.apiError(response.status);
  try {
    const { code, message: reason, details, requestId } = (await response.json()) as Partial<FailureBody>;
    return new AdminError(message, response.status, { code: code as ErrorCode, reason, details, requestId });
  } catch {
    // The body is not an error of the API; it may be the error page of a proxy.
    return new AdminError(message, response.status);
  }
}
