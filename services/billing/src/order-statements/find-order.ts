import { isUuid } from '@luit/platform/database/is-uuid';
import type { EntityManager } from 'typeorm';
import { MATCHING_ORDERS } from '../orders/matching-orders';

const FIND = `${MATCHING_ORDERS}
  UNION SELECT p.order_id FROM clawbacks c JOIN payments p ON p.id = c.payment_id WHERE c.transfer_id = $1
  UNION SELECT p.order_id FROM invoices i JOIN payments p ON p.id = i.payment_id WHERE i.number = $2
  LIMIT 1`;

/** The order that a reference belongs to; every lookup uses an index. */
export async function findOrderId(manager: EntityManager, reference: string): Promise<string | null> {
  const [row] = await manager.query<{ id: string }[]>(FIND, [isUuid(reference) ? reference : null, reference]);
  return row?.id ?? null;
}
