import type { JobMoneyMovement, JobRevenue } from '@luit/contracts/billing/job-money';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { LedgerService } from '../ledger/ledger.service';

/** Millionths of a rupee. */
const MICROS_PER_PAISA = 10_000;
const DESCRIPTION = 'Refund: credits returned by support';

/** Refunds a job and lists its credit movements, for operators. */
@Injectable()
export class JobMoneyService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly ledger: LedgerService,
  ) {}

  /** Returns the credits of a succeeded job. Idempotent. @throws LuitError `conflict` unless its credits were captured */
  @OnCall(billingCalls.refundJob)
  async refund({ requestId }: RequestOf<typeof billingCalls.refundJob>): Promise<{ credits: number }> {
    return { credits: await this.ledger.returnCapturedCredits(requestId, DESCRIPTION) };
  }

  @OnCall(billingCalls.getJobMoney)
  async movementsOf({
    requestId,
  }: RequestOf<typeof billingCalls.getJobMoney>): Promise<{ movements: JobMoneyMovement[] }> {
    const rows = await this.database.query<(Omit<JobMoneyMovement, 'at'> & { at: Date })[]>(
      `SELECT f.kind::text, f.amount::int AS credits, NULL::int AS "amountPaise", f.created_at AS at FROM transfers f
        WHERE f.idempotency_key = ANY ($1)
        UNION ALL
       SELECT 'card_refund', r.credits::int, r.amount_paise::int, r.created_at
         FROM orders o JOIN payments p ON p.order_id = o.id JOIN refunds r ON r.payment_id = p.id AND r.state <> 'failed'
        WHERE o.request_id = $2
        ORDER BY at`,
      [['hold', 'capture', 'release', 'return'].map((kind) => `${kind}:${requestId}`), requestId],
    );
    return { movements: rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
  }

  /** Each credit is worth the price of its lot, divided by the credits of the order. */
  @OnCall(billingCalls.getJobRevenues)
  async revenuesOf({
    requestIds,
  }: RequestOf<typeof billingCalls.getJobRevenues>): Promise<{ revenues: Record<string, JobRevenue> }> {
    const rows = await this.database.query<{ id: string; credits: string; micros: string }[]>(
      `SELECT hold.id, CASE WHEN is_kept THEN hold.credits ELSE 0 END AS credits,
              CASE WHEN is_kept THEN coalesce((
                SELECT round(sum(part.credits::numeric * payment.amount_paise * ${MICROS_PER_PAISA} / bought.credits))
                  FROM hold_lots part JOIN lots lot ON lot.id = part.lot_id
                  JOIN payments payment ON payment.id = lot.payment_id JOIN orders bought ON bought.id = payment.order_id
                 WHERE part.hold_id = hold.id), 0) ELSE 0 END AS micros
         FROM holds hold, LATERAL (SELECT hold.state = 'captured' AND NOT EXISTS (
           SELECT FROM transfers WHERE idempotency_key = 'return:' || hold.id) AS is_kept) AS kept
        WHERE hold.id = ANY ($1::uuid[]) AND hold.state <> 'held'`,
      [requestIds],
    );
    return {
      revenues: Object.fromEntries(
        rows.map(({ id, credits, micros }) => [id, { credits: Number(credits), micros: Number(micros) }]),
      ),
    };
  }
}
