import type { EntityManager } from 'typeorm';

/**
 * Ends the deliveries that wait for an endpoint that was switched off; their owner can replay them. Call it after the commit: the record of
 * an attempt locks a delivery before its endpoint.
 */
export async function failWaiting(manager: EntityManager, endpointId: string): Promise<void> {
  await manager.query(
    `UPDATE webhook_deliveries SET due_at = NULL, failed_at = now() WHERE endpoint_id = $1 AND due_at IS NOT NULL`,
    [endpointId],
  );
}
