import type { ReceivedWebhook } from '@luit/sandbox/receiver/receiver';
import type { LuitClient } from './client';

/** A receiver of the sandbox, which an endpoint of an account delivers to. */
export class WebhookReceiver {
  private constructor(
    private readonly control: string,
    readonly endpointId: string,
    readonly secret: string,
  ) {}

  /** @param name of the receiver, which is used by no other test of the stack */
  static async create(sandbox: string, name: string, owner: LuitClient, events: string[]): Promise<WebhookReceiver> {
    const url = `${sandbox}/receivers/${name}`;
    const { id, secret } = await owner.post<{ id: string; secret: string }>('/api/webhook-endpoints', { url, events });
    return new WebhookReceiver(`${sandbox}/control/receivers/${name}`, id, secret);
  }

  /** Changes how it responds from now on, see `infra/tools/sandbox/src/receiver`. */
  async behave(behavior: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(this.control, { method: 'PUT', headers, body: JSON.stringify(behavior) });
    if (!response.ok) throw new Error(`The sandbox responded with ${response.status}`);
  }

  /** Every webhook that has arrived, including those that were refused. */
  async received(): Promise<ReceivedWebhook[]> {
    const response = await fetch(this.control);
    return ((await response.json()) as { received: ReceivedWebhook[] }).received;
  }
}
