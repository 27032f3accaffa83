import { generationCalls } from '@luit/contracts/generation/messages';
import type { AdminPlan, PlanList } from '@luit/contracts/generation/plans';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { type PlanChange, PlanEditorService } from './plan-editor.service';
import { PlansService } from './plans.service';

@Controller()
export class PlansController {
  constructor(
    private readonly plans: PlansService,
    private readonly editor: PlanEditorService,
  ) {}

  @OnCall(generationCalls.listPlans)
  list(): Promise<PlanList> {
    return this.plans.list();
  }

  @OnCall(operationsCalls.listAllPlans)
  async listAll(): Promise<{ plans: AdminPlan[] }> {
    return { plans: await this.editor.list() };
  }

  @OnCall(operationsCalls.changePlan)
  change(input: PlanChange): Promise<AdminPlan> {
    return this.editor.change(input);
  }
}
