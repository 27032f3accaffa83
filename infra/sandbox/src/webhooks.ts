import { randomUUID } from 'node:crypto';
import { addAbortListener } from 'node:events';
import type { Collection } from './journal';

export interface Delivery {
  id: string;
  source: string;
  /** Where it goes; null leaves it to the source, whose address may change between attempts. */
  url: string | null;
  headers: Record<string, string>;
  body: string;
  attempts: number;
  createdAt: number;
  nextAt: number;
}

export interface WebhookSource {
  /** Where the source's own events go; null while nobody listens. */
  defaultUrl?(): string | null;
  /** Headers that depend on the moment of the attempt. */
  sign?(delivery: Delivery): Record<string, string>;
}

export type Message = Pick<Delivery, 'url' | 'headers' | 'body'>;

const answerWithinMs = 5_000;
const giveUpAfterMs = 24 * 3600 * 1000;

/**
 * Delivers webhooks at least once: what is not answered 2xx within 5 s is sent again after 1, 2, 4, 8 … seconds for a day,
 * with the same body and event id. Undelivered ones survive a restart.
 */
export class WebhookSender {
  private readonly sources = new Map<string, WebhookSource>();
  private readonly closing = new AbortController();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly underway = new Set<Promise<void>>();

  constructor(private readonly pending: Collection<Delivery>) {}

  addSource(name: string, source: WebhookSource): void {
    this.sources.set(name, source);
  }

  /** Picks up what an earlier process left undelivered. */
  resume(): void {
    for (const delivery of this.pending.values()) this.scheduleRetry(delivery);
  }

  /**
   * Sends the messages one after the other: the next starts once the first attempt of the one before is over. Messages
   * without an address while their source has none are dropped.
   */
  send(source: string, messages: Message[], options: { duplicate?: boolean; delayMs?: number } = {}): void {
    const now = Date.now();
    const listening = messages.filter(({ url }) => url ?? this.sources.get(source)?.defaultUrl?.());
    const groups = listening.map((message) =>
      Array.from({ length: options.duplicate ? 2 : 1 }, () => {
        const times = { attempts: 0, createdAt: now, nextAt: now + (options.delayMs ?? 0) };
        return { ...message, ...times, id: randomUUID(), source } satisfies Delivery;
      }),
    );
    groups.flat().forEach((delivery) => this.pending.put(delivery));
    this.after(options.delayMs ?? 0, async () => {
      for (const group of groups) await Promise.all(group.map((delivery) => this.attempt(delivery)));
    });
  }

  pendingCount(): number {
    return this.pending.size;
  }

  async close(): Promise<void> {
    this.closing.abort();
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.underway);
  }

  private after(delayMs: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const running = work().finally(() => this.underway.delete(running));
      this.underway.add(running);
    }, delayMs);
    this.timers.add(timer);
  }

  private async attempt(delivery: Delivery): Promise<void> {
    if (this.closing.signal.aborted) return;
    const isDelivered = await this.post(delivery);
    if (isDelivered) return this.pending.delete(delivery.id);
    if (this.closing.signal.aborted) return;
    delivery.attempts += 1;
    delivery.nextAt = Date.now() + 1000 * 2 ** (delivery.attempts - 1);
    if (delivery.nextAt > delivery.createdAt + giveUpAfterMs) return this.pending.delete(delivery.id);
    this.pending.put(delivery);
    this.scheduleRetry(delivery);
  }

  private scheduleRetry(delivery: Delivery): void {
    this.after(Math.max(0, delivery.nextAt - Date.now()), () => this.attempt(delivery));
  }

  private async post(delivery: Delivery): Promise<boolean> {
    const source = this.sources.get(delivery.source);
    const url = delivery.url ?? source?.defaultUrl?.();
    if (!url) return false;
    // Not `AbortSignal.any`: it would stay with the sender's own signal for good, and forget a timeout (nodejs/node#55351, #57736).
    const cutOff = new AbortController();
    const closing = addAbortListener(this.closing.signal, () => cutOff.abort());
    const timer = setTimeout(() => cutOff.abort(), answerWithinMs);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...delivery.headers, ...source?.sign?.(delivery) },
        body: delivery.body,
        redirect: 'manual',
        signal: cutOff.signal,
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      // Refused, reset, too slow or closing: to the sender all of them mean the same, not delivered.
      return false;
    } finally {
      clearTimeout(timer);
      closing[Symbol.dispose]();
    }
  }
}
