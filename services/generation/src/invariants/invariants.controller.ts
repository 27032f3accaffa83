import { generationCalls } from '@luit/contracts/generation/messages';
import type { InvariantStatus } from '@luit/contracts/operations/invariants';
import { OnCall } from '@luit/platform/calls/on-call';
import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import { Controller } from '@nestjs/common';

@Controller()
export class InvariantsController {
  constructor(private readonly monitor: InvariantMonitor) {}

  @OnCall(generationCalls.listInvariants)
  async list(): Promise<{ invariants: InvariantStatus[] }> {
    return { invariants: await this.monitor.statuses() };
  }
}
