import type { Approval } from '@luit/contracts/billing/approvals';
import { LuitError } from '@luit/contracts/errors';
import type { AdminPlan, PlanChangeBody } from '@luit/contracts/generation/plans';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import type { Operator } from '../../../access/identities/token.strategy';
import { APPROVAL_NEEDED, ApprovalsService } from '../../operators/approvals/approvals.service';

const DEFAULT_REASON = 'Change of prices';

/** Prices of videos and restorations. */
@Injectable()
export class AdminPlansService {
  constructor(
    private readonly calls: CallClient,
    private readonly approvals: ApprovalsService,
  ) {}

  async list(): Promise<{ items: AdminPlan[] }> {
    const { plans } = await this.calls.call(operationsCalls.listAllPlans, {});
    return { items: plans };
  }

  /**
   * A lower price makes every credit worth more, so it waits for approval if approvals have a limit.
   *
   * @throws LuitError `not_found`; `conflict` with `details.credits` if the price is no longer `expectedCredits`
   */
  async change(
    id: string,
    { credits, expectedCredits, reason }: PlanChangeBody,
    admin: Operator,
    idempotencyKey: string = uuidv7(),
  ): Promise<{ message: string; plan: AdminPlan; approval: Approval | null }> {
    const { plans } = await this.calls.call(operationsCalls.listAllPlans, {});
    const before = plans.find((plan) => plan.id === id);
    if (!before) throw new LuitError('not_found', 'Plan not found');
    const expected = expectedCredits ?? before.credits;
    if (expected === before.credits && credits < before.credits && (await this.approvals.isOn())) {
      const approval = await this.approvals.request(admin, {
        action: { kind: 'plan', planId: id, credits, expectedCredits: before.credits },
        preview: { name: before.name, before: before.credits, after: credits },
        reason: reason ?? DEFAULT_REASON,
        idempotencyKey,
      });
      return { message: APPROVAL_NEEDED, plan: before, approval };
    }
    const change = { adminId: admin.id, id, credits, expectedCredits: expected };
    const plan = await this.calls.call(operationsCalls.changePlan, change);
    return { message: 'The plan has been saved', plan, approval: null };
  }
}
