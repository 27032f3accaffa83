import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestType } from '@luit/contracts/generation/plans';
import type { RequestOutcome, RequestRecord, RequestStatus } from '@luit/contracts/generation/requests';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { RequestsService } from './requests.service';

@Controller()
export class RequestsController {
  constructor(private readonly requests: RequestsService) {}

  @OnCall(generationCalls.getRequest)
  get(query: { userId: string; requestId: string }): Promise<RequestRecord> {
    return this.requests.get(query);
  }

  @OnCall(generationCalls.listRequests)
  list(query: {
    userId: string;
    limit: number;
    cursor?: string;
    q?: string;
    type?: RequestType;
    status?: RequestStatus;
  }): Promise<{ requests: RequestRecord[]; nextCursor: string | null }> {
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
