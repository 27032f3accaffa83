import { isPermitted, type Permission } from '@luit/contracts/auth/operator-permissions';
import { APPROVAL_PERMISSIONS } from '@luit/contracts/billing/approval-permissions';
import {
  type Approval,
  type ApprovalPreview,
  type ApprovalsQuery,
  WITHOUT_APPROVAL,
} from '@luit/contracts/billing/approvals';
import { billingCalls } from '@luit/contracts/billing/messages';
import { approvalNeed, type UserAmount } from '@luit/contracts/billing/unapproved-amounts';
import { hasApprovals } from '@luit/contracts/billing/value-changes';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { Operator } from '../../../access/identities/token.strategy';
import { MASKED_CODE } from './masked-code';

export const APPROVAL_NEEDED = 'A second operator must approve this. Nothing has changed yet.';

type NewApproval = Omit<RequestOf<typeof billingCalls.requestApproval>, 'adminId' | 'operatorEmail'>;

interface RefundsBefore {
  approveAbovePaise: number | null;
  unapprovedPaise: number;
}

/** Actions above a limit of the settings wait for a second operator. */
@Injectable()
export class ApprovalsService {
  constructor(private readonly calls: CallClient) {}

  /**
   * True if a refund in paise, or a change of credits, needs approval: it is above its limit, or approval was requested under its key
   * before. Without the second condition, a repeated request could execute an approved action again after the limit was raised.
   */
  async isNeeded(
    { id: adminId }: Operator,
    idempotencyKey: string,
    amount: { paise: number } | { credits: number },
  ): Promise<boolean> {
    const { wasRequested } = await this.calls.call(billingCalls.wasApprovalRequested, { adminId, idempotencyKey });
    if (wasRequested) return true;
    const { approveAbove } = await this.calls.call(billingCalls.getSettings, {});
    const [value, limit] =
      'paise' in amount ? [amount.paise, approveAbove.refundPaise] : [amount.credits, approveAbove.credits];
    return limit !== null && value > limit;
  }

  /** True if changes without a bound, such as lower prices, need approval. */
  async isOn(): Promise<boolean> {
    return hasApprovals((await this.calls.call(billingCalls.getSettings, {})).approveAbove);
  }

  /** True if changes of credits have a limit. */
  async isEverNeeded(): Promise<boolean> {
    return (await this.calls.call(billingCalls.getSettings, {})).approveAbove.credits !== null;
  }

  /** The limit of refunds in paise, null for none, and the operator's refunds to the buyer without approval within a day. */
  async refundsBefore({ id: adminId }: Operator, transactionId: string): Promise<RefundsBefore> {
    const { approveAbove } = await this.calls.call(billingCalls.getSettings, {});
    const { refundPaise: approveAbovePaise } = approveAbove;
    if (approveAbovePaise === null) return { approveAbovePaise, unapprovedPaise: 0 };
    const { user_id: userId } = await this.calls.call(billingCalls.getTransaction, { transactionId });
    const query = { adminId, unit: 'paise', userId } as const;
    const { amount } = await this.calls.call(billingCalls.getUnapprovedAmount, query);
    return { approveAbovePaise, unapprovedPaise: amount };
  }

  /**
   * Counts a refund or free retry of jobs, before it happens, together with the operator's earlier ones.
   *
   * @throws LuitError `approval_required`
   */
  async countJobRefunds({ id: adminId }: Operator, reference: string, amounts: UserAmount[]): Promise<void> {
    await this.calls.call(billingCalls.countJobRefunds, { adminId, reference, amounts });
  }

  /** Acts, or requests approval if the action and the operator's earlier ones are together above the limit. */
  async actOrRequest<T>(act: () => Promise<T>, request: (before: ApprovalPreview) => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof LuitError) || error.code !== 'approval_required') throw error;
      const need = approvalNeed.safeParse(error.details);
      return request(need.success ? { [WITHOUT_APPROVAL]: need.data.before } : {});
    }
  }

  request(admin: Operator, request: NewApproval): Promise<Approval> {
    return this.calls.call(billingCalls.requestApproval, { ...request, ...by(admin) });
  }

  async list({ role }: Operator, { limit, cursor, state }: ApprovalsQuery) {
    const query = { limit, cursor, isPending: state === 'pending' };
    const { items, ...page } = await this.calls.call(billingCalls.listApprovals, query);
    return { items: isPermitted(role, 'promo_codes.read') ? items : items.map(maskCode), ...page };
  }

  /** @throws LuitError `not_found`, `forbidden`, `conflict` */
  async approve(admin: Operator, approvalId: string) {
    await this.assertMayDecide(admin, approvalId);
    return this.calls.call(billingCalls.approve, { approvalId, ...by(admin) });
  }

  /** @throws LuitError `not_found`, `forbidden`, `conflict` */
  async decline(admin: Operator, approvalId: string, reason: string) {
    await this.assertMayDecide(admin, approvalId);
    return this.calls.call(billingCalls.declineApproval, { approvalId, reason, ...by(admin) });
  }

  private async assertMayDecide({ role }: Operator, approvalId: string): Promise<void> {
    const { action } = await this.calls.call(billingCalls.getApproval, { approvalId });
    const needed: readonly Permission[] = APPROVAL_PERMISSIONS[action.kind];
    if (needed.every((permission) => isPermitted(role, permission))) return;
    throw new LuitError('forbidden', 'Your role does not permit the action to be approved.');
  }
}

function by({ id, email }: Operator): { adminId: string; operatorEmail: string } {
  return { adminId: id, operatorEmail: email };
}

function maskCode(approval: Approval): Approval {
  const { action, preview, failure } = approval;
  if (action.kind !== 'promo_code') return approval;
  return {
    ...approval,
    action: { ...action, code: MASKED_CODE },
    preview: 'code' in preview ? { ...preview, code: MASKED_CODE } : preview,
    failure: failure && failure.replaceAll(action.code, MASKED_CODE),
  };
}
