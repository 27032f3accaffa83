import { randomUUID } from 'node:crypto';
import { addAbortListener } from 'node:events';
import type { Collection } from './journal';

export interface Delivery {
  id: string;
  source: string;
  /** The target; null for the source's default, which may change between attempts. */
  url: string | null;
  headers: Record<string, string>;
  body: string;
  attempts: number;
  isSentOnce?: boolean;
  nextAt: number;
}

export interface WebhookSource {
  /** The target of deliveries without a URL; null while there is none. */
  defaultUrl?(): string | null;
  /** Headers that depend on the time of the attempt. */
  sign?(delivery: Delivery): Record<string, string>;
  /** Milliseconds before each retry; after the last one, the delivery is dropped. */
  retryDelaysMs: readonly number[];
  /** Milliseconds within which a receiver must answer. */
  timeoutMs: number;
}

export interface Message extends Pick<Delivery, 'url' | 'headers' | 'body'> {
  /** Sent once, whether it is received or not. */
  isSentOnce?: boolean;
}

/** Delays that double, the first one in milliseconds. */
export function doublingDelays(firstMs: number, retries: number): number[] {
  return Array.from({ length: retries }, (_, retry) => firstMs * 2 ** retry);
}

/**
 * Delivers webhooks. Without a 2xx response in time it retries as the vendor does, with the same body and event id. Pending
 * deliveries survive a restart.
 */
export class WebhookSender {
  private readonly sources = new Map<string, WebhookSource>();
  private readonly closing = new AbortController();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly inFlight = new Set<Promise<void>>();

  constructor(private readonly pending: Collection<Delivery>) {}

  addSource(name: string, source: WebhookSource): void {
    this.sources.set(name, source);
  }

  /** Schedules the pending deliveries of an earlier process. */
  resume(): void {
    for (const delivery of this.pending.values()) this.scheduleRetry(delivery);
  }

  /**
   * Sends messages in order: the next one starts after the first attempt of the previous one. Messages without a target are
   * dropped.
   */
  send(source: string, messages: Message[], options: { duplicate?: boolean; delayMs?: number } = {}): void {
    const now = Date.now();
    const listening = messages.filter(({ url }) => url ?? this.sources.get(source)?.defaultUrl?.());
    const groups = listening.map((message) =>
      Array.from({ length: options.duplicate ? 2 : 1 }, () => {
        const times = { attempts: 0, nextAt: now + (options.delayMs ?? 0) };
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
    await Promise.all(this.inFlight);
  }

  /** Without a delay immediately, because the shortest timer takes a millisecond of the latency that is measured with it. */
  private after(delayMs: number, work: () => Promise<void>): void {
    if (delayMs === 0) return this.run(work);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.run(work);
    }, delayMs);
    this.timers.add(timer);
  }

  private run(work: () => Promise<void>): void {
    const running = work().finally(() => this.inFlight.delete(running));
    this.inFlight.add(running);
  }

  private async attempt(delivery: Delivery): Promise<void> {
    if (this.closing.signal.aborted) return;
    const isDelivered = await this.post(delivery);
    if (isDelivered) return this.pending.delete(delivery.id);
    if (this.closing.signal.aborted) return;
    const retryDelayMs = delivery.isSentOnce
      ? undefined
      : this.sources.get(delivery.source)?.retryDelaysMs[delivery.attempts];
    if (retryDelayMs === undefined) return this.pending.delete(delivery.id);
    delivery.attempts += 1;
    delivery.nextAt = Date.now() + retryDelayMs;
    this.pending.put(delivery);
    this.scheduleRetry(delivery);
  }

  private scheduleRetry(delivery: Delivery): void {
    this.after(Math.max(0, delivery.nextAt - Date.now()), () => this.attempt(delivery));
  }

  private async post(delivery: Delivery): Promise<boolean> {
    const source = this.sources.get(delivery.source);
    const url = delivery.url ?? source?.defaultUrl?.();
    if (!source || !url) return false;
    // Not `AbortSignal.any`, which leaks listeners and may lose a timeout (nodejs/node#55351, #57736).
    const controller = new AbortController();
    const closing = addAbortListener(this.closing.signal, () => controller.abort());
    const timer = setTimeout(() => controller.abort(), source.timeoutMs);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...delivery.headers, ...source.sign?.(delivery) },
        body: delivery.body,
        redirect: 'manual',
        signal: controller.signal,
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      // Connection errors, timeouts and shutdown all mean that the webhook was not delivered.
      return false;
    } finally {
      clearTimeout(timer);
      closing[Symbol.dispose]();
    }
  }
}
