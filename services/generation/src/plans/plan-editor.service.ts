import { LuitError } from '@luit/contracts/errors';
import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { repriced } from '@luit/contracts/generation/catalog/repricing';
import type { AdminPlan } from '@luit/contracts/generation/plans';
import { operationsEvents, operationsCalls } from '@luit/contracts/operations/messages';
import { OUTPUT_OF } from '@luit/contracts/generation/outputs';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { LOCK_MODELS, ModelRevisions } from '../model-revisions/model-revisions';
import type { PublishedModel } from '../model-revisions/published-models';
import type { PlanEntity } from './plan.entity';
import { creditsOf, isSoldBy, type Offer, pricedValues, readOffer, sellerOf } from './plans.service';

/**
 * Lets operators change prices by plans. The price is that of the model that the plan stands for, so a change publishes entries. Existing
 * orders and requests keep the price they were created with.
 */
@Injectable()
export class PlanEditorService {
  constructor(
    private readonly database: DataSource,
    private readonly revisions: ModelRevisions,
  ) {}

  @OnCall(operationsCalls.listAllPlans)
  async list(): Promise<{ plans: AdminPlan[] }> {
    const offer = await readOffer(this.database.manager);
    const sold = offer.plans.flatMap((plan) => {
      const seller = sellerOf(offer.models, OUTPUT_OF[plan.type]);
      return isSoldBy(plan, seller) ? [toAdminPlan(plan, creditsOf(plan, seller))] : [];
    });
    return {
      plans: [...sold.filter(({ type }) => type === 'video'), ...sold.filter(({ type }) => type === 'restore')],
    };
  }

  /**
   * Gives a second or a run at the quality of the plan the rate that makes the plan cost these credits. Other models of the same kind change
   * in proportion. An unchanged price writes nothing.
   *
   * @throws LuitError `not_found`; `conflict` if the price is no longer `expectedCredits`; `validation_failed` if another duration of the same
   *   quality would cost too much
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
      await manager.query(LOCK_MODELS);
      const offer = await readOffer(manager);
      const plan = offer.plans.find((each) => each.id === id);
      const seller = plan && sellerOf(offer.models, OUTPUT_OF[plan.type]);
      if (!plan || !isSoldBy(plan, seller)) throw new LuitError('not_found', 'Plan not found');
      const current = creditsOf(plan, seller);
      if (current === credits) return toAdminPlan(plan, credits);
      if (expectedCredits !== undefined && current !== expectedCredits) {
        throw new LuitError('conflict', `The price has changed to ${current} credits`, {
          details: { credits: current },
        });
      }
      const reason = `${id}: ${current} → ${credits} credits`;
      for (const entry of repricedEntries(offer, plan, seller, credits)) {
        await this.revisions.publish(manager, entry, { publishedBy: adminId, reason });
      }
      await writeEvent(manager, operationsEvents.operatorActed, {
        id: uuidv7(),
        adminId,
        action: 'plan_changed',
        subject: id,
        details: { credits: `${current} → ${credits}`, ...(approvedBy && { approvedBy }) },
      });
      return toAdminPlan(plan, credits);
    });
  }
}

/** The entries with new prices for the quality of the plan. */
function repricedEntries({ models }: Offer, plan: PlanEntity, seller: PublishedModel, credits: number): ModelEntry[] {
  const entries = models.map(({ entry }) => entry);
  const prices = repriced(entries, seller.entry, pricedValues(plan), credits);
  return entries.flatMap((entry) => {
    const price = prices.get(entry.id);
    return price ? [{ ...entry, price }] : [];
  });
}

function toAdminPlan({ id, type, name, duration, quality, isPopular }: PlanEntity, credits: number): AdminPlan {
  return { id, type, name, duration, quality, credits, popular: isPopular };
}
