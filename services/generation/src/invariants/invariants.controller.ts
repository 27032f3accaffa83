import { generationCalls, type RequestOutcome } from '@luit/contracts/generation';
import type { InvariantScore } from '@luit/contracts/invariants';
import { OnCall } from '@luit/platform/calls/on-call';
import { Scoreboard } from '@luit/platform/invariants/scoreboard';
import { Controller } from '@nestjs/common';
import { RequestsService } from '../requests/requests.service';

@Controller()
export class InvariantsController {
  constructor(
    private readonly scoreboard: Scoreboard,
    private readonly requests: RequestsService,
  ) {}

  @OnCall(generationCalls.listInvariants)
  async listInvariants(): Promise<{ invariants: InvariantScore[] }> {
    return { invariants: await this.scoreboard.scores() };
  }

  @OnCall(generationCalls.getOutcomes)
  getOutcomes(query: { requestIds: string[] }): Promise<{ outcomes: Record<string, RequestOutcome> }> {
    return this.requests.outcomesOf(query);
  }
}
