import type { Alert } from '@luit/contracts/alerts/alerts';
import type { Stack } from '@luit/local/running-stack';
import { mailsTo } from './mailbox';

/** A signed-in client of the admin API. */
export class OperatorClient {
  private constructor(
    private readonly stack: Stack,
    /** Headers of each request. */
    readonly headers: { authorization: string },
  ) {}

  static async signIn(stack: Stack, email = stack.adminEmail): Promise<OperatorClient> {
    const answer = await fetch(`${stack.api}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client': 'token' },
      body: JSON.stringify({ email, password: stack.adminPassword }),
    });
    const { data } = (await answer.json()) as { data: { token: string } };
    return new OperatorClient(stack, { authorization: `Bearer ${data.token}` });
  }

  /** Returns the `data` of a response. */
  async get<T>(path: string): Promise<T> {
    const answer = await fetch(`${this.stack.api}/api/admin/${path}`, { headers: this.headers });
    if (!answer.ok) throw new Error(`${path} responded with ${answer.status}`);
    return ((await answer.json()) as { data: T }).data;
  }

  /** Changes something and returns the `data` of the response. */
  async send<T>(method: 'POST' | 'PUT' | 'PATCH', path: string, body: object): Promise<T> {
    const headers = { ...this.headers, 'content-type': 'application/json' };
    const answer = await fetch(`${this.stack.api}/api/admin/${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} responded with ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  }

  async openAlerts(): Promise<Alert[]> {
    return (await this.get<{ items: Alert[] }>('alerts?state=open&limit=100')).items;
  }

  /** The number of emails that an alert with this text in the subject opened. */
  async mailed(summary: string): Promise<number> {
    const mails = await mailsTo(this.stack.mailbox, this.stack.adminEmail);
    return mails.filter(({ subject }) => subject.startsWith('Luit alert: ') && subject.includes(summary)).length;
  }
}
