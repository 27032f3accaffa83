import type { EntityManager } from 'typeorm';

/** Ends a delivery and the failures of its destination. Idempotent. */
export async function recordDelivered(manager: EntityManager, deliveryId: string): Promise<void> {
  await manager.query(
    `WITH delivered AS (
       UPDATE alert_deliveries SET delivered_at = now(), attempts = attempts + 1, last_error = NULL
        WHERE id = $1 AND delivered_at IS NULL RETURNING destination_id)
     UPDATE alert_destinations SET delivered_at = now(), failures = 0, last_error = NULL, failing_since = NULL
      WHERE id IN (SELECT destination_id FROM delivered)`,
    [deliveryId],
  );
}
