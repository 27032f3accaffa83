import { generationCalls, type PlanList } from '@luit/contracts/generation';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { PlansService } from './plans.service';

@Controller()
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  @OnCall(generationCalls.listPlans)
  list(): Promise<PlanList> {
    return this.plans.list();
  }
}
