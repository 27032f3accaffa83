import { correlation } from '@luit/platform/context';
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
  body: string;
  razorpay_refund_id: string | null;
  /** With this one. */
  attempts: number;
}

/** Brings a stored refund to its end. Whatever is cut off here goes on at the next attempt, under the same key. */
@Injectable()
export class RefundSender {
  private readonly log = new Logger(RefundSender.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly razorpay: RazorpayClient,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /** One attempt at a refund that is due; answers its state afterwards. Throws nothing of Razorpay's. */
  async send(id: string): Promise<RefundState> {
    const [due] = await this.claim('id = $2', [id]);
    if (due) return this.attempt(due);
    const [row] = await this.database.query<{ state: RefundState }[]>(`SELECT state FROM refunds WHERE id = $1`, [id]);
    if (!row) throw new Error(`There is no refund ${id}`);
    return row.state;
  }

  /** One attempt at each of up to `limit` refunds that are due; replicas take different ones. */
  async sendDue(limit: number): Promise<number> {
    const due = await this.claim(
      `id IN (SELECT id FROM refunds WHERE next_attempt_at <= now() ORDER BY next_attempt_at LIMIT $2
                FOR UPDATE SKIP LOCKED)`,
      [limit],
    );
    await Promise.all(due.map((refund) => this.attempt(refund)));
    return due.length;
  }

  /** Sets the next attempt before this one starts, so that one whose process dies is taken up again. */
  private async claim(which: string, values: unknown[]): Promise<DueRefund[]> {
    const [rows] = await this.database.query<[DueRefund[], number]>(
      `UPDATE refunds SET attempts = attempts + 1, next_attempt_at = now() + interval '1 millisecond'
              * ($1::float8[])[least(attempts + 1, cardinality($1::float8[]))]
        WHERE next_attempt_at <= now() AND ${which}
        RETURNING id, payment_id, body, razorpay_refund_id, attempts`,
      [this.config.refundScheduleMs, ...values],
    );
    return rows;
  }

  private async attempt(refund: DueRefund): Promise<RefundState> {
    try {
      return await this.record(refund, await this.ask(refund));
    } catch (error) {
      return this.endOrWait(refund, error);
    }
  }

  /** Before it posts again it looks for what an earlier attempt did: keys may not be remembered for ever. */
  private async ask({ id, payment_id, body, razorpay_refund_id, attempts }: DueRefund): Promise<RazorpayRefund> {
    if (razorpay_refund_id) return this.razorpay.fetchRefund(razorpay_refund_id);
    const earlier = attempts > 1 ? await this.find(id, payment_id) : undefined;
    return earlier ?? this.razorpay.refund(payment_id, body, id);
  }

  private async find(id: string, paymentId: string): Promise<RazorpayRefund | undefined> {
    const receipt = id.replaceAll('-', '');
    return (await this.razorpay.refundsOf(paymentId)).find((remote) => remote.receipt === receipt);
  }

  private async endOrWait(refund: DueRefund, error: unknown): Promise<RefundState> {
    const { message: reason } = error as Error;
    const told = { refundId: refund.id, paymentId: refund.payment_id, attempts: refund.attempts, reason };
    try {
      if (isFinal(error) && !refund.razorpay_refund_id) {
        const earlier = await this.find(refund.id, refund.payment_id);
        this.log.error({ msg: 'Razorpay refused a refund', ...told, isDoneBefore: earlier !== undefined });
        return await this.record(refund, earlier ?? { id: null, status: 'failed' }, reason);
      }
      await this.database.query(`UPDATE refunds SET last_error = $2 WHERE id = $1`, [refund.id, reason]);
      this.log.warn({ msg: 'A refund has no end yet', ...told });
    } catch (failure) {
      this.log.warn({ msg: 'A refund could not be recorded', ...told, failure: (failure as Error).message });
    }
    return 'requested';
  }

  private async record(
    { id, payment_id: paymentId }: DueRefund,
    remote: Pick<RazorpayRefund, 'status'> & { id: string | null },
    error: string | null = null,
  ): Promise<RefundState> {
    const [row] = await this.database.query<{ state: RefundState }[]>(
      `SELECT settle_refund($1, $2, $3, $4, $5) AS state`,
      [id, remote.id, remote.status, error, correlation()],
    );
    if (!row) throw new Error('settle_refund answered nothing');
    this.log.log({ msg: 'Razorpay answered a refund', refundId: id, paymentId, razorpay: remote, state: row.state });
    return row.state;
  }
}

/**
 * Only a plain 400 says that this refund will never be. Wrong keys, a conflict with itself under way (409) and an account
 * that holds too little just now all pass.
 */
function isFinal(error: unknown): boolean {
  return error instanceof RazorpayError && error.status === 400 && !/balance/i.test(error.message);
}
