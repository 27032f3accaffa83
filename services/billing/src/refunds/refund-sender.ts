import { correlation } from '@luit/platform/tracing/correlation';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { RazorpayClient, type RazorpayRefund } from '../razorpay/razorpay-client';
import { RazorpayError } from '../razorpay/razorpay.errors';

export type RefundState = 'requested' | 'processed' | 'failed';

interface DueRefund {
  id: string;
  payment_id: string;
  order_id: string;
  body: string;
  razorpay_refund_id: string | null;
  /** Including the current one. */
  attempts: number;
}

/** Sends stored refunds to Razorpay and records the results. Attempts may crash anywhere; retries use the same key. */
@Injectable()
export class RefundSender {
  private readonly log = new Logger(RefundSender.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly razorpay: RazorpayClient,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /** Makes one attempt if the refund is due, and returns its state. Does not throw when Razorpay fails. */
  async send(id: string): Promise<RefundState> {
    const [due] = await this.claim('id = $2', [id]);
    if (due) return this.attempt(due);
    const [row] = await this.database.query<{ state: RefundState }[]>(`SELECT state FROM refunds WHERE id = $1`, [id]);
    if (!row) throw new Error(`Unknown refund ${id}`);
    return row.state;
  }

  /** Makes one attempt at each of up to `limit` due refunds. Returns how many were due. */
  async sendDue(limit: number): Promise<number> {
    const due = await this.claim(
      `id IN (SELECT id FROM refunds WHERE next_attempt_at <= now() ORDER BY next_attempt_at LIMIT $2
                FOR UPDATE SKIP LOCKED)`,
      [limit],
    );
    await Promise.all(due.map((refund) => this.attempt(refund)));
    return due.length;
  }

  /** Schedules the next attempt before the current one starts, so that a crash does not lose the refund. */
  private async claim(condition: string, values: unknown[]): Promise<DueRefund[]> {
    const [rows] = await this.database.query<[DueRefund[], number]>(
      `UPDATE refunds SET attempts = attempts + 1, next_attempt_at = now() + interval '1 millisecond'
              * ($1::float8[])[least(attempts + 1, cardinality($1::float8[]))]
        WHERE next_attempt_at <= now() AND ${condition}
        RETURNING id, payment_id, (SELECT order_id FROM payments WHERE payments.id = payment_id) AS order_id, body,
                  razorpay_refund_id, attempts`,
      [this.config.refundScheduleMs, ...values],
    );
    return rows;
  }

  private async attempt(refund: DueRefund): Promise<RefundState> {
    try {
      return await this.settle(refund, await this.sendOrFetch(refund));
    } catch (error) {
      return this.handleFailure(refund, error);
    }
  }

  /** Before retrying, searches for the refund of an earlier attempt, because Razorpay may forget idempotency keys. */
  private async sendOrFetch({
    id,
    payment_id,
    body,
    razorpay_refund_id,
    attempts,
  }: DueRefund): Promise<RazorpayRefund> {
    if (razorpay_refund_id) return this.razorpay.fetchRefund(razorpay_refund_id);
    const earlier = attempts > 1 ? await this.find(id, payment_id) : undefined;
    return earlier ?? this.razorpay.refund(payment_id, body, id);
  }

  private async find(id: string, paymentId: string): Promise<RazorpayRefund | undefined> {
    const receipt = id.replaceAll('-', '');
    return (await this.razorpay.listRefunds(paymentId)).find((refund) => refund.receipt === receipt);
  }

  private async handleFailure(refund: DueRefund, error: unknown): Promise<RefundState> {
    const { message: reason } = error as Error;
    const logged = { ...idsOf(refund), attempts: refund.attempts, reason };
    try {
      if (isFinal(error) && !refund.razorpay_refund_id) {
        const earlier = await this.find(refund.id, refund.payment_id);
        this.log.error({ msg: 'Razorpay rejected a refund', ...logged, alreadyRefunded: earlier !== undefined });
        return await this.settle(refund, earlier ?? { id: null, status: 'failed' }, reason);
      }
      await this.database.query(`UPDATE refunds SET last_error = $2 WHERE id = $1`, [refund.id, reason]);
      this.log.warn({ msg: 'Refund attempt failed; will retry', ...logged });
    } catch (failure) {
      this.log.warn({ msg: 'Recording a refund failed', ...logged, failure: (failure as Error).message });
    }
    return 'requested';
  }

  private async settle(
    refund: DueRefund,
    result: Pick<RazorpayRefund, 'status'> & { id: string | null },
    error: string | null = null,
  ): Promise<RefundState> {
    const [row] = await this.database.query<{ state: RefundState }[]>(
      `SELECT settle_refund($1, $2, $3, $4, $5) AS state`,
      [refund.id, result.id, result.status, error, correlation()],
    );
    if (!row) throw new Error('settle_refund returned no row');
    const atRazorpay = { razorpayRefundId: result.id, razorpayStatus: result.status };
    this.log.log({ msg: 'Refund changed', ...idsOf(refund), state: row.state, ...atRazorpay });
    return row.state;
  }
}

function idsOf({ id, payment_id, order_id }: DueRefund): Record<string, string> {
  return { refundId: id, paymentId: payment_id, orderId: order_id };
}

/**
 * Only a 400 means that the refund will never succeed. Wrong API keys, a concurrent attempt (409) and a merchant balance
 * that is too low are temporary.
 */
function isFinal(error: unknown): boolean {
  return error instanceof RazorpayError && error.status === 400 && !/balance/i.test(error.message);
}
