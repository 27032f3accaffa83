import type { EntityManager } from 'typeorm';
import { type DeliveryDeclaration, recordAttempts, RETRIED_FOR_A_DAY } from './delivery-attempts';

export const ALERT_DELIVERIES: DeliveryDeclaration = {
  table: 'alert_deliveries',
  targets: 'alert_destinations',
  targetColumn: 'destination_id',
  targetState: { success: ', failures = 0', failure: ', failures = e.failures + latest.attempts' },
  attemptColumns: '',
  // Mails have a job of their own.
  due: `alert_deliveries d JOIN alert_destinations e ON e.id = d.destination_id WHERE d.due_at IS NOT NULL AND e.kind = 'webhook'`,
  ...RETRIED_FOR_A_DAY,
};

/** Ends a delivery by mail and the failures of its destination. Idempotent. */
export async function recordDelivered(manager: EntityManager, deliveryId: string): Promise<void> {
  const attempt = { deliveryId, status: null, error: null, response: '', durationMs: 0 };
  await recordAttempts(manager, ALERT_DELIVERIES, 'success', [attempt]);
}
