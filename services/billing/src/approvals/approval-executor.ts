import { authCalls } from '@luit/contracts/auth/messages';
import type { Approval, ApprovalAction } from '@luit/contracts/billing/approvals';
import { packFields } from '@luit/contracts/billing/packs';
import type { BillingSettings } from '@luit/contracts/billing/settings';
import { LuitError } from '@luit/contracts/errors';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { withIsoTimes } from '@luit/platform/database/iso-times';
import { DuePoller, earliest } from '@luit/platform/scheduling/due-poller';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { isDeepStrictEqual } from 'node:util';
import { DataSource } from 'typeorm';
import { AdjustmentsService } from '../adjustments/adjustments.service';
import { PackEditorService } from '../packs/pack-editor.service';
import { PromoCodesService } from '../promo-codes/promo-codes.service';
import { OperatorRefundsService } from '../refunds/operator-refunds.service';
import { RefundsService } from '../refunds/refunds.service';
import { SettingsService } from '../settings/settings.service';
import { UnapprovedAmountsService } from '../unapproved-amounts/unapproved-amounts.service';
import { APPROVAL_COLUMNS, type ApprovalRow } from './approval-row';

/** The longest delay of an approved action after its process crashed and its claim has ended, milliseconds. */
const WITHIN_MS = 5_000;
/** A claim lasts longer than any execution. Each further attempt waits longer, up to five minutes. */
const NEXT_ATTEMPT = `now() + least(300, 30 * 2 ^ least(attempts, 10)) * interval '1 second'`;
const BATCH = 10;

type Of<Kind> = Extract<ApprovalAction, { kind: Kind }>;

/** The operator who requested the action, and the address of the operator who approved it. */
interface By {
  adminId: string;
  approvedBy?: string;
}

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
    private readonly operatorRefunds: OperatorRefundsService,
    private readonly promoCodes: PromoCodesService,
    private readonly settings: SettingsService,
    private readonly packs: PackEditorService,
    private readonly unapproved: UnapprovedAmountsService,
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

  /** Executes actions that a crashed process or a failed call left unfinished. */
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
      await this.run(withIsoTimes(row));
    } catch (error) {
      if (error instanceof LuitError && error.status < 500) return this.finish(approvalId, 'failed', error.message);
      this.log.error({ msg: 'Executing an approved action failed; it will be retried', approvalId, err: error });
      return;
    }
    await this.finish(approvalId, 'executed');
  }

  private async run({ id, action, reason, requestedById: adminId, requestedBy, decidedBy }: Approval): Promise<void> {
    const request = { adminId, reason, idempotencyKey: `approval:${id}`, approvedBy: decidedBy ?? undefined };
    const by = { adminId, approvedBy: request.approvedBy };
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
      case 'unmatched_refund':
        await this.operatorRefunds.refundUnmatched({ ...by, reason, paymentId: action.paymentId });
        return;
      case 'refund_paid_otherwise': {
        const { refundId, reference } = action;
        await this.operatorRefunds.recordPaid({ ...by, reason, refundId, reference });
        return;
      }
      case 'job_refund':
      case 'jobs_refund':
      case 'job_retry':
      case 'jobs_retry': {
        const target = 'jobId' in action ? { id: action.jobId } : { previewId: action.previewId };
        const name = action.kind === 'job_retry' || action.kind === 'jobs_retry' ? 'retry' : 'refund';
        await this.calls.call(operationsCalls.applyJobAction, { ...request, action: name, target });
        return;
      }
      case 'limits': {
        const { approveAbove, expected } = action;
        await this.changeSettings({ ...by, approveAbove, expected: { approveAbove: expected } });
        return;
      }
      case 'signup_grant': {
        const { signupGrant, expected } = action;
        await this.changeSettings({ ...by, signupGrant, expected: { signupGrant: expected } });
        return;
      }
      case 'pack':
        return this.savePack({ ...by, ...action });
      case 'plan': {
        const { planId, credits, expectedCredits } = action;
        await this.calls.call(operationsCalls.changePlan, { ...by, id: planId, credits, expectedCredits });
        return;
      }
      case 'takedown_credits':
        await this.calls.call(operationsCalls.changeTakedownSettings, { ...by, returnsCredits: true });
        return;
      case 'account_deletion':
        return this.deleteAccount({ ...by, reason, ...action });
      case 'promo_code': {
        const { kind: _, ...terms } = action;
        await this.promoCodes.create({ ...request, ...terms, operatorEmail: requestedBy });
      }
    }
  }

  /** An attempt may have made the change before its process crashed. */
  private async changeSettings({ expected, ...change }: Parameters<SettingsService['change']>[0]): Promise<void> {
    const { adminId: _, approvedBy: __, ...wanted } = change;
    const current: Partial<BillingSettings> = await this.settings.get();
    const names = Object.keys(wanted) as (keyof typeof wanted)[];
    if (names.every((name) => isDeepStrictEqual(current[name], wanted[name]))) return;
    await this.settings.change({ ...change, expected });
  }

  private async savePack(action: Of<'pack'> & By): Promise<void> {
    const { packId, changes, isArchived, expected, cheapest, adminId, approvedBy } = action;
    const terms = { adminId, approvedBy, id: packId, expected, cheapest };
    if (expected) await this.packs.change({ ...terms, changes, isArchived });
    else await this.packs.create({ ...terms, ...packFields.parse(changes) });
  }

  /** Deletes nothing if the refund would be larger than the second operator saw. */
  private async deleteAccount(action: Of<'account_deletion'> & By & { reason: string }): Promise<void> {
    const { userId, wantsRefund, adminId, approvedBy, reason } = action;
    const { amountPaise } = await this.unapproved.deletionAmount({ userId });
    if (amountPaise > action.amountPaise)
      throw new LuitError('conflict', 'The unused credits have become more since approval was requested');
    await this.calls.call(authCalls.deleteAccount, { userId, by: { adminId, reason, approvedBy }, wantsRefund });
  }

  private async finish(approvalId: string, state: 'executed' | 'failed', failure: string | null = null): Promise<void> {
    await this.database.query(
      `UPDATE approvals SET state = $2, failure = $3, next_attempt_at = NULL WHERE id = $1 AND state = 'approved'`,
      [approvalId, state, failure],
    );
  }
}
