import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { parseInput, id } from '../ledger/input';
import { type Buyer, type Invoice, type InvoiceRow, toInvoice } from './invoice';
import { renderInvoice } from './pdf/invoice-pdf';

const download = z.object({ transactionId: id, userId: id.nullable() });

const NOBODY: Buyer = { name: null, state: null, gstin: null };

/** SQL for whom order `o` is billed to: a video paid directly has an account of its own, its buyer another. */
export const BILLED_USER = 'coalesce(o.buyer_id, o.user_id)';

/** SQL for the refund behind transaction $1: one that we asked for, or one made at Razorpay, which took credits back. */
const REFUND_OF_TRANSACTION = `
  SELECT id FROM refunds WHERE transfer_id = $1 UNION ALL SELECT id FROM clawbacks WHERE transfer_id = $1`;

@Injectable()
export class InvoicesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly calls: CallClient,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /**
   * The document of a purchase or a money-back refund, as PDF. One that is not issued yet is issued now.
   *
   * @param request a user of null may see everybody's
   * @throws LuitError `not_found` also for what is somebody else's; `unavailable` where the buyer cannot be asked for
   */
  async pdf(request: z.input<typeof download>): Promise<{ number: string; pdf: string }> {
    const { transactionId, userId } = parseInput(download, request);
    const invoice = (await this.find(transactionId)) ?? (await this.issueLate(transactionId, userId));
    if (!invoice || (userId !== null && invoice.userId !== userId)) {
      throw new LuitError('not_found', 'There is no invoice for this transaction.');
    }
    return { number: invoice.number, pdf: (await renderInvoice(invoice)).toString('base64') };
  }

  /** Issues the one document of a granted payment; again it changes nothing. The buyer is asked for before, not within. */
  async issue(paymentId: string, userId: string): Promise<void> {
    const { seller, rateBasisPoints } = this.config.invoicing;
    const buyer = await this.buyer(userId);
    await this.database.query(`SELECT issue_invoice($1, $2, $3, $4)`, [
      paymentId,
      JSON.stringify(seller),
      rateBasisPoints,
      JSON.stringify(buyer),
    ]);
  }

  /** Everything that is still due to a buyer, while it is known whom to make it out to. */
  async issueAllOf(userId: string): Promise<void> {
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

  private async find(transactionId: string): Promise<Invoice | null> {
    const [row] = await this.database.query<InvoiceRow[]>(
      `SELECT i.*, before.number AS corrected_number, before.issued_at AS corrected_issued_at
         FROM invoices i LEFT JOIN invoices before ON before.id = i.corrects
        WHERE i.transaction_id = $1 OR i.refund_id = ANY (ARRAY(${REFUND_OF_TRANSACTION}))`,
      [transactionId],
    );
    return row ? toInvoice(row) : null;
  }

  private async issueLate(transactionId: string, userId: string | null): Promise<Invoice | null> {
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

  /** A guest's purchase, or one of an account that is gone, is made out to nobody by name. */
  private async buyer(userId: string): Promise<Buyer> {
    try {
      const { user_metadata: metadata, billing_profile: profile } = await this.calls.call(authCalls.getUser, {
        userId,
      });
      if (metadata.status === 'closed') return NOBODY;
      const name = profile?.name ?? metadata.name;
      return { name: name || null, state: profile?.state ?? null, gstin: profile?.gstin ?? null };
    } catch (error) {
      if (error instanceof LuitError && error.code === 'user_not_found') return NOBODY;
      throw error;
    }
  }
}
