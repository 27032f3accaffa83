import type { AdminPlan } from '@luit/contracts/generation/plans';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { Identity } from '../../identities/token.strategy';
import type { PlanChangeDto } from './admin-plans.dto';

/** Prices of videos and restorations. */
@Injectable()
export class AdminPlansService {
  constructor(private readonly calls: CallClient) {}

  async list(): Promise<{ items: AdminPlan[] }> {
    const { plans } = await this.calls.call(operationsCalls.listAllPlans, {});
    return { items: plans };
  }

  /** @throws LuitError `not_found`; `conflict` with `details.credits` if the price is no longer `expectedCredits` */
  async change(
    id: string,
    { credits, expectedCredits }: PlanChangeDto,
    { id: adminId }: Identity,
  ): Promise<{ message: string; plan: AdminPlan }> {
    const plan = await this.calls.call(operationsCalls.changePlan, { adminId, id, credits, expectedCredits });
    return { message: 'The plan has been saved', plan };
  }
}
