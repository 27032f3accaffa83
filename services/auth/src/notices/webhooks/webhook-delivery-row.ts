import type { WebhookDelivery } from '@luit/contracts/auth/webhooks';

/** A row of `WEBHOOK_DELIVERIES`. */
export interface WebhookDeliveryRow {
  id: string;
  type: string;
  subject: string | null;
  body: string;
  createdAt: Date;
  attempts: number;
  dueAt: Date | null;
  attemptedAt: Date | null;
  status: number | null;
  durationMs: number | null;
  error: string | null;
  response: string | null;
  deliveredAt: Date | null;
}

/** SQL: the deliveries, as `d`. */
export const WEBHOOK_DELIVERIES = `
  SELECT d.id, d.type, d.subject, d.body, d.created_at AS "createdAt", d.attempts, d.due_at AS "dueAt",
         d.attempted_at AS "attemptedAt", d.status, d.duration_ms AS "durationMs", d.error, d.response,
         d.delivered_at AS "deliveredAt"
    FROM webhook_deliveries d`;

export function toWebhookDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  const { id, type, subject, body, attempts, status, error } = row;
  return {
    ...{ id, type, subject, body, attempts },
    state: stateOf(row),
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: row.dueAt?.toISOString() ?? null,
    lastAttempt: row.attemptedAt && {
      ...{ status, error },
      at: row.attemptedAt.toISOString(),
      durationMs: row.durationMs ?? 0,
      response: row.response ?? '',
    },
  };
}

function stateOf({ dueAt, deliveredAt }: WebhookDeliveryRow): WebhookDelivery['state'] {
  if (dueAt) return 'waiting';
  return deliveredAt ? 'delivered' : 'failed';
}
