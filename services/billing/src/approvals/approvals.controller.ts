import type { Approval } from '@luit/contracts/billing/approvals';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { ApprovalsService } from './approvals.service';

@Controller()
export class ApprovalsController {
  constructor(private readonly approvals: ApprovalsService) {}

  @OnCall(billingCalls.requestApproval)
  request(request: RequestOf<typeof billingCalls.requestApproval>): Promise<Approval> {
    return this.approvals.request(request);
  }

  @OnCall(billingCalls.listApprovals)
  list(query: RequestOf<typeof billingCalls.listApprovals>): ReturnType<ApprovalsService['list']> {
    return this.approvals.list(query);
  }

  @OnCall(billingCalls.wasApprovalRequested)
  wasRequested(request: RequestOf<typeof billingCalls.wasApprovalRequested>): Promise<{ wasRequested: boolean }> {
    return this.approvals.wasRequested(request);
  }

  @OnCall(billingCalls.getApproval)
  get({ approvalId }: { approvalId: string }): Promise<Approval> {
    return this.approvals.get(approvalId);
  }

  @OnCall(billingCalls.approve)
  approve(request: RequestOf<typeof billingCalls.approve>): Promise<Approval> {
    return this.approvals.approve(request);
  }

  @OnCall(billingCalls.declineApproval)
  decline(request: RequestOf<typeof billingCalls.declineApproval>): Promise<Approval> {
    return this.approvals.decline(request);
  }
}
