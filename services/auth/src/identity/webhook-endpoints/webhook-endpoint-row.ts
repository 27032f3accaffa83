import type { WebhookEvent, WebhookOffReason } from '@luit/contracts/auth/webhook-limits';
import type { WebhookEndpoint } from '@luit/contracts/auth/webhooks';

/** A row of `WEBHOOK_ENDPOINTS`. */
export interface WebhookEndpointRow {
  id: string;
  url: string;
  events: WebhookEvent[];
  offAt: Date | null;
  offReason: WebhookOffReason | null;
  failingSince: Date | null;
  lastError: string | null;
  deliveredAt: Date | null;
  previousSecretExpiresAt: Date | null;
  createdAt: Date;
}

/** SQL: the columns that are read of an endpoint `e`. */
export const WEBHOOK_ENDPOINT_COLUMNS = `
         e.id, e.url, e.events, e.off_at AS "offAt", e.off_reason AS "offReason", e.failing_since AS "failingSince",
         e.last_error AS "lastError", e.delivered_at AS "deliveredAt", e.created_at AS "createdAt",
         CASE WHEN e.previous_secret_expires_at > now() THEN e.previous_secret_expires_at END AS "previousSecretExpiresAt"`;

/** SQL: the endpoints, as `e`. */
export const WEBHOOK_ENDPOINTS = `SELECT ${WEBHOOK_ENDPOINT_COLUMNS} FROM webhook_endpoints e`;

export function toWebhookEndpoint(row: WebhookEndpointRow): WebhookEndpoint {
  const { id, url, events, offAt, offReason, lastError } = row;
  return {
    ...{ id, url, events, lastError },
    off: offAt && offReason && { reason: offReason, at: offAt.toISOString() },
    failingSince: row.failingSince?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    previousSecretExpiresAt: row.previousSecretExpiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
