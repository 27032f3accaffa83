import { generationCalls } from '@luit/contracts/generation/messages';
import type { NewRequest, RequestRecord } from '@luit/contracts/generation/requests';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { AcceptanceService } from './acceptance.service';
import { type Remix, type Retry, RetriesService } from './retries.service';

@Controller()
export class NewRequestsController {
  constructor(
    private readonly acceptance: AcceptanceService,
    private readonly retries: RetriesService,
  ) {}

  @OnCall(generationCalls.createRequest)
  create(input: NewRequest): Promise<RequestRecord> {
    return this.acceptance.create(input);
  }

  @OnCall(generationCalls.retryRequest)
  retry(input: Retry): Promise<RequestRecord> {
    return this.retries.retry(input);
  }

  @OnCall(generationCalls.remixRequest)
  remix(input: Remix): Promise<RequestRecord> {
    return this.retries.remix(input);
  }
}
