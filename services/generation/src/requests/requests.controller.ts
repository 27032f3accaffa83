import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOutcome, RequestRecord } from '@luit/contracts/generation/requests';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { type LibraryPage, RequestsService } from './requests.service';

@Controller()
export class RequestsController {
  constructor(private readonly requests: RequestsService) {}

  @OnCall(generationCalls.getRequest)
  get(query: { userId: string; requestId: string }): Promise<RequestRecord> {
    return this.requests.get(query);
  }

  @OnCall(generationCalls.listRequests)
  list(query: RequestOf<typeof generationCalls.listRequests>): Promise<LibraryPage> {
    return this.requests.list(query);
  }

  @OnCall(generationCalls.syncRequests)
  sync(query: { userId: string; since: Record<string, number> }): Promise<{ requests: RequestRecord[] }> {
    return this.requests.sync(query);
  }

  @OnCall(generationCalls.getOutcomes)
  getOutcomes(query: { requestIds: string[] }): Promise<{ outcomes: Record<string, RequestOutcome> }> {
    return this.requests.outcomesOf(query);
  }
}
