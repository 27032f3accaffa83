import type { AccountDeletionBody } from '@luit/contracts/auth/account-deletion';
import { authCalls } from '@luit/contracts/auth/messages';
import { isPermitted } from '@luit/contracts/auth/operator-permissions';
import type { Approval, ApprovalPreview } from '@luit/contracts/billing/approvals';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import type { AccountDeletionPreview } from '@luit/contracts/http/accounts';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { uuidv7 } from 'uuidv7';
import { AccountDeletionsService } from '../../../account/account-deletions/account-deletions.service';
import type { Operator } from '../../../access/identities/token.strategy';
import { APPROVAL_NEEDED, ApprovalsService } from '../../operators/approvals/approvals.service';

/**
 * Account deletions by operators. To refund or forfeit unused credits that are worth money is a decision about this money: it needs the
 * refund permission and counts toward the limit of refunds, or a second operator approves it.
 */
@Injectable()
export class AdminAccountDeletionsService {
  constructor(
    private readonly calls: CallClient,
    private readonly deletions: AccountDeletionsService,
    private readonly approvals: ApprovalsService,
  ) {}

  /** @throws LuitError `user_not_found` */
  async preview(
    admin: Operator,
    userId: string,
  ): Promise<AccountDeletionPreview & { unfinishedJobs: number; needsApproval: boolean }> {
    assertId(userId);
    const query = { adminId: admin.id, unit: 'paise', userId } as const;
    const [preview, { total }, { amountPaise }, { amount: before }, { approveAbove }] = await Promise.all([
      this.deletions.preview({ id: userId }),
      this.calls.call(operationsCalls.listJobs, { userId, status: 'unfinished', limit: 1 }),
      this.calls.call(billingCalls.getAccountDeletionAmount, { userId }),
      this.calls.call(billingCalls.getUnapprovedAmount, query),
      this.calls.call(billingCalls.getSettings, {}),
    ]);
    const limit = approveAbove.refundPaise ?? Infinity;
    const needsApproval = amountPaise > 0 && (!mayRefund(admin) || before + amountPaise > limit);
    return { ...preview, unfinishedJobs: total, needsApproval };
  }

  /** @throws LuitError `user_not_found` */
  async close(
    admin: Operator,
    userId: string,
    { reason, refund: wantsRefund }: AccountDeletionBody,
    idempotencyKey: string = uuidv7(),
  ): Promise<{ message: string; approval: Approval | null }> {
    assertId(userId);
    const { amountPaise } = await this.calls.call(billingCalls.getAccountDeletionAmount, { userId });
    const request = async (before: ApprovalPreview = {}) => {
      const approval = await this.approvals.request(admin, {
        action: { kind: 'account_deletion', userId, wantsRefund, amountPaise },
        preview: { amountPaise, ...before },
        reason,
        idempotencyKey,
      });
      return { message: APPROVAL_NEEDED, approval };
    };
    if (amountPaise > 0 && !mayRefund(admin)) return request();
    return this.approvals.actOrRequest<{ message: string; approval: Approval | null }>(async () => {
      const by = { adminId: admin.id, reason };
      await this.calls.call(billingCalls.countAccountDeletion, { adminId: admin.id, userId });
      await this.calls.call(authCalls.deleteAccount, { userId, by, wantsRefund });
      return { message: 'The account is being deleted.', approval: null };
    }, request);
  }
}

const mayRefund = ({ role }: Operator): boolean => isPermitted(role, 'transactions.refund');

function assertId(userId: string): void {
  if (!isUUID(userId)) throw new LuitError('user_not_found', 'Account not found');
}
