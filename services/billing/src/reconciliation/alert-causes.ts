import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { invariantAlerts } from '@luit/platform/alerts/invariant-alerts';
import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CAPTURED_IS_GRANTED } from './billing-checks';

const MAX_MISMATCHES = 20;
const PAISE_PER_RUPEE = 100;

/** Lists billing's causes for operator alerts: payments that do not match their order, and violated invariants. */
@Injectable()
export class AlertCauses {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly monitor: InvariantMonitor,
  ) {}

  async list(): Promise<AlertCause[]> {
    const statuses = await this.monitor.statuses();
    const kindOf = (name: string) => (name === CAPTURED_IS_GRANTED ? 'payment_not_granted' : undefined);
    return [...(await this.mismatches()), ...invariantAlerts(statuses, kindOf)];
  }

  /** Mismatched payments that are neither granted nor fully refunded. */
  private async mismatches(): Promise<AlertCause[]> {
    const rows = await this.database.query<{ id: string; orderId: string; paise: string; ordered: string }[]>(
      `SELECT p.id, p.order_id AS "orderId", p.amount_paise AS paise, o.amount_paise AS ordered
         FROM payments p JOIN orders o ON o.id = p.order_id
        WHERE p.state = 'mismatch' AND p.amount_paise > (SELECT coalesce(sum(r.amount_paise), 0) FROM refunds r
                WHERE r.payment_id = p.id AND r.state <> 'failed')
        ORDER BY p.created_at DESC LIMIT ${MAX_MISMATCHES}`,
    );
    return rows.map(({ id, orderId, paise, ordered }) => ({
      kind: 'payment_mismatch',
      subject: id,
      summary: `The payment ${id} of ${rupees(paise)} does not match its order ${orderId} of ${rupees(ordered)}.`,
      action: 'No credits were granted. Refund the payment in Razorpay’s dashboard.',
      severity: 'critical',
    }));
  }
}

function rupees(paise: string): string {
  return `₹${(Number(paise) / PAISE_PER_RUPEE).toLocaleString('en-IN')}`;
}
