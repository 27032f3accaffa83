import type { AlertCause } from '@luit/contracts/alerts';
import { alertsOf } from '@luit/platform/alerts/scores-as-alerts';
import { Scoreboard } from '@luit/platform/invariants/scoreboard';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { NOT_GRANTED } from './checks';

const SHOWN = 20;
const PAISE_PER_RUPEE = 100;

/** What billing sees go wrong: payments that fit no order, or that gave nothing, and its invariants. */
@Injectable()
export class AlertCauses {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly scoreboard: Scoreboard,
  ) {}

  async look(): Promise<AlertCause[]> {
    const scores = await this.scoreboard.scores();
    const kindOf = (name: string) => (name === NOT_GRANTED ? 'payment_not_granted' : undefined);
    return [...(await this.mismatches()), ...alertsOf(scores, kindOf)];
  }

  /** Until all of it went back, or it was granted after all. */
  private async mismatches(): Promise<AlertCause[]> {
    const rows = await this.database.query<{ id: string; orderId: string; paise: string; ordered: string }[]>(
      `SELECT p.id, p.order_id AS "orderId", p.amount_paise AS paise, o.amount_paise AS ordered
         FROM payments p JOIN orders o ON o.id = p.order_id
        WHERE p.state = 'mismatch' AND p.amount_paise > (SELECT coalesce(sum(r.amount_paise), 0) FROM refunds r
                WHERE r.payment_id = p.id AND r.state <> 'failed')
        ORDER BY p.created_at DESC LIMIT ${SHOWN}`,
    );
    return rows.map(({ id, orderId, paise, ordered }) => ({
      kind: 'payment_mismatch',
      subject: id,
      summary: `The payment ${id} of ${rupees(paise)} does not match its order ${orderId} of ${rupees(ordered)}.`,
      action: 'Nothing was granted. Find the payment in Razorpay’s dashboard and refund it there.',
      severity: 'critical',
    }));
  }
}

function rupees(paise: string): string {
  return `₹${(Number(paise) / PAISE_PER_RUPEE).toLocaleString('en-IN')}`;
}
