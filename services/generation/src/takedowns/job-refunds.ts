import type { EntityManager } from 'typeorm';

interface JobRefund {
  adminId: string;
  requestId: string;
  credits: number;
  reason: string;
  idempotencyKey: string;
}

/** SQL on `requests r`: an operator's refund of it was made or is being made. */
export const IS_REFUND_RECORDED = `EXISTS (SELECT FROM operation_items i JOIN operations o ON o.id = i.operation_id
  WHERE i.request_id = r.id AND o.action = 'refund' AND i.refusal IS NULL)`;

/** Records an operator's refund of one job in the caller's transaction. `JobActionsService` makes it within seconds. */
export async function recordRefund(
  manager: EntityManager,
  { adminId, requestId, credits, reason, idempotencyKey }: JobRefund,
): Promise<void> {
  const input = JSON.stringify({ action: 'refund', target: { id: requestId } });
  await manager.query(
    `WITH operation AS (
       INSERT INTO operations (admin_id, action, idempotency_key, input, is_bulk, reason)
       VALUES ($1, 'refund', $2, $3, false, $4) RETURNING id)
     INSERT INTO operation_items (operation_id, request_id, credits) SELECT id, $5, $6 FROM operation`,
    [adminId, idempotencyKey, input, reason, requestId, credits],
  );
}
