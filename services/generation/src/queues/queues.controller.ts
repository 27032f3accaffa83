import type { QueueOverview } from '@luit/contracts/operations/job-metrics';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { PausedQueuesService } from './paused-queues.service';

@Controller()
export class QueuesController {
  constructor(private readonly queues: PausedQueuesService) {}

  @OnCall(operationsCalls.setQueuePaused)
  setPaused(input: {
    adminId: string;
    name: string;
    isPaused: boolean;
    reason?: string;
  }): Promise<{ queue: QueueOverview }> {
    return this.queues.set(input);
  }
}
