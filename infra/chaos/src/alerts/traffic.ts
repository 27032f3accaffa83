import type { LuitClient } from '@luit/smoke/client';
import { randomUUID } from 'node:crypto';
import type { TestCluster } from '../test-cluster';

const READ_EVERY_MS = 60;
const ASK_EVERY_MS = 700;
const PACKS = 4;

/** Somebody who reads and asks for videos at an even pace, answered or not. */
export class Traffic {
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly underWay = new Set<Promise<void>>();

  private constructor(
    private readonly client: LuitClient,
    private readonly firstId: string,
  ) {}

  static async open(cluster: TestCluster): Promise<Traffic> {
    const client = await cluster.creator('pro', PACKS);
    const traffic = new Traffic(client, await askOf(client, 'zeroscope', ''));
    let turn = 0;
    const reads = [() => client.balance(), () => client.getRequest(traffic.firstId)];
    traffic.every(READ_EVERY_MS, () => reads[turn++ % reads.length]?.());
    traffic.every(ASK_EVERY_MS, () => traffic.ask('zeroscope', '[slow:0.2][fail:technical]'));
    return traffic;
  }

  get userId(): string {
    return this.client.session?.user.id ?? '';
  }

  ask(model: string, words: string): Promise<string> {
    return askOf(this.client, model, words);
  }

  async cancel(id: string): Promise<void> {
    await this.client.post(`/api/requests/${id}/cancel`, {});
  }

  /** An open order of a pack; answers its id at Razorpay. */
  async order(): Promise<string> {
    return (await this.client.orderPack('starter')).razorpayOrderId;
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all(this.underWay);
  }

  /** Open loop: the next one is sent whether the last one was answered or not. What fails is what is measured. */
  private every(milliseconds: number, work: () => Promise<unknown> | undefined): void {
    const one = async (): Promise<void> => {
      await work()?.catch(() => undefined);
    };
    this.timers.push(
      setInterval(() => {
        const asked = one().finally(() => this.underWay.delete(asked));
        this.underWay.add(asked);
      }, milliseconds),
    );
  }
}

async function askOf(client: LuitClient, model: string, words: string): Promise<string> {
  const wish = { prompt: `A ferry ${words}`, duration: 5, planId: '5s-480p', model };
  const headers = { 'idempotency-key': randomUUID() };
  return (await client.post<{ request_id: string }>('/api/generate', wish, headers)).request_id;
}
