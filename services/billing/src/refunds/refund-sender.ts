import { unavailable } from '@luit/platform/errors/errors';
import { correlation } from '@luit/platform/tracing/correlation';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { RazorpayClient, type RazorpayRefund } from '../razorpay/razorpay-client';
import { RazorpayError, toUserError } from '../razorpay/razorpay.errors';

export type RefundState = 'requested' | 'processed' | 'failed';

interface DueRefund {
  id: string;
  payment_id: string;
  order_id: string;
  body: string;
  razorpay_refund_id: string | null;
  /** Counts the idempotency keys. */
  send: number;
  /** Including the current one. */
  attempts: number;
}

const DUE_COLUMNS = `id, payment_id, (SELECT order_id FROM payments WHERE payments.id = payment_id) AS order_id, body,
  razorpay_refund_id, send, attempts`;

/** Longer than an attempt, so that two of them never overlap. */
export const BETWEEN_ATTEMPTS = '30 seconds';
const NO_ATTEMPT_RUNS = `(attempted_at IS NULL OR attempted_at < now() - interval '${BETWEEN_ATTEMPTS}')`;

/**
 * Sends stored refunds to Razorpay and records the results. Attempts may crash anywhere: a retry uses the same key, unless the
 * refund definitely failed under it.
 */
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

  /**
   * Checks whether Razorpay has the refund even though it has not reported it, and then settles the refund by Razorpay's answer. Otherwise
   * no attempt starts within a minute, so that the caller can pay the refund another way.
   *
   * @throws LuitError `unavailable` while an attempt may run, or if Razorpay does not answer
   */
  async existsAtRazorpay(id: string): Promise<boolean> {
    const [[due]] = await this.database.query<[DueRefund[], number]>(
      `UPDATE refunds SET attempted_at = now(), next_attempt_at = greatest(next_attempt_at, now() + interval '1 minute')
        WHERE id = $1 AND next_attempt_at IS NOT NULL AND ${NO_ATTEMPT_RUNS} RETURNING ${DUE_COLUMNS}`,
      [id],
    );
    if (!due) throw unavailable('An attempt at this refund may still be running. Try again in 30 seconds.');
    try {
      const known = await this.find(due);
      if (known) await this.settle(due, known);
      return known !== undefined;
    } catch (error) {
      throw toUserError(error);
    }
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
      `UPDATE refunds SET attempts = attempts + 1, attempted_at = now(), next_attempt_at = now() + interval '1 millisecond'
              * ($1::float8[])[least(attempts + 1, cardinality($1::float8[]))]
        WHERE next_attempt_at <= now() AND ${condition}
        RETURNING ${DUE_COLUMNS}`,
      [this.config.refundScheduleMs, ...values],
    );
    return rows;
  }

  private async attempt(refund: DueRefund): Promise<RefundState> {
    try {
      const known = await this.lookUp(refund);
      return await (known ? this.settle(refund, known) : this.post(refund));
    } catch (error) {
      return this.recordFailure(refund, (error as Error).message);
    }
  }

  /** Before retrying, searches for the refund of an earlier attempt, because Razorpay may forget idempotency keys. */
  private async lookUp(refund: DueRefund): Promise<RazorpayRefund | undefined> {
    if (refund.razorpay_refund_id) return this.razorpay.fetchRefund(refund.razorpay_refund_id);
    return refund.attempts > 1 ? this.find(refund) : undefined;
  }

  private async post(refund: DueRefund): Promise<RefundState> {
    const { id, payment_id, body, send } = refund;
    try {
      return await this.settle(refund, await this.razorpay.refund(payment_id, body, send === 1 ? id : `${id}-${send}`));
    } catch (error) {
      if (!isFinal(error)) throw error;
      // An earlier attempt may have succeeded.
      const known = await this.find(refund);
      return await (known ? this.settle(refund, known) : this.reject(refund, null, error.message));
    }
  }

  /** The refund at Razorpay, whichever send created it, unless it failed there. */
  private async find({ id, payment_id }: DueRefund): Promise<RazorpayRefund | undefined> {
    const receipt = id.replaceAll('-', '');
    const refunds = await this.razorpay.listRefunds(payment_id);
    return refunds.find((refund) => refund.receipt?.split('-')[0] === receipt && refund.status !== 'failed');
  }

  private async recordFailure(refund: DueRefund, reason: string): Promise<RefundState> {
    const logged = { ...idsOf(refund), attempts: refund.attempts, reason };
    this.log.warn({ msg: 'Refund attempt failed; will retry', ...logged });
    try {
      await this.database.query(`SELECT record_refund_failure($1, $2, false, $3)`, [refund.id, reason, correlation()]);
    } catch (failure) {
      this.log.warn({ msg: 'Recording a refund failed', ...logged, failure: (failure as Error).message });
    }
    return 'requested';
  }

  private async settle(refund: DueRefund, result: RazorpayRefund): Promise<RefundState> {
    if (result.status === 'failed') return this.reject(refund, result.id, `The bank failed the refund ${result.id}`);
    const state = await this.run('settle_refund($1, $2, $3, NULL, $4)', [
      refund.id,
      result.id,
      result.status,
      correlation(),
    ]);
    const atRazorpay = { razorpayRefundId: result.id, razorpayStatus: result.status };
    this.log.log({ msg: 'Refund changed', ...idsOf(refund), state, ...atRazorpay });
    return state;
  }

  /**
   * The refund will be sent again under a new key, unless too little of the payment is left.
   *
   * @param razorpayRefundId the refund that the bank failed; null if Razorpay created none
   */
  private async reject(refund: DueRefund, razorpayRefundId: string | null, error: string): Promise<RefundState> {
    const leftPaise = await this.razorpay.fetchRefundable(refund.payment_id);
    const values = [refund.id, refund.send, razorpayRefundId, error, leftPaise, correlation()];
    const state = await this.run('reject_refund($1, $2, $3, $4, $5, $6)', values);
    this.log.error({ msg: 'Refund failed', ...idsOf(refund), state, attempts: refund.attempts, reason: error });
    return state;
  }

  private async run(call: string, values: unknown[]): Promise<RefundState> {
    const [row] = await this.database.query<{ state: RefundState }[]>(`SELECT ${call} AS state`, values);
    if (!row) throw new Error('A refund function returned no row');
    return row.state;
  }
}

function idsOf({ id, payment_id, order_id }: DueRefund): Record<string, string> {
  return { refundId: id, paymentId: payment_id, orderId: order_id };
}

/**
 * Only a 400 means that Razorpay made no refund under this key and never will, for example because the merchant's balance was too
 * low. After any other failure, such as wrong API keys or a concurrent attempt (409), the same key may still succeed.
 */
function isFinal(error: unknown): error is RazorpayError {
  return error instanceof RazorpayError && error.status === 400;
}
