import type { HoldState } from '@luit/contracts/billing/holds';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { InvariantStatus } from '@luit/contracts/operations/invariants';
import { OnCall } from '@luit/platform/calls/on-call';
import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import { Controller } from '@nestjs/common';
import { HoldsService } from '../holds/holds.service';

@Controller()
export class ReconciliationController {
  constructor(
    private readonly monitor: InvariantMonitor,
    private readonly holds: HoldsService,
  ) {}

  @OnCall(billingCalls.listInvariants)
  async listInvariants(): Promise<{ invariants: InvariantStatus[] }> {
    return { invariants: await this.monitor.statuses() };
  }

  @OnCall(billingCalls.getHolds)
  getHolds(request: { holdIds: string[] }): Promise<{ states: Record<string, HoldState> }> {
    return this.holds.statesOf(request);
  }
}
