import { billingCalls } from '@luit/contracts/billing/messages';
import type { VideoPayment } from '@luit/contracts/billing/receipts';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { CallClient } from '@luit/platform/calls/call-client';
import { OnCall } from '@luit/platform/calls/on-call';
import { columnsOf } from '@luit/platform/database/columns-of';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { correlation } from '@luit/platform/tracing/correlation';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { type Buyer, type Invoice, InvoiceEntity } from './invoice.entity';
import { renderInvoice } from './pdf/invoice-pdf';

const ANONYMOUS_BUYER: Buyer = { name: null, state: null, gstin: null };

/** SQL for the user billed for order `o`. An order for one video has an account of its own beside its buyer's. */
export const BILLED_USER = 'coalesce(o.buyer_id, o.user_id)';

/** SQL for the refund behind transaction $1: requested by Luit, or initiated at Razorpay and recorded as a clawback. */
const REFUND_OF_TRANSACTION = `
  SELECT id FROM refunds WHERE transfer_id = $1 UNION ALL SELECT id FROM clawbacks WHERE transfer_id = $1`;

type VideoPaymentRow = WithDates<Omit<VideoPayment, 'document'>, 'paidAt'> & { transactionId: string };

@Injectable()
export class InvoicesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly calls: CallClient,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /**
   * Returns the document of a purchase or a card refund as a base64 PDF. Issues it first if it is still due.
   *
   * @param request `userId` null skips the ownership check, for operators
   * @throws LuitError `not_found`, also for documents of other users; `unavailable` if auth cannot be asked for the buyer
   */
  @OnCall(billingCalls.getInvoice)
  async pdf(request: RequestOf<typeof billingCalls.getInvoice>): Promise<{ number: string; pdf: string }> {
    const { transactionId, userId } = request;
    const invoice = (await this.find(transactionId)) ?? (await this.issueDue(transactionId, userId));
    if (!invoice || (userId !== null && invoice.userId !== userId)) {
      throw new LuitError('not_found', 'There is no invoice for this transaction.');
    }
    return { number: invoice.number, pdf: (await renderInvoice(invoice)).toString('base64') };
  }

  /** The payment of a video that was paid for directly; null for other requests. */
  @OnCall(billingCalls.getVideoPayment)
  async paymentOfVideo({
    requestId,
  }: RequestOf<typeof billingCalls.getVideoPayment>): Promise<{ payment: VideoPayment | null }> {
    const [found] = await this.findVideoPayment(requestId);
    if (!found) return { payment: null };
    const { transactionId: _, ...payment } = found;
    const document = this.config.invoicing.seller.gstin === null ? 'receipt' : 'invoice';
    return { payment: { document, ...withIsoTimes(payment) } };
  }

  /** The document of a video that was paid for directly. @throws LuitError like `pdf` */
  @OnCall(billingCalls.getVideoReceipt)
  async pdfOfVideo({
    requestId,
  }: RequestOf<typeof billingCalls.getVideoReceipt>): Promise<{ number: string; pdf: string }> {
    const [found] = await this.findVideoPayment(requestId);
    if (!found) throw new LuitError('not_found', 'There is no receipt for this video.');
    return this.pdf({ transactionId: found.transactionId, userId: null });
  }

  /** Issues the one document of a granted payment. Idempotent. Looks up the buyer first, outside any transaction. */
  async issue(paymentId: string, userId: string): Promise<void> {
    const { seller, rateBasisPoints } = this.config.invoicing;
    const buyer = await this.buyer(userId);
    await this.database.query(`SELECT issue_invoice($1, $2, $3, $4, $5)`, [
      paymentId,
      JSON.stringify(seller),
      rateBasisPoints,
      JSON.stringify(buyer),
      correlation(),
    ]);
  }

  /** Issues every document that is still due to a user. */
  async issueAllDue(userId: string): Promise<void> {
    const due = await this.database.query<{ id: string }[]>(
      `SELECT p.id FROM payments p JOIN orders o ON o.id = p.order_id
        WHERE ${BILLED_USER} = $1 AND p.state = 'granted' AND p.invoice_id IS NULL`,
      [userId],
    );
    for (const { id: paymentId } of due) await this.issue(paymentId, userId);
  }

  async issueCreditNote(refundId: string): Promise<void> {
    await this.database.query(`SELECT issue_credit_note($1)`, [refundId]);
  }

  private findVideoPayment(requestId: string): Promise<VideoPaymentRow[]> {
    return this.database.query<VideoPaymentRow[]>(
      `SELECT p.id AS "paymentId", p.transaction_id AS "transactionId", p.amount_paise::float8 AS "amountPaise",
              o.razorpay_order_id AS "razorpayOrderId", t.created_at AS "paidAt"
         FROM orders o JOIN payments p ON p.order_id = o.id AND p.state = 'granted'
         JOIN transactions t ON t.id = p.transaction_id WHERE o.request_id = $1`,
      [requestId],
    );
  }

  private async find(transactionId: string): Promise<Invoice | null> {
    const [invoice] = await this.database.query<Invoice[]>(
      `SELECT ${columnsOf(InvoiceEntity, 'i')}, o.razorpay_order_id AS "orderId", CASE WHEN corrected.id IS NOT NULL
                THEN jsonb_build_object('number', corrected.number, 'issuedAt', corrected.issued_at) END AS corrects
         FROM invoices i JOIN payments p ON p.id = i.payment_id JOIN orders o ON o.id = p.order_id
         LEFT JOIN invoices corrected ON corrected.id = i.corrected_invoice_id
        WHERE i.transaction_id = $1 OR i.refund_id = ANY (ARRAY(${REFUND_OF_TRANSACTION}))`,
      [transactionId],
    );
    return invoice ?? null;
  }

  private async issueDue(transactionId: string, userId: string | null): Promise<Invoice | null> {
    const [due] = await this.database.query<{ payment_id: string; user_id: string; refund_id: string | null }[]>(
      `SELECT p.id AS payment_id, ${BILLED_USER} AS user_id, NULL AS refund_id
         FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.transaction_id = $1
        UNION ALL
       SELECT r.payment_id, ${BILLED_USER}, r.id FROM refunds r JOIN payments p ON p.id = r.payment_id
         JOIN orders o ON o.id = p.order_id WHERE r.id = ANY (ARRAY(${REFUND_OF_TRANSACTION})) AND r.state = 'processed'`,
      [transactionId],
    );
    if (!due || (userId !== null && due.user_id !== userId)) return null;
    await this.issue(due.payment_id, due.user_id);
    if (due.refund_id !== null) await this.issueCreditNote(due.refund_id);
    return this.find(transactionId);
  }

  /** Purchases of guests and of deleted accounts name no buyer. */
  private async buyer(userId: string): Promise<Buyer> {
    try {
      const { user_metadata: metadata, billing_profile: profile } = await this.calls.call(authCalls.getUser, {
        userId,
      });
      if (metadata.status === 'closed') return ANONYMOUS_BUYER;
      const name = profile?.name ?? metadata.name;
      return { name: name || null, state: profile?.state ?? null, gstin: profile?.gstin ?? null };
    } catch (error) {
      if (error instanceof LuitError && error.code === 'user_not_found') return ANONYMOUS_BUYER;
      throw error;
    }
  }
}
