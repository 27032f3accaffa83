import { billingCalls } from '@luit/contracts/billing';
import type { HoldState } from '@luit/contracts/billing';
import type { InvariantScore } from '@luit/contracts/invariants';
import { OnCall } from '@luit/platform/calls/on-call';
import { Scoreboard } from '@luit/platform/invariants/scoreboard';
import { Controller } from '@nestjs/common';
import { HoldsService } from '../holds/holds.service';

@Controller()
export class ReconcileController {
  constructor(
    private readonly scoreboard: Scoreboard,
    private readonly holds: HoldsService,
  ) {}

  @OnCall(billingCalls.listInvariants)
  async listInvariants(): Promise<{ invariants: InvariantScore[] }> {
    return { invariants: await this.scoreboard.scores() };
  }

  @OnCall(billingCalls.getHolds)
  getHolds(request: { holdIds: string[] }): Promise<{ states: Record<string, HoldState> }> {
    return this.holds.statesOf(request);
  }
}
