import { withCorrelation } from '@luit/platform/tracing/correlation';
import { DuePoller, earliest } from '@luit/platform/scheduling/due-poller';
import type { NextRound } from '@luit/platform/scheduling/schedule';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { BILLED_USER, InvoicesService } from './invoices.service';

const BATCH = 20;
/** When to retry a document that could not be issued, or that a crashed process left unfinished. */
const RETRY_DELAY = '30 seconds';

const INVOICE_WAITS = `state = 'granted' AND invoice_id IS NULL`;
/** A credit note refers to its invoice. */
const REFUNDS = `refunds r JOIN payments p ON p.id = r.payment_id AND p.invoice_id IS NOT NULL`;
const CREDIT_NOTE_WAITS = `r.state = 'processed' AND r.credit_note_id IS NULL`;

/** Issues an invoice for each granted payment and a credit note for each processed refund that has none yet. */
@Injectable()
export class InvoicePoller implements OnApplicationBootstrap {
  private readonly log = new Logger(InvoicePoller.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly invoices: InvoicesService,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
    private readonly poller: DuePoller,
  ) {}

  onApplicationBootstrap(): void {
    const { intervalMs } = this.config.invoicing;
    if (intervalMs === null) return;
    const dueInMs = `SELECT least((${earliest('payments', 'invoice_due_at', INVOICE_WAITS)}),
                                  (${earliest(REFUNDS, 'r.credit_note_due_at', CREDIT_NOTE_WAITS)}))`;
    this.poller.add({ name: 'invoices', dueInMs, withinMs: intervalMs, work: () => this.round() });
  }

  /** @returns an immediate next round if more documents are due */
  async round(): Promise<NextRound | void> {
    const payments = await this.claimPayments();
    await Promise.all(payments.map(({ id, user_id }) => this.tryIssue(id, () => this.invoices.issue(id, user_id))));
    const refunds = await this.claimRefunds();
    for (const { id } of refunds) await this.tryIssue(id, () => this.invoices.issueCreditNote(id));
    if (payments.length === BATCH || refunds.length === BATCH) return { nextMs: 0 };
  }

  private async claimPayments(): Promise<{ id: string; user_id: string }[]> {
    const [rows] = await this.database.query<[{ id: string; user_id: string }[], number]>(
      `UPDATE payments p SET invoice_due_at = now() + $1::interval FROM orders o
        WHERE o.id = p.order_id AND p.id IN (
              SELECT id FROM payments WHERE ${INVOICE_WAITS} AND invoice_due_at <= now()
               ORDER BY invoice_due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
        RETURNING p.id, ${BILLED_USER} AS user_id`,
      [RETRY_DELAY],
    );
    return rows;
  }

  private async claimRefunds(): Promise<{ id: string }[]> {
    const [rows] = await this.database.query<[{ id: string }[], number]>(
      `UPDATE refunds SET credit_note_due_at = now() + $1::interval
        WHERE id IN (
              SELECT r.id FROM ${REFUNDS} WHERE ${CREDIT_NOTE_WAITS} AND r.credit_note_due_at <= now()
               ORDER BY r.credit_note_due_at LIMIT ${BATCH} FOR UPDATE OF r SKIP LOCKED)
        RETURNING id`,
      [RETRY_DELAY],
    );
    return rows;
  }

  private async tryIssue(id: string, issue: () => Promise<void>): Promise<void> {
    try {
      await withCorrelation(undefined, issue);
    } catch (error) {
      this.log.warn({ msg: 'Issuing a document failed', subject: id, reason: (error as Error).message });
    }
  }
}
