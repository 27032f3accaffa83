import type { AdminSession } from './admin-session';

export const adminMessages = {
  noToken: 'No admin token found. Please login again.',
  expired: 'Session expired. Please login again.',
  loginFailed: (status: number | string) => `Login failed: ${status}`,
  apiError: (status: number) => `API Error: ${status}`,
} as const;

interface LoginAnswer {
  success: boolean;
  token?: string;
  admin?: { email: string };
  message?: string;
}

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
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (!response.ok) throw new Error(adminMessages.loginFailed(response.status));
    const answer = (await response.json()) as LoginAnswer;
    if (!answer.success || !answer.token) throw new Error(adminMessages.loginFailed(answer.message ?? response.status));
    this.session.open(answer.token, answer.admin?.email ?? email);
  }

  /** The `data` of an answer. A 401 ends the session. @throws Error with the text to show */
  async get<T>(path: string, signal?: AbortSignal): Promise<T> {
    const token = this.session.token();
    if (!token) {
      this.session.end(adminMessages.noToken);
      throw new Error(adminMessages.noToken);
    }
    const response = await this.fetch(path, { headers: { authorization: `Bearer ${token}` }, signal });
    if (response.status === 401) {
      this.session.end(adminMessages.expired);
      throw new Error(adminMessages.expired);
    }
    if (!response.ok) throw new Error(adminMessages.apiError(response.status));
    const answer = (await response.json()) as { data: T };
    return answer.data;
  }
}
