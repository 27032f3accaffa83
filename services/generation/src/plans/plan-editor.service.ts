import { LuitError } from '@luit/contracts/errors';
import type { AdminPlan } from '@luit/contracts/generation/plans';
import { operationsEvents, operationsCalls } from '@luit/contracts/operations/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { PlanEntity } from './plan.entity';

/** Lets operators change plan prices. Existing orders and requests keep the price they were created with. */
@Injectable()
export class PlanEditorService {
  constructor(private readonly database: DataSource) {}

  @OnCall(operationsCalls.listAllPlans)
  async list(): Promise<{ plans: AdminPlan[] }> {
    const plans = await this.database
      .getRepository(PlanEntity)
      .find({ where: { isActive: true }, order: { type: 'DESC', position: 'ASC' } });
    return { plans: plans.map(toAdminPlan) };
  }

  /**
   * An unchanged price writes nothing.
   *
   * @throws LuitError `not_found`; `conflict` if the price is no longer `expectedCredits`
   */
  @OnCall(operationsCalls.changePlan)
  async change({
    adminId,
    id,
    credits,
    expectedCredits,
    approvedBy,
  }: RequestOf<typeof operationsCalls.changePlan>): Promise<AdminPlan> {
    return this.database.transaction(async (manager) => {
      const plan = await manager.findOne(PlanEntity, {
        where: { id, isActive: true },
        // Accepting a request locks its plan for the foreign key, and must not wait.
        lock: { mode: 'for_no_key_update' },
      });
      if (!plan) throw new LuitError('not_found', 'Plan not found');
      if (plan.credits === credits) return toAdminPlan(plan);
      if (expectedCredits !== undefined && plan.credits !== expectedCredits) {
        throw new LuitError('conflict', `The price has changed to ${plan.credits} credits`, {
          details: { credits: plan.credits },
        });
      }
      await manager.update(PlanEntity, { id }, { credits });
      await writeEvent(manager, operationsEvents.operatorActed, {
        id: uuidv7(),
        adminId,
        action: 'plan_changed',
        subject: id,
        details: { credits: `${plan.credits} → ${credits}`, ...(approvedBy && { approvedBy }) },
      });
      return toAdminPlan({ ...plan, credits });
    });
  }
}

function toAdminPlan({ id, type, name, duration, quality, credits, isPopular }: PlanEntity): AdminPlan {
  return { id, type, name, duration, quality, credits, popular: isPopular };
}
