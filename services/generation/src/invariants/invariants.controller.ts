import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOutcome } from '@luit/contracts/generation/requests';
import type { InvariantStatus } from '@luit/contracts/operations/invariants';
import { OnCall } from '@luit/platform/calls/on-call';
import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import { Controller } from '@nestjs/common';
import { RequestsService } from '../requests/requests.service';

@Controller()
export class InvariantsController {
  constructor(
    private readonly monitor: InvariantMonitor,
    private readonly requests: RequestsService,
  ) {}

  @OnCall(generationCalls.listInvariants)
  async listInvariants(): Promise<{ invariants: InvariantStatus[] }> {
    return { invariants: await this.monitor.statuses() };
  }

  @OnCall(generationCalls.getOutcomes)
  getOutcomes(query: { requestIds: string[] }): Promise<{ outcomes: Record<string, RequestOutcome> }> {
    return this.requests.outcomesOf(query);
  }
}
