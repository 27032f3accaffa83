import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { UnconfirmedJobActionsService } from './unconfirmed-job-actions.service';

@Controller()
export class UnconfirmedJobsController {
  constructor(private readonly actions: UnconfirmedJobActionsService) {}

  @OnCall(operationsCalls.searchUnconfirmedJob)
  search(input: RequestOf<typeof operationsCalls.searchUnconfirmedJob>): Promise<Record<string, never>> {
    return this.actions.search(input);
  }

  @OnCall(operationsCalls.declareJobLost)
  declareLost(input: RequestOf<typeof operationsCalls.declareJobLost>): Promise<Record<string, never>> {
    return this.actions.declareLost(input);
  }
}
