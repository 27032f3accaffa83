import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';

/** How a receiver answers: with a status, after a time, with a redirect, or with a body that never ends. */
export const receiverBehavior = z.strictObject({
  status: z.int().min(200).max(599).default(200),
  /** Before the response. */
  seconds: z.number().min(0).max(600).default(0),
  /** The target of a redirect; with a status of 3xx. */
  location: z.string().optional(),
  body: z.string().max(100_000).default(''),
  isEndless: z.boolean().default(false),
});
export type ReceiverBehavior = z.infer<typeof receiverBehavior>;

export interface ReceivedWebhook {
  at: string;
  headers: IncomingHttpHeaders;
  /** The raw text, for signatures. */
  body: string;
}

const KEPT = 1_000;

/** Webhook endpoints of customers, by names that tests choose. */
export class Receivers {
  private readonly behaviors = new Map<string, ReceiverBehavior>();
  private readonly logs = new Map<string, ReceivedWebhook[]>();

  behaviorOf(name: string): ReceiverBehavior {
    return this.behaviors.get(name) ?? receiverBehavior.parse({});
  }

  behave(name: string, behavior: ReceiverBehavior): void {
    this.behaviors.set(name, behavior);
  }

  receive(name: string, webhook: ReceivedWebhook): void {
    this.logs.set(name, [...this.received(name), webhook].slice(-KEPT));
  }

  /** Oldest first. */
  received(name: string): ReceivedWebhook[] {
    return this.logs.get(name) ?? [];
  }

  reset(): void {
    this.behaviors.clear();
    this.logs.clear();
  }
}
