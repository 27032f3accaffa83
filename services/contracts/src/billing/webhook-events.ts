import { operatorReason } from '../auth/audit-log';
import { z } from 'zod';
import { SEARCH_TOO_LONG } from '../messages/input-limits';
import { id, optional, page, timestamp } from '../messages/fields';
import { idPageQuery, searchWords } from '../messages/query-fields';
import { call } from '../messages/message';

/**
 * The effect of a webhook: the state of the payment (`granted` to `refund_due`), refund (`requested`, `processed`) or dispute (`open`,
 * `lost`, `won`) that it reported, or the reason why it had no effect.
 */
export const WEBHOOK_OUTCOMES = [
  'granted',
  'failed',
  'mismatch',
  'refund_due',
  'requested',
  'processed',
  'open',
  'lost',
  'won',
  'unchanged',
  'poller',
  'ignored',
  'unknown_order',
  'unknown_payment',
  'unreadable',
  'refused',
] as const;

const webhookRow = z.object({
  id,
  /** Razorpay's; of a refused webhook, what its sender claims. */
  eventId: z.string(),
  type: z.string(),
  outcome: z.enum(WEBHOOK_OUTCOMES),
  /** Why it was refused. */
  reason: z.string().nullable(),
  paymentId: z.string().nullable(),
  razorpayOrderId: z.string().nullable(),
  receivedAt: timestamp,
  /** When an operator last replayed it. */
  replayedAt: timestamp.nullable(),
  /** It has not taken effect, and a replay may change that. */
  canReplay: z.boolean(),
});
/** A webhook of Razorpay, as operators see it. */
export type WebhookRow = z.infer<typeof webhookRow>;

export const webhookPage = page(webhookRow);
export const webhookDetails = webhookRow.extend({
  /** JSON with personal data masked; null if nothing was stored. */
  body: z.string().nullable(),
});
export type WebhookDetails = z.infer<typeof webhookDetails>;

export const replayedWebhook = z.object({ outcome: z.enum(WEBHOOK_OUTCOMES) });

export const webhooksQuery = idPageQuery.extend({
  outcome: optional(z.enum(WEBHOOK_OUTCOMES)),
  q: searchWords(200, SEARCH_TOO_LONG).describe('Id of the event, its payment or its order'),
});
export type WebhooksQuery = z.infer<typeof webhooksQuery>;

export const webhookEventCalls = {
  /** Newest first. `words` is an event id, or an id of the payment or order that the event is about. */
  listWebhooks: call('billing.listWebhooks', {
    isForOperators: true,
    input: webhooksQuery.omit({ q: true }).extend({ words: webhooksQuery.shape.q }),
    output: webhookPage,
  }),
  /** `not_found` */
  getWebhook: call('billing.getWebhook', { input: z.object({ id }), output: webhookDetails }),
  /**
   * Reapplies a verified webhook that had no effect. `not_found`; `conflict` if it took effect, was refused, or is
   * outdated.
   */
  replayWebhook: call('billing.replayWebhook', {
    input: z.object({ id, adminId: id, reason: operatorReason }),
    output: replayedWebhook,
  }),
};
