import type { Alert } from '@luit/contracts/alerts/alerts';
import type { Stack } from '@luit/local/running-stack';
import { mailsTo } from './mailbox';

/** Who runs the shop: signed in at the operators' interface of a stack. */
export class OperatorClient {
  private constructor(
    private readonly stack: Stack,
    /** What each call carries. */
    readonly headers: { authorization: string },
  ) {}

  static async signIn(stack: Stack): Promise<OperatorClient> {
    const answer = await fetch(`${stack.api}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client': 'token' },
      body: JSON.stringify({ email: stack.adminEmail, password: stack.adminPassword }),
    });
    const { data } = (await answer.json()) as { data: { token: string } };
    return new OperatorClient(stack, { authorization: `Bearer ${data.token}` });
  }

  /** What stands under `data` of an answer. */
  async get<T>(path: string): Promise<T> {
    const answer = await fetch(`${this.stack.api}/api/admin/${path}`, { headers: this.headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return ((await answer.json()) as { data: T }).data;
  }

  async openAlerts(): Promise<Alert[]> {
    return (await this.get<{ items: Alert[] }>('alerts?state=open&limit=100')).items;
  }

  /** How often an alert with this in its subject line came by mail. */
  async mailed(summary: string): Promise<number> {
    const mails = await mailsTo(this.stack.mailbox, this.stack.adminEmail);
    return mails.filter(({ subject }) => subject.includes(summary)).length;
  }
}
