import type { LuitClient } from '@luit/smoke/client';
import { randomUUID } from 'node:crypto';
import type { TestCluster } from '../test-cluster';

const READ_INTERVAL_MS = 60;
const REQUEST_INTERVAL_MS = 700;
const PACKS = 4;

/** One user who reads and requests videos at a constant rate. */
export class Traffic {
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly inFlight = new Set<Promise<void>>();

  private constructor(private readonly client: LuitClient) {}

  static async open(cluster: TestCluster): Promise<Traffic> {
    const client = await cluster.creator('pro', PACKS);
    await generate(client, 'zeroscope', '');
    const traffic = new Traffic(client);
    let turn = 0;
    // The gateway answers neither from its cache.
    const reads: (() => Promise<unknown>)[] = [() => client.balance(), () => client.get('/api/requests')];
    traffic.every(READ_INTERVAL_MS, () => reads[turn++ % reads.length]?.());
    // A failure gives the credits back, and one that the request causes itself raises no alert.
    traffic.generateEvery(REQUEST_INTERVAL_MS, 'zeroscope', '[slow:0.2][fail:moderation]');
    return traffic;
  }

  generate(model: string, directives: string): Promise<string> {
    return generate(this.client, model, directives);
  }

  /** Requests videos at a constant rate until the returned function is called. Failures are expected. */
  generateEvery(milliseconds: number, model: string, directives: string): () => Promise<unknown> {
    const timer = this.every(milliseconds, () => this.generate(model, directives));
    return () => {
      clearInterval(timer);
      return Promise.all(this.inFlight);
    };
  }

  async cancel(id: string): Promise<void> {
    await this.client.post(`/api/requests/${id}/cancel`, {});
  }

  /** Creates an order of a pack and returns its Razorpay id. */
  async order(): Promise<string> {
    return (await this.client.orderPack('starter')).razorpayOrderId;
  }

  /** Requests a refund of the unused credits of one purchase. */
  async refundPurchase(): Promise<void> {
    const purchase = (await this.client.transactions()).find(({ refundable }) => refundable);
    await this.client.post(`/api/payments/${purchase?.id}/refund`, {}, { 'idempotency-key': randomUUID() });
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all(this.inFlight);
  }

  /** Open loop: sends the next request even if the last one has no response yet. Failures are expected. */
  private every(milliseconds: number, work: () => Promise<unknown> | undefined): NodeJS.Timeout {
    const one = async (): Promise<void> => {
      await work()?.catch(() => undefined);
    };
    const timer = setInterval(() => {
      const sent = one().finally(() => this.inFlight.delete(sent));
      this.inFlight.add(sent);
    }, milliseconds);
    this.timers.push(timer);
    return timer;
  }
}

async function generate(client: LuitClient, model: string, directives: string): Promise<string> {
  const body = { prompt: `A ferry ${directives}`, duration: 5, planId: '5s-480p', model };
  const headers = { 'idempotency-key': randomUUID() };
  return (await client.post<{ request_id: string }>('/api/generate', body, headers)).request_id;
}
