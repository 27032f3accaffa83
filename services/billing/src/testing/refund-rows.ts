import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { RazorpayClient } from '../razorpay/razorpay-client';
import { type CardRefund, RefundsService } from '../refunds/refunds.service';
import type { BillingTestApp } from './billing-test-app';
import type { Paid } from './purchases';

interface Row {
  state: string;
  send: number;
  attempts: number;
  last_error: string | null;
  delayed_since: Date | null;
  razorpay_refund_id: string | null;
}

/** Requests refunds, and reads how far they are. */
export function refundRows(app: BillingTestApp) {
  function request(paid: Paid, changes: Partial<CardRefund> = {}) {
    const refund: CardRefund = {
      ...{ paymentId: paid.paymentId, amountPaise: 9_900, reason: 'job_failed', key: uuidv7() },
      ...changes,
    };
    return app.get(RefundsService).refundPayment(refund);
  }

  async function rowOf(refundId: string): Promise<Row> {
    const [row] = await app.source.query<Row[]>(
      `SELECT state, send, attempts, last_error, delayed_since, razorpay_refund_id FROM refunds WHERE id = $1`,
      [refundId],
    );
    if (!row) throw new Error('Unknown refund');
    return row;
  }

  const until = (refundId: string, expected: Partial<Record<keyof Row, unknown>>) =>
    eventually(async () => expect(await rowOf(refundId)).toMatchObject(expected));

  async function progressOf(refundId: string): Promise<string[]> {
    const rows = await app.source.query<{ progress: string }[]>(
      `SELECT payload ->> 'progress' AS progress FROM outbox
        WHERE name = 'billing.refundProgressed' AND payload ->> 'refundId' = $1 ORDER BY id`,
      [refundId],
    );
    return rows.map(({ progress }) => progress);
  }

  /** Refunds at Razorpay, newest first. */
  const atRazorpay = (paymentId: string) => app.get(RazorpayClient).listRefunds(paymentId);

  return { request, rowOf, until, progressOf, atRazorpay };
}
