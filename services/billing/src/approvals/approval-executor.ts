import type { Approval } from '@luit/contracts/billing/approvals';
import { LuitError } from '@luit/contracts/errors';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { DuePoller, earliest } from '@luit/platform/scheduling/due-poller';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AdjustmentsService } from '../adjustments/adjustments.service';
import { PromoCodesService } from '../promo-codes/promo-codes.service';
import { RefundsService } from '../refunds/refunds.service';
import { SettingsService } from '../settings/settings.service';
import { APPROVAL_COLUMNS, type ApprovalRow, toApproval } from './approval-row';

/** The longest delay of an approved action after its process crashed and its claim has ended, milliseconds. */
const WITHIN_MS = 5_000;
/** A claim lasts longer than any execution. Each further attempt waits longer, up to five minutes. */
const NEXT_ATTEMPT = `now() + least(300, 30 * 2 ^ least(attempts, 10)) * interval '1 second'`;
const BATCH = 10;

/**
 * Executes approved actions. A claim schedules the next attempt before it starts, so a crash at any point repeats the action
 * with the same idempotency key, which has no further effect.
 */
@Injectable()
export class ApprovalExecutor implements OnApplicationBootstrap {
  private readonly log = new Logger(ApprovalExecutor.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly calls: CallClient,
    private readonly adjustments: AdjustmentsService,
    private readonly refunds: RefundsService,
    private readonly promoCodes: PromoCodesService,
    private readonly settings: SettingsService,
    private readonly poller: DuePoller,
  ) {}

  onApplicationBootstrap(): void {
    this.poller.add({
      name: 'approvals',
      dueInMs: earliest('approvals', 'next_attempt_at'),
      withinMs: WITHIN_MS,
      work: () => this.round(),
    });
  }

  /** Executes what a crashed process or a failed call left over. */
  async round(): Promise<void> {
    const due = await this.database.query<{ id: string }[]>(
      `SELECT id FROM approvals WHERE next_attempt_at <= now() ORDER BY next_attempt_at LIMIT ${BATCH}`,
    );
    for (const { id } of due) await this.execute(id);
  }

  /** Executes an approved action that is due. A failure that may pass leaves it to a later round. */
  async execute(approvalId: string): Promise<void> {
    const [claimed] = await this.database.query<[ApprovalRow[], number]>(
      `UPDATE approvals SET attempts = attempts + 1, next_attempt_at = ${NEXT_ATTEMPT}
        WHERE id = $1 AND state = 'approved' AND next_attempt_at <= now() RETURNING ${APPROVAL_COLUMNS}`,
      [approvalId],
    );
    const [row] = claimed;
    if (!row) return;
    try {
      await this.run(toApproval(row));
    } catch (error) {
      if (error instanceof LuitError && error.status < 500) return this.finish(approvalId, 'failed', error.message);
      this.log.error({ msg: 'Executing an approved action failed; it will be retried', approvalId, err: error });
      return;
    }
    await this.finish(approvalId, 'executed');
  }

  private async run({ id, action, reason, requestedById: adminId, requestedBy, decidedBy }: Approval): Promise<void> {
    const request = { adminId, reason, idempotencyKey: `approval:${id}`, approvedBy: decidedBy ?? undefined };
    switch (action.kind) {
      case 'credits': {
        const { userId, credits, expectedCredits } = action;
        await this.adjustments.adjust({ ...request, userId, credits, expectedCredits });
        return;
      }
      case 'payment_refund': {
        const { transactionId, amountPaise } = action;
        await this.refunds.refundTransaction({ ...request, transactionId, amountPaise });
        return;
      }
      case 'job_refund':
      case 'jobs_refund': {
        const target = action.kind === 'job_refund' ? { id: action.jobId } : { previewId: action.previewId };
        await this.calls.call(operationsCalls.applyJobAction, { ...request, action: 'refund', target });
        return;
      }
      case 'limits': {
        const { approvedBy } = request;
        await this.settings.change({ adminId, approveAbove: action.approveAbove, approvedBy });
        return;
      }
      case 'promo_code': {
        const { kind: _, ...terms } = action;
        await this.promoCodes.create({ ...request, ...terms, operatorEmail: requestedBy });
      }
    }
  }

  private async finish(approvalId: string, state: 'executed' | 'failed', failure: string | null = null): Promise<void> {
    await this.database.query(
      `UPDATE approvals SET state = $2, failure = $3, next_attempt_at = NULL WHERE id = $1 AND state = 'approved'`,
      [approvalId, state, failure],
    );
  }
}
