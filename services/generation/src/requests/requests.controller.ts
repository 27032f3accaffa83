import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestType } from '@luit/contracts/generation/plans';
import type { NewRequest, RequestRecord, RequestStatus } from '@luit/contracts/generation/requests';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { AcceptanceService } from './acceptance.service';
import { CancellationService } from './cancellation.service';
import { RequestsService } from './requests.service';
import { RetriesService } from './retries.service';

interface Owned {
  userId: string;
  requestId: string;
}

@Controller()
export class RequestsController {
  constructor(
    private readonly acceptance: AcceptanceService,
    private readonly cancellation: CancellationService,
    private readonly retries: RetriesService,
    private readonly requests: RequestsService,
  ) {}

  @OnCall(generationCalls.createRequest)
  create(input: NewRequest): Promise<RequestRecord> {
    return this.acceptance.create(input);
  }

  @OnCall(generationCalls.getRequest)
  get(query: Owned): Promise<RequestRecord> {
    return this.requests.get(query);
  }

  @OnCall(generationCalls.listRequests)
  list(query: {
    userId: string;
    limit: number;
    cursor?: string;
    type?: RequestType;
    status?: RequestStatus;
  }): Promise<{ requests: RequestRecord[]; nextCursor: string | null }> {
    return this.requests.list(query);
  }

  @OnCall(generationCalls.syncRequests)
  sync(query: { userId: string; since: Record<string, number> }): Promise<{ requests: RequestRecord[] }> {
    return this.requests.sync(query);
  }

  @OnCall(generationCalls.cancelRequest)
  cancel(query: Owned): Promise<RequestRecord> {
    return this.cancellation.cancel(query);
  }

  @OnCall(generationCalls.retryRequest)
  retry(query: Owned & { expectedCredits?: number; idempotencyKey?: string }): Promise<RequestRecord> {
    return this.retries.retry(query);
  }
}
